internal import BridgeJSON

/// Another parser, as a second opinion: each line is judged as that parser understood it.
package protocol SecondReader: AnyObject {
  /// A text again as this parser writes what it read; nil where it refuses the text.
  func rewritten(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]?
}

extension JSONTape {
  /// Whether parsers that keep numbers as machine words and text as C strings would lose something:
  /// half surrogate pairs, keys with a NUL, integers of more than 18 digits, minus zero.
  var isBeyondMachineWords: Bool {
    if hasLoneSurrogate { return true }
    for index in 0..<count {
      let value = root.at(index)
      switch value.kind {
      case .number:
        let text = value.text
        if value.node.flags & JSONNode.special == 0,
          text.count > 18 || (text.count == 2 && text[0] == UInt8(ascii: "-") && text[1] == 0x30)
        {
          return true
        }
      case .string:
        if value.node.flags & JSONNode.key != 0, value.hasEscapes, value.stringBytes.contains(0) {
          return true
        }
      default: break
      }
    }
    return false
  }
}
