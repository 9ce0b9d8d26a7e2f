import BridgeContract
import Foundation
import TestSupport
import Testing

@testable import BridgeCodegen

/// Contracts made to break what is generated from them.
@Suite(.serialized)
struct HostileContractTests {
  private static let words = [
    "\\\"", "`", "'", "*/ evil() /*", "\\\"\\\"\\\"#", "\\\\#(exit(1))", "${process.exit(7)}",
    "</script>",
    "\\n", "\\r\\n", "\\u2028", "\\u202e", "\\u0000", "🎉", "e\\u0301", "é", "class", "default",
    "self",
    "init", "Type", "Self", "String", "Int", "Optional", "constructor", "__proto__", "prototype",
    "toString", "Payload", "Reply", "Failure", "Client", "Handler", "switch", "any", "1", "-", " ",
    "",
    "//", "#if", "import", "unknown", "rawValue", "hashValue", "encoder", "fields", "null", "|",
    "---",
  ]

  /// One contract with every word in every place that takes one.
  private static func evil() -> String {
    let names = words.filter { !$0.isEmpty && !$0.hasPrefix("@") && !$0.contains("*") }
    let properties = words.map { word in
      "\"\(word)\": {\"type\": \"string\", \"description\": \"\(word) \(word)\"}"
    }.joined(separator: ", ")
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    let union = words.enumerated().map { index, word in
      "{\"type\": \"object\", \"required\": [\"t\"], \"properties\": {\"t\": {\"const\": \"\(word)\"}, "
        + "\"\(word)\": {\"type\": \"integer\"}, \"x\(index)\": true}}"
    }.joined(separator: ", ")
    let types =
      names.map { "\"\($0)\": {\"enum\": [\"\($0)\", \"x\"]}" }.joined(separator: ", ")
      + ", \"All\": {\"enum\": [\(list)]}, \"Union\": {\"oneOf\": [\(union)]}, "
      + "\"Every\": {\"type\": \"object\", \"properties\": {\(properties)}}"
    let errors = names.map {
      "\"\($0)\": {\"doc\": \"\($0)\", \"payload\": {\"type\": \"string\"}}"
    }
    .joined(separator: ", ")
    let errorNames = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let messages = names.map { word in
      """
      "\(word)": {"doc": "\(word)", "on": "c", "payload": {"type": "object",
        "required": ["\(word)"], "properties": {"\(word)": {"type": "object", "properties":
          {"\(word)": {"type": "object", "properties": {"\(word)": {"enum": ["\(word)", "x"]}}}}},
          "every": {"$ref": "#/types/Every"}}},
        "reply": {"on": "d", "payload": {"$ref": "#/types/Union"},
          "errors": [\(word == "class" ? errorNames : "\"\(word)\"")]},
        "examples": [{"body": {"k": "\(word)", "i": 1, "p": {"\(word)": {"\(word)": {"\(word)": "x"}}}}}]}
      """
    }.joined(separator: ",\n")
    return """
      {"bridgeContract": 1, "name": "evil", "version": "1.0.0", "doc": "\(words.joined(separator: " "))",
       "framing": {"kind": "/k", "id": "/i", "payload": "/p", "reply": {"error": "/e", "code": "/n"}},
       "channels": {"c": {"from": "web", "via": "messageHandler"},
         "d": {"from": "native", "via": "evaluate", "call": "receive"}},
       "types": {\(types)}, "errors": {\(errors)}, "messages": {\(messages)},
       "scenarios": {"</script> ``` end": {"log": [{"body": {"k": "class", "i": 1, "p": {"class": ""}}}]}}}
      """
  }

