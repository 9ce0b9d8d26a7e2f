/// The path of a called function as contracts write it: without `window.`; `window["_12"]` is `_12`.
package enum FunctionPath {
  /// The path without `window.` in front, and with `window["name"]` written as `name`.
  package static func normalised(_ path: String) -> String {
    String(decoding: normalised(Array(path.utf8)), as: UTF8.self)
  }

  /// The same on bytes.
  package static func normalised(_ path: [UInt8]) -> [UInt8] {
    let window = Array("window".utf8)
    guard path.starts(with: window), path.count > window.count else { return path }
    let rest = path[window.count...]
    if rest.first == UInt8(ascii: ".") { return Array(rest.dropFirst()) }
    guard rest.first == UInt8(ascii: "["), rest.count >= 4 else { return path }
    let quote = rest[rest.startIndex + 1]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return path }
    let inside = rest[(rest.startIndex + 2)...]
    guard let end = inside.firstIndex(of: quote), end + 1 < inside.endIndex,
      inside[end + 1] == UInt8(ascii: "]")
    else { return path }
    return Array(inside[..<end]) + Array(inside[(end + 2)...])
  }
}
