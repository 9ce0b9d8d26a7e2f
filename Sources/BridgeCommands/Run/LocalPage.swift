import BridgeEngine

/// A page on this machine: an HTML file, or a folder with an index.html; the file's folder is served.
struct LocalPage {
  /// What is served.
  var folder: String
  /// Where the page is served.
  var url: String

  /// A page by its path. Says so where there is none.
  init?(_ path: String, _ console: Console) {
    let isFolder = Files.kind(of: path) == .folder
    let name = isFolder ? "index.html" : String(path.split(separator: "/").last ?? "")
    folder = isFolder ? path : Path.folder(of: path)
    if folder.isEmpty { folder = "." }
    url = "app://page/" + Self.escaped(name)
    guard Files.kind(of: isFolder ? "\(path)/\(name)" : path) == .file else {
      console.fail("\(path): there is no such page")
      return nil
    }
  }

  /// A file's name as a part of a URL.
  private static func escaped(_ name: String) -> String {
    var out = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        out.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        out += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return out
  }

  /// Says what an engine met that has no place in a log: other machines that the page asked, a bus
  /// that went away, a page that hangs.
  static func tell(of engine: any RealEngine, _ console: Console) {
    if engine.isUnresponsive {
      console.note("error: the page does not answer: a script of it does not come to an end")
    }
    if engine.isBusLost {
      console.note("note: the session bus is gone; the engine went on without it")
    }
    for url in engine.remoteRequests {
      console.note("warning: the page asked another machine for \(url); that was refused")
    }
    for what in engine.refusals {
      console.note("warning: the page asked for \(what); that was refused")
    }
  }
}
