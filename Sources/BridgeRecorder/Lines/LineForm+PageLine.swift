internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension LineForm {
  /// Appends what a page's own recorder wrote, under native's session, page and time. The text comes
  /// from the page, so nothing of it is believed: fields of the wrong kind are left out, and a text
  /// that is no line at all is left out whole.
  func appendPageLine(_ text: [UInt8], _ line: PendingLine, to out: inout [UInt8]) {
    let tape = JSONTape(capacity: 64)
    text.withUnsafeBufferPointer { buffer in
      guard (try? tape.read(buffer, limits: .traffic)) != nil, tape.root.kind == .object,
        tape.firstDuplicateKey == nil
      else { return }
      if let fields = Self.fields(tape.root, line) { append(fields, to: &out) }
    }
  }

  private static func fields(_ root: JSONCursor, _ line: PendingLine) -> Fields? {
    var fields = Fields(line, recorder: "page")
    func text(_ name: String) -> String? {
      root.member(name).flatMap { $0.kind == .string ? $0.string : nil }
    }
    fields.side = text("direction").flatMap { word in
      Side.allCases.first { $0.direction.utf8.elementsEqual(word.utf8) }
    }
    fields.channel = text("channel")
    fields.frame = root.member("frame").flatMap { frame in
      guard let isMain = frame.member("main")?.bool else { return nil }
      return RecordedFrame(
        isMain: isMain, origin: frame.member("origin")?.string, id: frame.member("id")?.string)
    }
    if let word = text("cause") {
      guard let cause = Cause(id: word),
        [.load, .webToNative, .nativeToWeb].contains(cause.group)
      else { return nil }
      fields.cause = cause.id
    }
    if text("event") == "linesDropped" {
      fields.event = "linesDropped"
      fields.dropped = root.member("lines")?.smallInteger.map { Int(clamping: $0) } ?? 0
      return fields
    }
    fields.call = root.member("call").map { Array($0.text) }
    fields.answers = root.member("answers").map { Array($0.text) }
    if let error = root.member("error"), error.kind == .string {
      fields.error = RecordedBody(text: Array(error.text))
    }
    let losses = losses(root.member("losses"))
    if let body = root.member("body") {
      fields.body = RecordedBody(text: Array(body.text), losses: losses).checked()
    }
    let saysSomething = fields.body != nil || fields.cause != nil || fields.answers != nil
    return saysSomething ? fields : nil
  }

  private static func losses(_ list: JSONCursor?) -> [RecordedLoss] {
    var out: [RecordedLoss] = []
    list?.forEachItem { item in
      guard let was = item.member("was")?.string, let at = item.member("at")?.string else { return }
      // Words of our own script; any other could be data.
      let isWord =
        was.utf8.count <= 24
        && was.utf8.allSatisfy {
          ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x20 || $0 == 0x2D
        }
      out.append(RecordedLoss(at: at, was: isWord ? was : "value"))
    }
    return out
  }
}
