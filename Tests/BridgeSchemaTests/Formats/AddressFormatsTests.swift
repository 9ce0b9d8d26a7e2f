import Testing

@testable import BridgeSchema

@Suite("ipv4, ipv6, email, idn-email, uuid")
struct AddressFormatsTests {
  @Test("Dotted quads")
  func ipv4() {
    expect(
      .ipv4, accepts: ["0.0.0.0", "255.255.255.255", "1.20.100.9"],
      refuses: [
        "256.0.0.0", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.04", "00.0.0.0", "1.2.3.4 ", "1..3.4",
        "1111.1.1.1",
      ])
  }

  @Test("IPv6 addresses have eight groups, or fewer and one gap")
  func ipv6() {
    expect(
      .ipv6,
      accepts: [
        "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8",
        "1::3:4:5:6:7:8",
        "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1::1.2.3.4", "::FFFF:1.2.3.4", "abcd:EF01::",
      ],
      refuses: [
        "", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "::1::",
        "1:2:3:4:5:6:7:8::",
        "::1:2:3:4:5:6:7:8", "12345::", "g::", "1:", ":1", "::1:", "1.2.3.4", "::1.2.3",
        "::1.2.3.4:5",
        "1:2:3:4:5:6:7:1.2.3.4", "::01.2.3.4", "::.1.2.3", "fe80::1%eth0", "::1/64", "[::1]",
      ])
  }

  @Test("Mailboxes")
  func email() {
    let sixtyFour = String(repeating: "a", count: 64)
    expect(
      .email,
      accepts: [
        "a@b", "a.b@c.d", "!#$%&'*+-/=?^_`{|}~@b", "\"\"@b", "\"a b\"@c", "\"a\\\"b\"@c",
        "\"\\ \"@c",
        "\(sixtyFour)@b", "a@[1.2.3.4]", "a@[001.2.3.4]", "a@[IPv6:::1]", "a@[ipV6:1:2:3:4:5:6::]",
        "a@[IPv6:1::1.2.3.4]", "a@123", "a@1.2.3.4", "a@xn--9n2bp8q", "a@b-c",
      ],
      refuses: [
        "", "@", "a@", "@b", "a", "a@b@c", ".a@b", "a.@b", "a..b@c", "a b@c", "a@b_c", "a@b.",
        "a@.b", "a@-b",
        "a@b-", "\"a\"b@c", "\"a@b", "\"a\tb\"@c", "\"\\\u{1}\"@c", "a\"b@c", "\(sixtyFour)a@b",
        "a@[1.2.3]",
        "a@[]", "a@[1.2.3.4", "a@[x:1]", "a@[IPv6:1:2:3:4:5:6:7::]", "a@[IPv6:1]",
        "a@[IPv\u{16}:::1]",
        "a@xn--X", "é@b", "a@é", "(c)a@b", "a@b (c)", "a@b\n", "<a@b>",
      ])
  }

  @Test("Internationalized mailboxes")
  func idnEmail() {
    expect(
      .idnEmail,
      accepts: [
        "é@b", "\"é é\"@b", "a@é", "a@E\u{301}.com", "用户@例え.テスト", "a@\u{FF22}\u{FF43}",
        "a@b\u{3002}c",
        "a@BÜCHER.example", "\u{1F600}@b", "\u{85}@b", "a@\u{13A0}", "a@[1.2.3.4]",
        "\(String(repeating: "é", count: 32))@b",
      ],
      refuses: [
        "é", "é é@b", "a@★", "a@\u{300}a", "a@é_", "a@-é", "a@é\u{3002}", "a\u{FF20}b", "é..é@b",
        "\"\\é\"@b",
        "\(String(repeating: "é", count: 33))@b", "a@\u{5D0}a", "a@xn--X", "a@\u{200D}",
      ])
  }

  @Test("UUIDs of any version")
  func uuid() {
    expect(
      .uuid,
      accepts: ["00000000-0000-0000-0000-000000000000", "FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF"],
      refuses: [
        "00000000-0000-0000-0000-00000000000", "00000000-0000-0000-0000-0000000000000",
        "00000000_0000-0000-0000-000000000000", "0000000-00000-0000-0000-000000000000",
        "{0000000-0000-0000-0000-00000000000}", "0000000g-0000-0000-0000-000000000000",
      ])
  }
}
