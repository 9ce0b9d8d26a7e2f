/// Texts of one value, told apart by their bytes. Valid while the value is looked at.
struct TextSet {
  private struct Text: Hashable {
    let bytes: UnsafeBufferPointer<UInt8>

    static func == (a: Text, b: Text) -> Bool {
      a.bytes.count == b.bytes.count && a.bytes.elementsEqual(b.bytes)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
  }

  private var few: [Text] = []
  private var many: Set<Text> = []

  private static let fewLimit = 12

  /// Adds a text; false if it was there.
  mutating func insert(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = Text(bytes: bytes)
    guard many.isEmpty else { return many.insert(text).inserted }
    if few.contains(text) { return false }
    few.append(text)
    if few.count > Self.fewLimit { many = Set(few) }
    return true
  }
}
