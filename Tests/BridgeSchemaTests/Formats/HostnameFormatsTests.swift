import Testing

@testable import BridgeSchema

@Suite("hostname, idn-hostname")
struct HostnameFormatsTests {
  static let label63 = String(repeating: "a", count: 63)

  @Test("Names of letters, digits and hyphens")
  func hostname() {
    let name253 = [Self.label63, Self.label63, Self.label63, String(repeating: "a", count: 61)]
      .joined(separator: ".")
    expect(
      .hostname,
      accepts: [
        "a", "1", "A-b.C", "1.2.3.4", "a--b", "ab--cd", "r3---sn-a.example", Self.label63, name253,
      ],
      refuses: [
        "", ".", "a.", ".a", "a..b", "-a", "a-", "a.-b", "a_b", "a b", "é", "a\u{3002}b",
        "a" + Self.label63, name253 + "a",
      ])
  }

  @Test("A-labels are the Punycode of a U-label, in one way")
  func aLabels() {
    expect(
      .hostname,
      accepts: ["xn--bcher-kva", "XN--BCHER-KVA.example", "xn--fa-hia.de", "xn--4dbc8h.1a"],
      refuses: [
        "xn--", "xn--a", "xn--a-", "xn--bcher-kv", "xn--bcher-kva1", "xn--Bcher-kva-", "xn--7a",
        "xn--0ca24w",
        "xn---9uc", "xn--99999999", "xn--www-kva-", "xn--zca.xn--X", "xn--abc-",
        "XN--aa---o47jg78q",
      ])
  }

  @Test("U-labels stand as IDNA 2008 has them, unmapped")
  func uLabels() {
    expect(
      .idnHostname,
      accepts: [
        "bücher.example", "ß", "ς", "\u{F0B}", "\u{3007}", "中文.com", "A.é", "xn--bcher-kva.é",
      ],
      refuses: [
        "Bücher", "É", "e\u{301}", "\u{FF21}", "★", "\u{1F600}", "a\u{300}.\u{300}", "é-", "-é",
        "éé--é", "ab--cd", "ab--cd.é",
        "é_", "\u{640}", "\u{3031}", "\u{1100}", "\u{378}", "\u{FFFE}", "é.", "é..a",
      ])
  }

  @Test("Joiners and marks between letters need their neighbours")
  func context() {
    expect(
      .idnHostname,
      accepts: [
        "l·l", "\u{375}α", "א\u{5F3}", "א\u{5F4}", "\u{30FB}ア", "\u{628}\u{661}", "\u{628}\u{6F1}",
        "\u{915}\u{94D}\u{200D}\u{937}", "\u{628}\u{64E}\u{200C}\u{64E}\u{628}",
        "\u{A872}\u{200C}\u{A840}",
      ],
      refuses: [
        "l·a", "a·l", "·l", "l·", "\u{375}a", "é\u{375}", "a\u{5F3}", "\u{5F4}א", "\u{30FB}",
        "\u{30FB}a",
        "\u{628}\u{661}\u{6F1}", "\u{915}\u{200D}", "\u{200D}é", "\u{200C}\u{628}",
        "\u{628}\u{200C}",
        "\u{627}\u{200C}\u{628}", "\u{628}\u{200D}\u{628}", "é\u{200C}é",
      ])
  }

  @Test("A right-to-left label binds the whole name to the Bidi rule")
  func bidi() {
    expect(
      .idnHostname,
      accepts: ["א", "א1", "אa1".replacing("a", with: "ב"), "a.א", "א.a1", "אֱ", "א-ב"],
      refuses: [
        "1א", "אa", "א.1a", "1a.א", "א1\u{661}", "\u{661}", "א\u{200C}1-".replacing("-", with: "+"),
        "xn--4dbc8h.1",
      ])
    expect(.idnHostname, accepts: ["1a.é", "1.2"], refuses: [])
  }

  @Test("Length is that of the ASCII form")
  func length() {
    // Each of these labels has 63 octets in ASCII form: `xn--`, 53 letters, `-`, five for the rest.
    let long = String(repeating: "é", count: 56)
    #expect(ULabel.encodedLength(long) == 62)
    #expect(Format.idnHostname.accepts(long))
    #expect(!Format.idnHostname.accepts(long + "éé"))
    #expect(Format.idnHostname.accepts([long, long, long, "aaaa"].joined(separator: ".")))
    let tooLong = [long, long, long, long, "aa"].joined(separator: ".")
    #expect(!Format.idnHostname.accepts(tooLong))
  }
}

extension ULabel {
  static func encodedLength(_ text: String) -> Int {
    text.unicodeScalars.map(\.value).withUnsafeBufferPointer { encodedLength($0) }
  }
}
