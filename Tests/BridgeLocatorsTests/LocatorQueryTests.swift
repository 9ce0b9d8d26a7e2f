import BridgeLocators
import Foundation
import Testing

@Suite("Labels and queries")
struct LocatorQueryTests {
  @Test(
    "text and identity become a label",
    arguments: [
      ("Pay", "pay", "Pay | pay"), ("", "pay", "pay"), ("pay", "pay", "pay"),
      ("Pay | pay", "pay", "Pay | pay"), ("Pay | pay | pay", "pay", "Pay | pay"),
      (" Pay \u{A0}\n now ", "pay", "Pay now | pay"),
      ("Co\u{AD}ope\u{200B}rate\u{2060}", "c", "Cooperate | c"),
      ("10\u{202F}€", "x", "10 € | x"), ("👨‍👩‍👧", "f", "👨‍👩‍👧 | f"), ("e\u{301}", "é", "e\u{301} | é"),
    ])
  func labels(_ text: String, _ identity: String, _ label: String) {
    #expect(Array(LocatorLabel().label(text: text, identity: identity).utf8) == Array(label.utf8))
  }

  @Test("128 units in all; the text is cut at a code point, the identity never")
  func length() {
    let rules = LocatorLabel()
    let exact = rules.label(text: String(repeating: "a", count: 122), identity: "pay")
    #expect(exact == String(repeating: "a", count: 122) + " | pay")
    #expect(exact.utf16.count == 128)
    let cut = rules.label(text: String(repeating: "a", count: 123), identity: "pay")
    #expect(cut == String(repeating: "a", count: 121) + "… | pay")
    #expect(cut.utf16.count == 128)
    let emoji = rules.label(text: String(repeating: "😀", count: 80), identity: "pay")
    #expect(emoji == String(repeating: "😀", count: 60) + "… | pay")
    let spaced = rules.label(
      text: String(repeating: "a", count: 120) + " " + "bbbb", identity: "pay")
    #expect(spaced == String(repeating: "a", count: 120) + "… | pay")
    let long = String(repeating: "i", count: 124)
    #expect(rules.label(text: "text", identity: long) == long)
    #expect(
      rules.label(text: "text", identity: String(repeating: "i", count: 123)) == "t… | "
        + String(repeating: "i", count: 123))
    let longer = String(repeating: "i", count: 300)
    #expect(rules.label(text: "text", identity: longer) == longer)
  }

  @Test("queries as formats with texts inside, and as formats with arguments")
  func queries() {
    let query = LocatorQuery()
    #expect(query.exact(text: "Оплатить", id: "pay-button") == "Оплатить | pay-button")
    let byId = query.byId("pay-button")
    #expect(byId.format == #"label == "pay-button" OR label ENDSWITH " | pay-button""#)
    #expect(byId.template == "label == %@ OR label ENDSWITH %@")
    #expect(byId.arguments == ["pay-button", " | pay-button"])
    #expect(
      query.byText("Оплатить").format
        == #"label == "Оплатить" OR label BEGINSWITH "Оплатить | ""#)
    #expect(query.byText("A  b", id: "x").format == #"label == "A b | x""#)
    #expect(
      query.byId(#"it's "q" \ 100%"#).format
        == #"label == "it's \"q\" \\ 100%" OR label ENDSWITH " | it's \"q\" \\ 100%""#)
  }

  @Test("another separator and length are the query's as well")
  func settings() {
    let query = LocatorQuery(
      configuration: LocatorConfiguration(separator: " :: ", maxLength: 20))
    #expect(query.byId("x").arguments == ["x", " :: x"])
    #expect(
      query.exact(text: "A rather long text", id: "x")
        == "A rather long… :: x")
  }

  /// What a predicate's parser reads of a quoted literal.
  static func read(_ literal: some StringProtocol) -> String? {
    guard literal.hasPrefix("\""), literal.hasSuffix("\""), literal.utf8.count >= 2 else {
      return nil
    }
    var out = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in literal.unicodeScalars.dropFirst().dropLast() {
      if isEscaped {
        switch scalar {
        case "n": out.append("\n")
        case "r": out.append("\r")
        case "t": out.append("\t")
        case "\"", "\\": out.append(scalar)
        default: return nil
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        return nil
      } else {
        out.append(scalar)
      }
    }
    return isEscaped ? nil : String(out)
  }

  @Test(
    "whatever an id holds, the format's literals are read back as the arguments",
    arguments: [
      #"""#, #"\"#, #"\""#, #"ends with \"#, "it's", "a\nb", "a\r\nb\tc", "👨‍👩‍👧", "e\u{301}",
      "\u{2028}",
      "%@ %d 100%", #"" OR label LIKE "*"#, #"\" OR 1 == 1 OR label == "\"#, "$x", "{a, b}", "",
    ])
  func hostile(text: String) throws {
    for predicate in [
      LocatorQuery().byId(text), LocatorQuery().byText(text), LocatorQuery().byText(text, id: text),
    ] {
      var rest = predicate.format[...]
      for (place, argument) in predicate.arguments.enumerated() {
        let words = predicate.template.components(separatedBy: "%@")[place]
        #expect(rest.hasPrefix(words))
        rest = rest.dropFirst(words.count)
        // Up to the first quote that is not escaped.
        var end = rest.index(after: rest.startIndex)
        var isEscaped = false
        while rest[end] != "\"" || isEscaped {
          isEscaped = rest[end] == "\\" && !isEscaped
          end = rest.index(after: end)
        }
        let literal = rest[...end]
        #expect(Self.read(literal)?.utf8.elementsEqual(argument.utf8) == true, "\(literal)")
        rest = rest[rest.index(after: end)...]
      }
      #expect(rest.isEmpty)
    }
  }
}
