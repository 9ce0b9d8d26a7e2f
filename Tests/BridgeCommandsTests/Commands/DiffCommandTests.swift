import Foundation
import TestSupport
import Testing

@Suite("diff, can-ship and changelog")
struct DiffCommandTests {
  let run: ToolRun

  init() throws { run = try ToolRun() }

  /// A contract with one message of the page and one of native, with a payload.
  static func contract(
    version: String = "1.0.0", up: String = #"{"type": "object"}"#,
    down: String = #"{"type": "object"}"#, more: String = ""
  ) -> String {
    """
    {"bridgeContract": 1, "name": "small", "version": "\(version)",
     "framing": {"kind": "/kind", "payload": "/data"},
     "channels": {"bridge": {"from": "web", "via": "messageHandler"},
      "receive": {"from": "native", "via": "evaluate", "call": "receive"}},
     "messages": {
      "up": {"on": "bridge", "payload": \(up)},
      "down": {"on": "receive", "payload": \(down)}}\(more)}

    """
  }

  static let number = #"{"type": "object", "properties": {"x": {"type": "number"}}}"#
  static let integer = #"{"type": "object", "properties": {"x": {"type": "integer"}}}"#

  @Test("the exit status follows the policy")
  func exitStatus() throws {
    try run.write(Self.contract(up: Self.integer), to: "old.bridge.json")
    // Native gets more than before: the new page in an old app breaks.
    try run.write(Self.contract(version: "2.0.0", up: Self.number), to: "wide.bridge.json")
    // Native takes less than before: only the old page in a new app breaks.
    try run.write(
      Self.contract(version: "2.0.0", up: #"{"type": "object", "required": ["y"]}"#),
      to: "narrow.bridge.json")
    try run.write(
      Self.contract(
        version: "1.1.0",
        up: #"{"type": "object", "properties": {"x": {"type": "integer"}, "y": {}}}"#),
      to: "more.bridge.json")
    #expect(try run("diff", "old.bridge.json", "old.bridge.json").status == 0)
    #expect(try run("diff", "old.bridge.json", "wide.bridge.json").status == 1)
    #expect(try run("diff", "old.bridge.json", "narrow.bridge.json").status == 0)
    let full = try run("diff", "--policy", "full", "old.bridge.json", "narrow.bridge.json")
    #expect(full.status == 1)
    #expect(full.out.contains("error[field-now-required]"))
    #expect(try run("diff", "old.bridge.json", "more.bridge.json").status == 0)
    #expect(
      try run("diff", "--fail-on", "warning", "old.bridge.json", "more.bridge.json").status == 0)
    let strict = try run(
      "diff", "--content-model", "strict", "--policy", "full", "old.bridge.json",
      "more.bridge.json")
    #expect(strict.status == 0, "a field of any value takes what was there before: \(strict.out)")
    #expect(
      try run("diff", "--fail-on", "never", "old.bridge.json", "wide.bridge.json").status == 0)
    #expect(try run("diff", "old.bridge.json").status == 2)
    #expect(try run("diff", "old.bridge.json", "none.bridge.json").status == 2)
    try run.write("{", to: "broken.bridge.json")
    #expect(try run("diff", "broken.bridge.json", "old.bridge.json").status == 2)
  }

  @Test("what was not decided is exit status 3, and never a silent success")
  func undecided() throws {
    for (name, pattern) in [("old", #"^(a+)\\1$"#), ("new", #"^(?:aa)+$"#)] {
      let up =
        #"{"type": "object", "properties": {"x": {"type": "string", "pattern": "\#(pattern)"}}}"#
      try run.write(
        Self.contract(version: name == "old" ? "1.0.0" : "2.0.0", up: up), to: "\(name).json")
    }
    let result = try run("diff", "old.json", "new.json")
    #expect(result.status == 3)
    #expect(result.out.contains("warning[not-decided]"))
  }

  @Test("the old side may come from standard input")
  func standardInput() throws {
    try run.write(Self.contract(version: "2.0.0", up: Self.number), to: "new.json")
    let result = try run("diff", "-", "new.json", stdin: Self.contract(up: Self.integer))
    #expect(result.status == 1)
    #expect(
      result.out.contains("error[type-widened] \"/data/x\" of \"up\" was integer and is number"))
    #expect(try run("diff", "-", "-", stdin: "").status == 2)
  }

