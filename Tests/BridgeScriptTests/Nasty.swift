/// What has broken scripts before, or might.
enum Nasty {
  static let injections = [
    "');planted();('", "\");planted();//", "\\');planted();//", "\\\\');planted();//",
    "'+planted()+'", "${planted()}", "`+planted()+`", "\n');planted();//", "\u{2028}planted()//",
    "\u{2029}');planted()//", "</script><script>planted()</script>", "<!--<script>planted()",
    "-->planted()", "]]>planted()", "\\u0027);planted();//", "\\x27);planted();//", "'));planted()",
    "*/planted()/*", "'\\\n);planted()", "\0');planted()", "');throw 1;//", "');void planted();//",
    "javascript:planted()", "');bridgeReceive=0;//", "__proto__", "\\", "\\\\", "'", "\\'", "\"",
    "\\\"", "//", "\\u", "\\x", "\\u2028", "%27);planted()", "&#39;);planted()",
  ]

  static let texts = [
    "", "a", "ready", "it's", "he said \"hi\"", "C:\\new\\table", "</script>", "</ScRiPt >", "<!--",
    "<![CDATA[", "]]>", "${a}", "`", "\r\n", "\t", "caf\u{E9}", "cafe\u{301}", "日本語テスト", "Привет",
    "שלום\u{200F}", "👨‍👩‍👧‍👦", "🇯🇵", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "\u{1F600}", "\u{7F}\u{80}",
    "https://a.example/?q=1&r=%27#x", "{\"json\":\"in json\"}", "[1,2,3]", "null", "-0", "NaN",
  ]

  static let units: [UInt16] = [
    0, 1, 8, 9, 0xA, 0xB, 0xC, 0xD, 0x1B, 0x1F, 0x20, 0x22, 0x26, 0x27, 0x2F, 0x3C, 0x3E, 0x5C,
    0x60,
    0x7E, 0x7F, 0x80, 0x85, 0x9F, 0xA0, 0xAD, 0xFF, 0x100, 0x7FF, 0x800, 0x200B, 0x200E, 0x2028,
    0x2029, 0x202E, 0x2066, 0xD7FF, 0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF, 0xE000, 0xFDD0,
    0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF,
  ]

  static let keys = [
    "__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "then",
    "toJSON",
    "length", "", "0", "1", "2", "10", "01", "-0", "-1", "1.0", "4294967294", "4294967295", "9e9",
    "a",
    "b", "kind", "value", "it's", "\"", "\\", "</script>", "\u{2028}", "\u{E9}", "e\u{301}", "😀",
    "\0",
    "__defineGetter__", "get", "set", "a.b", "eval", "arguments", "caller", "default",
  ]

  static let numbers = [
    "0", "-0", "-0.0", "0e5", "-0E-7", "0.0", "1", "-1", "1.0", "1.50", "1e0", "1E+2", "10e-1",
    "0.1",
    "0.30000000000000004", "1e21", "1e-7", "123456789012345", "9007199254740991",
    "-9007199254740991", "5e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "1e300",
    "3.14159265358979323846", "0.000000000000000000001", "1.0000000000000000000001", "100e-2",
  ]

  static let changedNumbers = [
    "9007199254740993", "18446744073709551616", "9223372036854775807", "1e400", "-1e400", "1e-400",
    "-1e-400", "123456789012345678901234567890", "1e400000000", "0.1e-999999999999999999999",
    "1.7976931348623159e308", "9007199254740993.0", "90071992547409930e-1",
  ]

  /// JSON's short escapes.
  static let letters: [UInt16: UInt8] = [
    0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 8: 0x62, 0xC: 0x66, 0xA: 0x6E, 0xD: 0x72, 9: 0x74,
  ]
}
