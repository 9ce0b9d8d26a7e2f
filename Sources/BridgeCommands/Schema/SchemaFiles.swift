import BridgeJSON
import BridgeSchema

/// The options that `schema validate` and `schema test` share, and the documents behind them.
enum SchemaArguments {
  static let draft = Option.choice(
    "draft", SchemaOptions.Draft.self,
    "the draft of schemas that have no $schema (default: 2020-12)")
  static let assertFormat = Option.flag(
    "assert-format", "format can fail also where the dialect takes it as an annotation")
  static let remotes = Option.text(
    "remotes", "DIR", "a folder with other documents, found by $id or by the path of their URI",
    completion: .folders)
  static let group = OptionGroup(
    title: "Schemas",
    options: [draft.declaration, assertFormat.declaration, remotes.declaration])

  /// What the command line says.
  static func options(of invocation: Invocation) throws(FileError) -> SchemaOptions {
    var options = SchemaOptions(draft: invocation.value(of: draft) ?? .draft2020)
    options.assertsFormat = invocation.value(of: assertFormat)
    if let folder = invocation.value(of: remotes) {
      let remotes = try RemoteFolder(folder)
      options.resolver = { remotes.bytes(of: $0) }
    }
    return options
  }

  /// `file:` URI of a path, for relative references.
  static func fileURI(_ path: String) -> String {
    if path == "-" { return "" }
    let whole = Path.isAbsolute(path) ? path : Path.join(Host.workingFolder(), path)
    var out = "file://"
    for byte in whole.utf8 {
      let isPlain =
        byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x2D && byte <= 0x39
        || byte == 0x5F || byte == 0x7E
      if isPlain {
        out.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        out += byte < 16 ? "%0" : "%"
        out += String(byte, radix: 16, uppercase: true)
      }
    }
    return out
  }

  /// The compiled schema of a file; what is wrong with it is told on the console.
  static func compile(
    _ schema: NamedDocument, _ options: SchemaOptions, _ console: Console
  ) -> SchemaProgram? {
    do throws(SchemaErrors) {
      return try SchemaCompiler.compile(schema.json, options: options)
    } catch {
      for fault in error.list { tell(fault, schema, options.uri, console) }
      return nil
    }
  }

  private static func tell(
    _ fault: SchemaError, _ schema: NamedDocument, _ uri: String, _ console: Console
  ) {
    let isHere = fault.document == uri || fault.document.isEmpty
    let place = isHere ? schema.place(fault.offset) : "\(fault.document)#\(fault.pointer)"
    console.fail(
      "\(place): \(fault.message)", help: fault.suggestion.map { ["did you mean '\($0)'?"] } ?? [])
  }
}

/// Documents of a folder by URI: those that say their `$id`, else by the path behind the authority
/// (`http://localhost:1234/a/b.json` is `DIR/a/b.json`). Nothing is fetched.
struct RemoteFolder: Sendable {
  private let folder: String
  private var pathByIdentifier: [String: String] = [:]

  /// Reads the identifiers of all `.json` files in a folder, deeply.
  init(_ folder: String) throws(FileError) {
    self.folder = folder
    guard Files.kind(of: folder) == .folder else {
      throw FileError(path: folder, problem: "no such folder")
    }
    var open = [folder]
    while let next = open.popLast() {
      for name in try Files.names(in: next) {
        let path = Path.join(next, name)
        switch Files.kind(of: path) {
        case .folder: open.append(path)
        case .file: if Path.hasSuffix(name, ".json") { note(path) }
        default: break
        }
      }
    }
  }

  private mutating func note(_ path: String) {
    // A file that is no JSON is only a fault if somebody refers to it.
    guard let bytes = try? Files.read(path, limit: 64 << 20),
      let document = try? JSONDocument(bytes, limits: .traffic),
      let id = document.root["$id"]?.string
    else { return }
    let uri = id.prefix { $0 != "#" }
    if !uri.isEmpty { pathByIdentifier[String(uri)] = path }
  }

  /// The bytes of the document with this URI, or nil.
  func bytes(of uri: String) -> [UInt8]? {
    if let path = pathByIdentifier[uri] { return try? Files.read(path, limit: 64 << 20) }
    var rest = Substring(uri)
    if let colon = rest.range(of: "://") {
      rest = rest[colon.upperBound...]
      guard let slash = rest.firstIndex(of: "/") else { return nil }
      rest = rest[slash...]
    }
    let parts = rest.split(separator: "/")
    // A path out of the folder is none of its documents.
    guard !parts.isEmpty, !parts.contains("..") else { return nil }
    let path = Path.join(folder, parts.joined(separator: "/"))
    guard Files.kind(of: path) == .file else { return nil }
    return try? Files.read(path, limit: 64 << 20)
  }
}

extension Substring {
  /// Where a text first stands in this one.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      start = index(after: start)
    }
    return nil
  }
}

/// A document of the command line: its name in messages, and its text.
struct NamedDocument {
  var name: String
  var json: JSONDocument

  /// Reads a file (`-`: standard input); what is wrong is told on the console.
  init?(_ path: String, _ console: Console) {
    name = path == "-" ? "standard input" : path
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(path, limit: 1 << 30)
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return nil
    }
    let limits = JSONLimits(depth: JSONLimits.traffic.depth, bytes: 1 << 30)
    do throws(JSONError) {
      json = try JSONDocument(bytes, limits: limits)
    } catch {
      let at = bytes.withUnsafeBufferPointer { TextPosition(ofOffset: error.offset, in: $0) }
      console.fail("\(name):\(at.line):\(at.column): \(error.sentence)")
      return nil
    }
  }

  /// `name:line:column` of a byte offset.
  func place(_ offset: Int) -> String {
    let at = json.position(ofOffset: offset)
    return "\(name):\(at.line):\(at.column)"
  }
}
