package import BridgeBus
package import BridgeJSON

/// Reads what the engine host writes of a value: plain JSON, and `{"$": kind}` for the rest.
package enum TaggedValue {
  private struct Open {
    var value: JSONValue
    var node: BridgeValueBuilder.Reference
    var path: String
  }

  /// The value. Linear; without recursion, whatever the depth.
  package static func read(_ value: JSONValue) -> BridgeValue {
    if value.kind == .object, value["$"]?.string == "json-text", let text = value["text"]?.string {
      // The source of a value that the host's JSON library would have changed.
      guard let document = try? JSONDocument(Array(text.utf8), limits: .traffic, skipsBOM: false)
      else { return .undefined }
      return read(document.root)
    }
    var reader = Reader()
    let root = reader.begin(value, "$")
    while let open = reader.pending.popLast() { reader.fill(open) }
    return reader.builder.value(root)
  }

  private struct Reader {
    var builder = BridgeValueBuilder()
    var pending: [Open] = []
    var known: [String: BridgeValueBuilder.Reference] = [:]

    mutating func begin(_ value: JSONValue, _ path: String) -> BridgeValueBuilder.Reference {
      switch value.kind {
      case .null: return builder.add(.null)
      case .bool: return builder.add(.boolean(value.bool ?? false))
      case .number: return builder.add(.number(Double(value.text) ?? .nan))
      case .string: return builder.add(.string(JSText(bytes: value.cursor.stringBytes)))
      case .array: return open(builder.array(), value, path)
      case .object:
        guard let tag = value["$"]?.string else { return open(builder.object(), value, path) }
        return tagged(tag, value, path)
      }
    }

    private mutating func open(
      _ node: BridgeValueBuilder.Reference, _ value: JSONValue, _ path: String
    ) -> BridgeValueBuilder.Reference {
      known[path] = node
      pending.append(Open(value: value, node: node, path: path))
      return node
    }

    private mutating func tagged(
      _ tag: String, _ value: JSONValue, _ path: String
    ) -> BridgeValueBuilder.Reference {
      switch tag {
      case "undefined", "hole", "deep", "throws": return builder.add(.undefined)
      case "number":
        switch value["v"]?.string {
        case "Infinity": return builder.add(.number(.infinity))
        case "-Infinity": return builder.add(.number(-.infinity))
        case "-0": return builder.add(.number(-0.0))
        default: return builder.add(.number(.nan))
        }
      case "bigint": return builder.add(.bigInt(value["v"]?.string ?? "0"))
      case "symbol": return builder.add(.symbol)
      case "function": return builder.add(.host(.function))
      case "date":
        let time = value["ms"].flatMap { Double($0.text) }
        return builder.add(.date(milliseconds: time ?? .nan))
      case "ref":
        if let node = value["to"]?.string.flatMap({ known[$0] }) { return node }
        return builder.add(.undefined)
      case "object": return open(builder.object(), value, path)
      default: return builder.object()
      }
    }

    /// Gives a container its members. Those of objects may be referred to from behind them only, so
    /// depth first in the writer's order.
    mutating func fill(_ open: Open) {
      let first = pending.count
      if open.value.kind == .array {
        for (index, item) in open.value.items.enumerated() {
          builder.append(begin(item, "\(open.path)[\(index)]"), to: open.node)
        }
      } else if open.value["$"] != nil {
        for entry in open.value["entries"]?.items ?? [] {
          guard let key = entry[0], let item = entry[1] else { continue }
          set(key.cursor, item, open)
        }
      } else {
        for member in open.value.members { set(member.keyNode.cursor, member.value, open) }
      }
      pending[first...].reverse()
    }

    private mutating func set(_ key: JSONCursor, _ item: JSONValue, _ open: Open) {
      let text = JSText(bytes: key.stringBytes)
      builder.set(text, begin(item, "\(open.path).\(text.string)"), on: open.node)
    }
  }
}
