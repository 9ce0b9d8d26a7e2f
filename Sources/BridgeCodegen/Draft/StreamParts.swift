import BridgeJSON

/// The parts of streams: what flag tells the last one from those before it.
final class StreamParts {
  /// The replies to one request.
  final class Run {
    var count = 0
    /// The flags of the last reply.
    var flags: [JSONPointer: [UInt8]] = [:]
  }

  /// Requests that had more than one reply.
  private(set) var streams = 0
  private var runs: [Run] = []
  /// Values of flags in replies that were followed by others.
  private var others: [JSONPointer: Set<[UInt8]>] = [:]

  private static let runLimit = 5000
  private static let flagLimit = 64

  /// Takes a reply.
  func add(_ body: JSONCursor, to run: Run) {
    run.count += 1
    if run.count > 1 {
      for (pointer, value) in run.flags
      where others.count < Self.flagLimit || others[pointer] != nil {
        others[pointer, default: []].insert(value)
      }
    }
    if run.count == 2 {
      streams += 1
      if runs.count < Self.runLimit { runs.append(run) }
    }
    run.flags = Self.flags(in: body)
  }

  /// The flag that has one value in all last parts and never has it before: with that value as text.
  func flag() -> (at: JSONPointer, value: String)? {
    guard let sample = runs.first else { return nil }
    let pointers = sample.flags.keys.sorted {
      ($0.segments.count, $0.text) < ($1.segments.count, $1.text)
    }
    for pointer in pointers {
      guard let last = sample.flags[pointer],
        runs.allSatisfy({ $0.flags[pointer] == last }), others[pointer]?.contains(last) != true
      else { continue }
      return (pointer, String(decoding: last, as: UTF8.self))
    }
    return nil
  }

  /// Booleans, 0 and 1, two levels deep.
  private static func flags(in body: JSONCursor) -> [JSONPointer: [UInt8]] {
    var out: [JSONPointer: [UInt8]] = [:]
    func look(_ value: JSONCursor, _ path: [JSONPointer.Segment]) {
      switch value.kind {
      case .bool: out[JSONPointer(segments: path)] = Array(value.text)
      case .number where value.smallInteger == 0 || value.smallInteger == 1:
        out[JSONPointer(segments: path)] = Array(value.text)
      case .object where path.count < 3:
        value.forEachMember { key, item in
          if out.count < flagLimit { look(item, path + [.init(key.stringBytes)]) }
        }
      case .array where path.count < 3:
        var index = 0
        value.forEachItem { item in
          if index < 8 { look(item, path + [.init(Array(String(index).utf8))]) }
          index += 1
        }
      default: break
      }
    }
    look(body, [])
    return out
  }
}