  @Test("a finding is accepted by its fingerprint, until its day")
  func acceptance() throws {
    try run.write(Self.contract(up: Self.integer), to: "old.json")
    try run.write(Self.contract(version: "2.0.0", up: Self.number), to: "new.json")
    let json = try run("diff", "--format", "json", "old.json", "new.json").out
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.count == 1)
    let fingerprint = try #require(findings[0]["fingerprint"] as? String)
    func accept(_ until: String, _ fingerprint: String) -> String {
      #", "accept": [{"fingerprint": "\#(fingerprint)", "reason": "all apps take numbers", "until": "\#(until)"}]"#
    }
    try run.write(
      Self.contract(version: "2.0.0", up: Self.number, more: accept("2026-12-31", fingerprint)),
      to: "new.json")
    let accepted = try run("diff", "--today", "2026-12-31", "old.json", "new.json")
    #expect(accepted.status == 0)
    #expect(accepted.out.contains("info[type-widened]"))
    #expect(accepted.out.contains("accepted"))
    #expect(accepted.out.contains("new page + old app: works but for 1 accepted break;"))
    #expect(accepted.out.contains("old page + new app: works;"))
    let md = try run(
      "diff", "--today", "2026-12-31", "--format", "md", "old.json", "new.json"
    ).out
    #expect(md.contains("### bridge-contract: ✅ accepted breaks only"))
    let object = try run(
      "diff", "--today", "2026-12-31", "--format", "json", "old.json", "new.json"
    ).out
    #expect(object.contains(#""acceptedBreaks":{"newPageOldApp":1,"oldPageNewApp":0}"#))
    let expired = try run("diff", "--today", "2027-01-01", "old.json", "new.json")
    #expect(expired.status == 1)
    #expect(
      expired.out.contains(
        "warning[accept-expired] the finding \"\(fingerprint)\" was accepted until 2026-12-31 and "
          + "counts again"))
    try run.write(
      Self.contract(version: "2.0.0", up: Self.number, more: accept("2026-12-31", "0123456789ab")),
      to: "new.json")
    let unused = try run("diff", "--today", "2026-12-31", "old.json", "new.json")
    #expect(unused.status == 1)
    #expect(unused.out.contains("info[accept-unused]"))
  }

  @Test("the entry that accepts a finding can be pasted as it stands")
  func pasted() throws {
    let supports =
      #", "supports": {"native": [{"app": "6.0", "contract": "1.0.0", "until": "2027-06-30"}, {"app": "5.9", "contract": "0.9.0", "until": "2027-03-31"}]}"#
    for (more, until) in [("", ""), (supports, #", "until": "2027-06-30""#)] {
      try run.write(Self.contract(up: Self.integer), to: "old.json")
      try run.write(
        Self.contract(version: "2.0.0", up: Self.number, more: more), to: "new.json")
      let text = try run(
        "diff", "--today", "2026-11-30", "--format", "text", "old.json", "new.json"
      ).out
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("  accept ") })
      let entry = String(line.dropFirst("  accept ".count).drop { $0 == " " })
      #expect(entry.hasSuffix(#", "reason": ""\#(until)}"#), "\(entry)")
      try run.write(
        Self.contract(
          version: "2.0.0", up: Self.number, more: more + ", \"accept\": [\(entry)]"),
        to: "new.json")
      let accepted = try run("diff", "--today", "2026-11-30", "old.json", "new.json")
      #expect(accepted.status == 0, "\(accepted.err)")
      #expect(accepted.out.contains("works but for 1 accepted break"))
    }
  }

  @Test(
    "a day is one that the calendar has",
    arguments: [
      "2026-13-45", "2026-02-30", "2025-02-29", "2026-00-10", "2026-1-01", "tomorrow", "",
    ])
  func days(_ day: String) throws {
    try run.write(Self.contract(), to: "c.json")
    #expect(try run("diff", "--today", day, "c.json", "c.json").status == 2)
    let accept =
      #", "accept": [{"fingerprint": "0123456789ab", "reason": "r", "until": "\#(day)"}]"#
    try run.write(Self.contract(more: accept), to: "accept.json")
    let broken = try run("diff", "c.json", "accept.json")
    #expect(broken.status == 2)
    #expect(broken.err.contains("until must be a day such as"))
  }

  @Test("a leap day is a day")
  func leapDay() throws {
    try run.write(Self.contract(), to: "c.json")
    #expect(try run("diff", "--today", "2028-02-29", "c.json", "c.json").status == 0)
  }

  @Test("a line end in a name is shown in one way")
  func lineEnds() throws {
    try run.write(Self.contract(), to: "old.json")
    try run.write(
      Self.contract(version: "2.0.0").replacing(
        #""down": {"#, with: #""a\nb\"c": {"on": "bridge", "payload": {}}, "down": {"#),
      to: "new.json")
    let text = try run("diff", "--format", "text", "old.json", "new.json").out
    #expect(text.contains("error[message-added] the message \"a\\u{A}b\"c\" is new"))
    #expect(text.contains("web -> native  \"a\\u{A}b\"c\""))
    #expect(text.contains("/messages/a\\u{A}b\"c"))
    // JSON keeps its own spelling: in the frame and in a proof.
    for line in text.split(separator: "\n") where line.contains("a\\nb") {
      #expect(line.contains(" | ") || line.hasPrefix("  proof "), "\(line)")
    }
  }

  @Test("a message of a later version is planned, and added by the contract that has the version")
  func since() throws {
    func contract(_ version: String) -> String {
      Self.contract(version: version).replacing(
        #""down": {"#,
        with: #""next": {"on": "bridge", "since": "2.0.0", "payload": {}}, "down": {"#)
    }
    try run.write(Self.contract(), to: "old.json")
    try run.write(contract("1.1.0"), to: "planned.json")
    try run.write(contract("2.0.0"), to: "there.json")
    let planned = try run("diff", "old.json", "planned.json")
    #expect(planned.status == 0)
    #expect(
      planned.out.contains("info[message-planned] the message \"next\" is planned for \"2.0.0\""))
    let there = try run("diff", "planned.json", "there.json")
    #expect(there.status == 1)
    #expect(
      there.out.contains("error[message-added] the message \"next\" was planned and is in force"))
  }

  @Test("can-ship names the apps in the field that a page breaks")
  func canShip() throws {
    let supports =
      #", "supports": {"native": [{"app": "6.0", "contract": "1.0.0", "until": "2026-12-31"}, {"app": "6.2", "contract": "1.1.0"}], "web": [{"contract": "1.1.0"}]}"#
    try run.write(Self.contract(up: Self.integer), to: "Contracts/released/6.0.json")
    try run.write(
      Self.contract(version: "1.1.0", up: Self.number), to: "Contracts/released/6.2.json")
    try run.write(
      Self.contract(version: "1.2.0", up: Self.number, more: supports),
      to: "Contracts/small.bridge.json")
    let broken = try run("can-ship", "--today", "2026-11-30")
    #expect(broken.status == 1)
    #expect(broken.out.contains("error[type-widened]"))
    let text = try run("can-ship", "--today", "2026-11-30", "--format", "text").out
    #expect(text.contains("against   app 6.0 (contract 1.0.0)"))
    #expect(text.contains("proof     the new page says"))
    let later = try run("can-ship", "--today", "2027-01-01")
    #expect(later.status == 0)
    #expect(later.err.contains("note: app 6.0 (contract 1.0.0) is past its day, 2026-12-31"))
    try FileManager.default.removeItem(
      at: run.folder.url.appendingPathComponent("Contracts/released/6.2.json"))
    let missing = try run("can-ship", "--today", "2027-01-01")
    #expect(missing.status == 3)
    #expect(
      missing.err.contains("app 6.2 (contract 1.1.0) is in the field, and its contract is not"))
    #expect(try run("can-ship", "--released", "nowhere").status == 2)
  }

  @Test("a folder of released contracts that cannot be right is no answer")
  func hostileFolders() throws {
    let supports = #", "supports": {"native": [{"app": "6.0", "contract": "1.0.0"}]}"#
    try run.write(Self.contract(version: "1.2.0", more: supports), to: "Contracts/c.bridge.json")
    func ship() throws -> Run { try run("can-ship", "--today", "2026-11-30") }
    // Nothing there at all, then a folder without files.
    #expect(try ship().status == 3)
    try run.write("# Released", to: "Contracts/released/README.md")
    let empty = try ship()
    #expect(empty.status == 3)
    #expect(empty.err.contains("app 6.0 (contract 1.0.0) is in the field, and its contract is not"))
    // Names of files say nothing: the version is the contract's own.
    try run.write(Self.contract(), to: "Contracts/released/the old one!.json")
    #expect(try ship().status == 0)
    // The same file twice is one version; two files that differ are none.
    try run.write(Self.contract(), to: "Contracts/released/1.0.0.json")
    #expect(try ship().status == 0)
    try run.write(Self.contract(up: Self.integer), to: "Contracts/released/1.0.0.json")
    let twice = try ship()
    #expect(twice.status == 2)
    #expect(
      twice.err.contains(
        "'Contracts/released/1.0.0.json' and 'Contracts/released/the old one!.json' are both small "
          + "1.0.0, and differ"))
    try run.write(Self.contract(), to: "Contracts/released/1.0.0.json")
    // One broken file, JSON that is no contract, and a link that leads nowhere.
    for (name, text) in [("x.json", "{"), ("x.json", "[]"), ("x.json", "")] {
      try run.write(text, to: "Contracts/released/\(name)")
      let broken = try ship()
      #expect(broken.status == 2)
      #expect(broken.err.contains("Contracts/released/x.json"))
    }
    let link = run.folder.url.appendingPathComponent("Contracts/released/x.json")
    try FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "nowhere.json")
    #expect(try ship().status == 2)
    try FileManager.default.removeItem(at: link)
    // A contract in the field that nobody has any more is told.
    try run.write(
      Self.contract().replacing("\"small\"", with: "\"gone\""),
      to: "Contracts/released/gone.json")
    let stranger = try ship()
    #expect(stranger.status == 0)
    #expect(
      stranger.err.contains(
        "note: 'Contracts/released/gone.json' is of the contract 'gone', which is not here"))
    // A version that is none.
    try run.write(
      Self.contract(version: "1.2.0", more: supports.replacing("1.0.0", with: "six")),
      to: "Contracts/c.bridge.json")
    #expect(try ship().status == 2)
  }

  @Test("without supports every released contract counts, and none is no success")
  func released() throws {
    try run.write(Self.contract(up: Self.integer), to: "released/1.json")
    try run.write(Self.contract(version: "2.0.0", up: Self.number), to: "new.json")
    let result = try run("diff", "--released", "released", "new.json")
    #expect(result.status == 1)
    #expect(result.out.contains("type-widened"))
    try run.write("", to: "empty/.keep")
    #expect(try run("diff", "--released", "empty", "new.json").status == 3)
    #expect(try run("can-ship", "--released", "empty", "new.json").status == 3)
    #expect(try run("can-ship", "new.json").status == 1)
  }

  @Test("the changelog groups what changed, and is never a failure")
  func changelog() throws {
    try run.write(Self.contract(up: Self.integer), to: "old.json")
    let more = Self.contract(version: "2.0.0", up: Self.number)
      .replacing(
        #""down": {"on""#,
        with: #""new": {"on": "receive", "payload": {}}, "down": {"doc": "Hi | there.", "on""#)
    try run.write(more, to: "new.json")
    let result = try run("changelog", "old.json", "new.json")
    #expect(result.status == 0)
    #expect(
      result.out == """
        ## 2.0.0

        ### Breaking

        - "/data/x" of "up" was integer and is number
          - new page + old app breaks, old page + new app works
          - ship the app first, and the page when the old apps are gone

        ### Added

        - the message "new" is new

        ### Documentation

        - down

        """)
    #expect(try run("changelog", "old.json", "old.json").out == "## 1.0.0\n\nNo change.\n")
  }

  @Test("the readme shows what really comes out")
  func readme() throws {
    let text = try String(contentsOf: Project.url("README.md"), encoding: .utf8)
    let start = try #require(text.range(of: "$ bridge-contract diff --format text "))
    let block = try #require(text[start.upperBound...].split(separator: "```").first)
    let arguments = try #require(block.split(separator: "\n").first)
    let result = try Run.product(
      "bridge-contract",
      // The last day of an accepted finding is named until it has passed.
      ["diff", "--today", "2026-11-30", "--format", "text"]
        + arguments.split(separator: " ").map(String.init),
      in: Project.folder)
    let lines = result.out.split(separator: "\n")
    for line in block.split(separator: "\n").dropFirst() where line != "…" {
      #expect(lines.contains(line), "\(line)")
    }
  }

  @Test("names that mean harm stay names in a comment")
  func hostileNames() throws {
    let name = "a|b`c<script>alert(1)</script>\u{202E}@me #1 ](x) \\n\\n# big"
    let hostile = Self.contract(version: "2.0.0").replacing(
      #""down": {"on""#,
      with:
        #""\#(name.replacing("\\n", with: "\\u000a"))": {"on": "bridge", "payload": {}}, "down": {"on""#
    )
    try run.write(Self.contract(), to: "old.json")
    try run.write(hostile, to: "new.json")
    let md = try run("diff", "--format", "md", "old.json", "new.json").out
    #expect(md.hasPrefix("<!-- bridge-contract diff -->\n### bridge-contract: "))
    for harm in ["<script", "\u{202E}", "\n# big", "@me", " #1", "&#64;", "&#35;"] {
      #expect(!md.contains(harm), "\(harm)")
    }
    // Hosts look for people and issues in the finished page, where an entity is a letter again.
    #expect(md.contains("<span>@</span>me <span>#</span>1"))
    // Inside of the folded HTML Markdown means nothing; before it, it does.
    let table = try #require(md.components(separatedBy: "<details>").first)
    for harm in ["a|b", "`c", "]("] { #expect(!table.contains(harm), "\(harm)") }
    let github = try run("diff", "--format", "github", "old.json", "new.json").out
    #expect(github.split(separator: "\n").allSatisfy { $0.hasPrefix("::") })
  }

  @Test("five hundred changes are readable and within the limits of hosts")
  func manyChanges() throws {
    func big(_ version: String, _ payload: (Int) -> String) -> String {
      let messages = (0..<500).map {
        "\"m\($0)\": {\"on\": \"bridge\", \"payload\": \(payload($0))}"
      }
      return Self.contract(version: version).replacing(
        #""up": {"on": "bridge", "payload": {"type": "object"}}"#,
        with: messages.joined(separator: ",\n"))
    }
    func field(_ index: Int, _ type: String) -> String {
      #"{"type": "object", "properties": {"f\#(index % 100)": {"type": "\#(type)"}}}"#
    }
    try run.write(big("1.0.0") { field($0, "integer") }, to: "old.json")
    try run.write(big("2.0.0") { field($0, "number") }, to: "new.json")
    let result = try run(
      "diff", "--format", "text", "--format", "md=c.md", "--format", "github=g.txt", "--format",
      "json=r.json", "old.json", "new.json")
    #expect(result.status == 1)
    #expect(result.out.contains("500 errors"))
    // So many changes of one kind are one block, wherever they stand.
    #expect(result.out.split(separator: "\n").count < 100)
    let md = try run.text("c.md")
    #expect(md.utf8.count <= 65_536)
    // A row stays a row: the names of the others stand in the details.
    #expect(md.contains("<code>m0</code> and 499 more like it |"))
    #expect(md.contains("and 499 more like it: m"))
    #expect(try run.text("g.txt").split(separator: "\n").count <= 50)
    let json = try run.text("r.json")
    #expect(json.components(separatedBy: "\"cause\":\"type-widened\"").count == 501)
  }

  @Test("names made to fill a comment do not: it keeps within the limit, whatever they are")
  func fillingNames() throws {
    func contract(_ version: String, _ doc: String, _ type: String) -> String {
      let messages = (0..<300).map { index in
        let name = "m" + String(repeating: "@#<&|", count: 30) + "\(index)"
        return
          "\"\(name)\": {\"on\": \"bridge\", \"doc\": \"\(doc)\", \"payload\": {\"type\": \"object\", "
          + "\"properties\": {\"@\(name)\": {\"type\": \"\(type)\"}}}}"
      }
      return Self.contract(version: version).replacing(
        #""up": {"on": "bridge", "payload": {"type": "object"}}"#,
        with: messages.joined(separator: ",\n"))
    }
    let folder = String(repeating: "@", count: 200)
    try run.write(contract("1.0.0", "a", "integer"), to: "\(folder)/old.json")
    for (index, type) in ["integer", "number", "string"].enumerated() {
      try run.write(contract("\(index + 2).0.0", "b", type), to: "\(folder)/new.json")
      let md = try run(
        "diff", "--format", "md", "\(folder)/old.json", "\(folder)/new.json"
      ).out
      #expect(md.utf8.count <= 65_536, "\(type)")
      #expect(md.hasSuffix("</details>\n"))
      #expect(!md.contains("@@") && !md.contains("<&"), "\(type)")
      #expect(
        md.components(separatedBy: "<details>").count
          == md.components(separatedBy: "</details>").count)
    }
  }

  @Test("nothing is said twice by two runs")
  func deterministic() throws {
    let folder = Project.url("Contracts")
    let arguments = [
      "diff", folder.appendingPathComponent("released/sync-1.0.0.bridge.json").path,
      folder.appendingPathComponent("sync.bridge.json").path, "--format", "json",
    ]
    let first = try Run.product("bridge-contract", arguments)
    let second = try Run.product("bridge-contract", arguments)
    #expect(first.stdout == second.stdout)
    #expect(first.status == 1)
  }
}
