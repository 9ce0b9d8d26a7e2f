import BridgeContract
import BridgeJSON

/// How well-known bridges frame their messages.
enum KnownBridges {
  /// A channel of a known bridge.
  struct KnownChannel {
    var key: String
    var from: Side
    var source: JSONValue

    /// Whether a log may call it so.
    func isCalled(_ word: String) -> Bool {
      [key, source["name"]?.string, source["call"]?.string, source["event"]?.string].contains {
        $0?.utf8.elementsEqual(word.utf8) ?? false
      }
    }
  }

  /// The bridges with their channels, in the order of their names.
  static func all() -> [(name: String, channels: [KnownChannel])] {
    guard let document = JSONConstants.document(Array(text.description.utf8)) else { return [] }
    return document.root.members.map { bridge in
      let channels = bridge.value.members.compactMap { member -> KnownChannel? in
        guard let from = member.value["from"]?.string.flatMap(Side.init(rawValue:)) else {
          return nil
        }
        return KnownChannel(key: member.key, from: from, source: member.value)
      }
      return (bridge.key, channels)
    }
  }
}