  /// A thousand messages; unions and objects in one another, sixty deep; types that hold themselves.
  private static func big() -> String {
    var deep = "{\"type\": \"string\"}"
    for level in 0..<60 {
      deep =
        level % 3 == 0
        ? "{\"type\": \"object\", \"required\": [\"a\"], \"properties\": {\"a\": \(deep)}}"
        : level % 3 == 1
          ? "{\"oneOf\": [\(deep), {\"type\": \"integer\"}]}"
          : "{\"anyOf\": [{\"type\": \"object\", \"required\": [\"t\", \"v\"], \"properties\": "
            + "{\"t\": {\"const\": 1}, \"v\": \(deep)}}, {\"type\": \"object\", \"required\": [\"t\"],"
            + "\"properties\": {\"t\": {\"const\": 2}}}]}"
    }
    let messages = (0..<1000).map { number in
      """
      "m\(number)": {"on": "c", "payload": {"type": "object", "properties": {
        "n": {"type": "integer"}, "list": {"type": "array", "items": {"$ref": "#/types/Tree"}}}}}
      """
    }
    return """
      {"bridgeContract": 1, "name": "big", "version": "1.0.0", "framing": {"kind": "/k", "payload": "/p"},
       "channels": {"c": {"from": "web", "via": "messageHandler"},
         "d": {"from": "native", "via": "evaluate", "call": "receive"}},
       "types": {"Tree": {"type": "object", "required": ["left"], "properties": {
           "left": {"anyOf": [{"$ref": "#/types/Tree"}, {"type": "null"}]},
           "right": {"$ref": "#/types/Tree"}, "other": {"$ref": "#/types/Pair"}}},
         "Pair": {"type": "object", "properties": {"tree": {"$ref": "#/types/Tree"},
           "all": {"type": "array", "items": {"$ref": "#/types/Pair"}}}}},
       "messages": {"deep": {"on": "d", "payload": \(deep)}, \(messages.joined(separator: ",\n"))}}
      """
  }

