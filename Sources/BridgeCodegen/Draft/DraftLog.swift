import BridgeContract
import BridgeJSON
public import BridgeLog

/// Recorded traffic that a draft is made from. It is read several times over and never held: memory
/// does not grow with the log.
public final class DraftLog {
  /// Hands over the bytes of a log from its beginning, block by block, until `take` says false.
  /// Called once for each reading.
  public typealias Source = (_ take: (UnsafeRawBufferPointer) -> Bool) -> Void

  /// What was found in each file when it was read first.
  public private(set) var files: [DraftFile] = []
  /// Lines that hold nothing to learn from: no JSON, no message, no direction, delivery that failed.
  public var passedOver: Int { files.reduce(0) { $0 + $1.lines - $1.learned } }
  /// Lines that are longer than lines are read.
  public private(set) var leftOut = 0

  let map: LogMap
  private var sources: [Source] = []
  private var text: [UInt8] = []
  /// The sides of channels, for lines without a direction.
  private var sides: [String: Side] = [:]

  /// Longer lines are not read.
  static let lineLimit = 16 << 20
  /// So many words for channels are remembered.
  private static let wordLimit = 1000

  /// An empty log; `map` says where fields are in the lines of somebody else's recorder.
  public init(map: LogMap = LogMap()) { self.map = map }

  /// Adds a file: its lines without a session are a session of their own.
  public func add(_ source: @escaping Source) { sources.append(source) }

  /// Begins a file that is held in memory.
  public func beginFile() { text = [] }

  /// Takes bytes of the file.
  public func feed(_ bytes: [UInt8]) { text += bytes }

  /// Ends the file.
  public func endFile() {
    let text = text
    sources.append { take in _ = text.withUnsafeBytes(take) }
    self.text = []
  }

  /// Whether anything was added.
  var isEmpty: Bool { sources.isEmpty }

  /// Hands the files to a validator, as far as `limit` lines of each.
  func feed(_ validator: LogValidator, lines limit: Int) {
    for (index, source) in sources.enumerated() {
      validator.beginFile("log \(index)")
      var left = limit
      source { block in
        guard left < .max else {
          validator.feed(block)
          return true
        }
        var end = 0
        while end < block.count, left > 0 {
          if block[end] == 0x0A { left -= 1 }
          end += 1
        }
        validator.feed(UnsafeRawBufferPointer(rebasing: block[..<end]))
        return left > 0
      }
      validator.endFile()
    }
  }

  /// Reads lines that hold something said, `limit` of each file at most.
  func forEach(limit: Int = .max, isFirst: Bool = false, _ body: (DraftLine) -> Void) {
    let tape = JSONTape()
    if isFirst { files = sources.map { _ in DraftFile() } }
    for (file, source) in sources.enumerated() {
      var rest: [UInt8] = []
      var isTooLong = false
      var count = 0
      func end(_ line: UnsafeBufferPointer<UInt8>) {
        if isTooLong || line.count > Self.lineLimit {
          if isFirst { leftOut += 1 }
        } else {
          take(line, tape, file, isFirst ? count + 1 : nil, body)
        }
        isTooLong = false
        count += 1
      }
      source { block in
        let block = block.assumingMemoryBound(to: UInt8.self)
        var start = 0
        for index in block.indices where block[index] == 0x0A {
          let piece = UnsafeBufferPointer(rebasing: block[start..<index])
          start = index + 1
          if rest.isEmpty {
            end(piece)
          } else {
            rest += piece
            rest.withUnsafeBufferPointer(end)
            rest.removeAll(keepingCapacity: true)
          }
          guard count < limit else { return false }
        }
        if rest.count + block.count - start > Self.lineLimit {
          isTooLong = true
          rest.removeAll(keepingCapacity: false)
        } else {
          rest += block[start...]
        }
        return true
      }
      if !rest.isEmpty || isTooLong, count < limit { rest.withUnsafeBufferPointer(end) }
    }
  }

  private func take(
    _ text: UnsafeBufferPointer<UInt8>, _ tape: JSONTape, _ file: Int, _ number: Int?,
    _ body: (DraftLine) -> Void
  ) {
    guard text.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
    var found: DraftLine?
    var use = DraftFile.Use.noJSON
    do throws(JSONError) {
      try tape.read(text, limits: .traffic)
      found = line(tape.root, file)
      use =
        found != nil
        ? .learned : tape.root.member("cause")?.kind == .string ? .undelivered : .noMessage
    } catch {}
    if let number { files[file].add(use, line: number) }
    if let found { body(found) }
  }

  private func isFromSubframe(_ root: JSONCursor) -> Bool {
    let frame = map.pointers[.frame]?.resolve(from: root) ?? root.member("frame")
    return frame?.member("main")?.bool == false
  }

  private func line(_ root: JSONCursor, _ file: Int) -> DraftLine? {
    guard let fields = LogLine(root, map), !fields.hasCause else { return nil }
    let side = fields.side ?? fields.channel.flatMap { sides[$0] }
    let isAnswer = fields.answers != nil
    // What happens to the page is no message, and nothing that was lost.
    let isEvent = fields.event != nil || (root.member("event") != nil && fields.body == nil)
    guard isEvent || side != nil || isAnswer, isEvent || fields.body != nil || isAnswer else {
      return nil
    }
    if let channel = fields.channel, let side, sides.count < Self.wordLimit {
      sides[channel] = side
    }
    return DraftLine(
      side: side ?? .native, channel: fields.channel, body: fields.body ?? fields.error,
      call: fields.call.map { IDKey($0) }, answers: fields.answers.map { IDKey($0) },
      isErrorText: fields.body == nil && fields.error != nil,
      session: fields.session.map { IDKey($0) } ?? IDKey(file: file),
      frame: fields.frame.map { IDKey($0) }, event: fields.event, isEvent: isEvent,
      isFromSubframe: isFromSubframe(root))
  }
}

/// One line of a log that holds something said. Valid while it is looked at.
struct DraftLine {
  var side: Side
  var channel: String?
  var body: JSONCursor?
  var call: IDKey?
  var answers: IDKey?
  var isErrorText: Bool
  var session: IDKey
  var frame: IDKey?
  var event: Event?
  var isEvent: Bool
  var isFromSubframe: Bool

  /// Whether a side says something here that is no answer to a call.
  var isSaid: Bool { !isEvent && answers == nil && body != nil }
}
