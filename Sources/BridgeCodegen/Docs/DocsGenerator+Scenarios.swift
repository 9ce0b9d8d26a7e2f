import BridgeContract
import BridgeJSON

// A sequence diagram for each scenario.

extension DocsGenerator {
  func scenarios(_ contract: Contract) -> String {
    guard !contract.scenarios.isEmpty else { return "" }
    var out = "\n## Scenarios\n"
    for scenario in contract.scenarios {
      out += "\n### \(Self.cell(scenario.name))\n\n```mermaid\nsequenceDiagram\n"
      out += "  participant web as page\n  participant native as app\n"
      switch scenario.form {
      case .log(let lines):
        for line in lines.items { out += step(line, contract) }
      case .live:
        for side in ["page", "native"] {
          for reaction in scenario.source[side]?.items ?? [] {
            out += self.reaction(reaction, isPage: side == "page", contract)
          }
        }
      }
      if let fails = scenario.fails { out += "  note over web,native: \(Self.label(fails))\n" }
      out += "```\n"
    }
    return out
  }

  private func step(_ line: JSONValue, _ contract: Contract) -> String {
    if let event = line["event"]?.string { return "  note right of native: \(Self.label(event))\n" }
    if line["answers"] != nil { return "  note over web,native: answer of the call\n" }
    guard let body = line["body"] else { return "" }
    let reading = LineReading.read(line, body, contract)
    let arrow = reading.isReply ? "-->>" : "->>"
    let way = reading.isFromWeb ? "web\(arrow)native" : "native\(arrow)web"
    return "  \(way): \(Self.label(reading.label))\n"
  }

  private func reaction(_ reaction: JSONValue, isPage: Bool, _ contract: Contract) -> String {
    var out = ""
    let me = isPage ? "web" : "native"
    if let when = reaction["when"]?.string {
      out += "  note \(isPage ? "left" : "right") of \(me): \(Self.label(when))\n"
    }
    for action in reaction["do"]?.items ?? [] {
      guard let first = action.members.first(where: { $0.key != "payload" }) else { continue }
      let word = first.value.string ?? ""
      switch first.key {
      case "send", "body":
        out += "  \(isPage ? "web->>native" : "native->>web"): \(Self.label(word))\n"
      case "answer": out += "  \(isPage ? "web-->>native" : "native-->>web"): \(Self.label(word))\n"
      default:
        out += "  note over \(me): \(Self.label(first.key + " " + word))\n"
      }
    }
    return out
  }

  /// Text that a diagram takes as a label: no line end, and none of the marks that mean something.
  static func label(_ text: String) -> String {
    let clean = String(
      text.unicodeScalars.prefix(80).map { scalar -> Character in
        switch scalar.value {
        case 0x20...0x7E where !";:#<>\"`%{}".unicodeScalars.contains(scalar): Character(scalar)
        case 0xA1...0xD7FF: Character(scalar)
        default: " "
        }
      })
    let words = clean.split(separator: " ").joined(separator: " ")
    return words.isEmpty ? "…" : words
  }
}

/// What a line of a scenario says.
struct LineReading {
  var isFromWeb: Bool
  var isReply: Bool
  var label: String

  static func read(_ line: JSONValue, _ body: JSONValue, _ contract: Contract) -> LineReading {
    guard case .joined(let set) = ContractSet.join([contract]) else {
      return LineReading(isFromWeb: true, isReply: false, label: "message")
    }
    let reader = BodyReader(set)
    let key = line["channel"]?.string
    var guess: LineReading?
    for program in set.channels {
      if let key, !program.channel.key.utf8.elementsEqual(key.utf8) { continue }
      reader.reset()
      guard var reading = reader.bodies(of: body.cursor, on: program).first else { continue }
      reader.read(&reading, on: program)
      let isFromWeb = program.channel.from == .web
      if let message = reading.message {
        return LineReading(
          isFromWeb: isFromWeb, isReply: false, label: set.messages[message].message.name)
      }
      if reading.isReply {
        guess = guess ?? LineReading(isFromWeb: isFromWeb, isReply: true, label: "reply")
      } else if key != nil {
        guess = LineReading(isFromWeb: isFromWeb, isReply: false, label: "unknown message")
      }
    }
    return guess ?? LineReading(isFromWeb: true, isReply: false, label: "unknown message")
  }
}