  /// Types that come back to themselves in every way but at once, which the format refuses.
  private static func loops() -> String {
    func reference(_ name: String) -> String { "{\"$ref\": \"#/types/\(name)\"}" }
    let types = [
      ("List", #"{"type": "array", "items": \#(reference("List"))}"#),
      ("Maybe", #"{"type": ["array", "null"], "items": \#(reference("Maybe"))}"#),
      ("Table", #"{"type": "object", "additionalProperties": \#(reference("Table"))}"#),
      ("One", #"{"type": "array", "items": \#(reference("Two"))}"#),
      ("Two", #"{"type": "object", "additionalProperties": \#(reference("Three"))}"#),
      ("Three", #"{"anyOf": [\#(reference("One")), {"type": "null"}]}"#),
      (
        "JSON",
        #"{"oneOf": [{"type": ["string", "number", "boolean", "null"]}, "#
          + #"{"type": "array", "items": \#(reference("JSON"))}, "#
          + #"{"type": "object", "additionalProperties": \#(reference("JSON"))}]}"#
      ),
      (
        "Leaf",
        #"{"oneOf": [{"type": "object", "required": ["t", "l"], "properties": {"t": {"const": "n"}, "#
          + #""l": \#(reference("Leaf"))}}, {"type": "object", "required": ["t"], "#
          + #""properties": {"t": {"const": "l"}}}]}"#
      ),
      ("Again", reference("List")),
    ]
    let messages = types.flatMap { name, _ in
      [
        #""in\#(name)": {"on": "c", "payload": \#(reference(name)), "reply": {"on": "d", "payload": \#(reference(name))}}"#,
        #""out\#(name)": {"on": "d", "payload": \#(reference(name))}"#,
      ]
    }
    let list = types.map { name, schema in #""\#(name)": \#(schema)"# }.joined(separator: ", ")
    return """
      {"bridgeContract": 1, "name": "loops", "version": "1.0.0", "framing": {"kind": "/k", "id": "/i", "payload": "/p"},
       "channels": {"c": {"from": "web", "via": "messageHandler"},
         "d": {"from": "native", "via": "evaluate", "call": "receive"}},
       "types": {\(list)},
       "messages": {\(messages.joined(separator: ",\n"))}}
      """
  }

  /// Unions whose cases have the names of messages.
  private static func shadows() -> String {
    let branches = ["FOO", "BAR"].map {
      #"{"type": "object", "required": ["t", "v"], "properties": {"t": {"const": "\#($0)"}, "#
        + #""v": {"type": "object", "properties": {"n": {"enum": ["FOO", "BAR"]}}}}}"#
    }.joined(separator: ", ")
    return """
      {"bridgeContract": 1, "name": "shadows", "version": "1.0.0", "framing": {"kind": "/k", "id": "/i", "payload": "/p"},
       "channels": {"c": {"from": "web", "via": "messageHandler"},
         "d": {"from": "native", "via": "evaluate", "call": "receive"}},
       "messages": {"FOO": {"on": "c", "payload": {"oneOf": [\(branches)]},
         "reply": {"on": "d", "payload": {"oneOf": [\(branches)]}}},
         "BAR": {"on": "d", "payload": {"oneOf": [\(branches)]}},
         "Login": {"on": "d", "payload": {"type": "object", "properties": {"Login": {"type": "string"}}},
           "reply": {"on": "c", "payload": {"type": "object"}}},
         "login": {"on": "c", "payload": {"oneOf": [\(branches.replacing("BAR", with: "Login"))]}}}}
      """
  }

  private static func contracts() throws -> [Contract] {
    try [evil(), big(), loops(), shadows()].map { try ShippedContracts.load(Array($0.utf8)) }
  }

  @Test(
    "hostile contracts: generated Swift compiles", .enabled(if: Programs.has("swiftc")))
  func swift() throws {
    let files = try Self.contracts().flatMap { GeneratorTarget.swift.generate($0) }
    let words = try GeneratedSwift().typeCheck(files)
    #expect(words == nil, "\((words ?? "").prefix(3000))")
  }

  @Test(
    "hostile contracts: generated modules load, types pass tsc --strict, nothing is run",
    .enabled(if: Programs.has("tsc") && Programs.has("node")))
  func typeScript() throws {
    let contracts = try Self.contracts()
    let folder = try TemporaryFolder()
    for file in contracts.flatMap({ GeneratorTarget.typescript.generate($0) }) {
      try folder.write(file.text, to: file.path)
      #expect(file.text.utf8.allSatisfy { $0 < 0x80 || file.path.hasSuffix(".d.ts") })
    }
    try folder.write("{\"type\": \"module\"}", to: "package.json")
    let tsc = try Run.command(
      "/usr/bin/env",
      [
        "tsc", "--strict", "--noEmit", "--target", "es2020", "--module", "es2020", "evil.d.ts",
        "big.d.ts", "loops.d.ts", "shadows.d.ts",
      ],
      in: folder.url)
    #expect(tsc.status == 0, "\(tsc.out.prefix(3000))")
    try folder.write(
      """
      import * as evil from "./evil.js";
      import * as big from "./big.js";
      import "./loops.js";
      const names = Object.keys(evil.contract.messages);
      let good = 0;
      for (const name of names) {
        const [example] = evil.contract.messages[name].examples;
        if (evil.judgeExample(name, example).length === 0) good += 1;
        const again = evil.encode(name, example.body.p, { id: 2 });
        if (evil.judge("c", again).length !== 0) good -= 1;
      }
      const many = Object.keys(big.contract.messages).length;
      console.log(names.length === good, many, ({}).polluted, [].constructor === Array);
      """, to: "load.js")
    let node = try Run.command("/usr/bin/env", ["node", "load.js"], in: folder.url)
    #expect(node.out == "true 1001 undefined true\n", "\(node.err)")
    #expect(node.status == 0)
  }

  @Test("hostile contracts: documentation and schemas stay text")
  func text() throws {
    for contract in try Self.contracts() {
      for file in GeneratorTarget.docs.generate(contract) {
        let prose = file.text.replacing(/`[^`]*`/, with: "")
        #expect(!prose.contains("<"))
        // A fence is opened and closed by itself.
        let fences = file.text.split(separator: "\n").filter { $0.hasPrefix("```") }
        #expect(fences.count == 2 * contract.scenarios.count)
      }
      for file in GeneratorTarget.jsonSchema.generate(contract) {
        #expect(throws: Never.self) {
          try JSONSerialization.jsonObject(with: Data(file.text.utf8))
        }
      }
    }
  }
}
