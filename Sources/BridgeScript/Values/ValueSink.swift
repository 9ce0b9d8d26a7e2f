internal import BridgeJSON
internal import ByteScan

/// Takes what an `Encodable` says about itself and writes it at once, as long as containers are filled
/// one inside the other, as nearly all are.
///
/// Whatever else happens (a container that is filled after the next was begun, a fault, a question
/// for the coding path) sets `isElsewhere`; the value is then encoded once more into a `ValueArena`,
/// which takes any order and finds the words for every fault.
final class ValueSink {
  private struct Frame {
    /// The slot that became this container.
    var slot: Int
    var isObject: Bool
    var count = 0
    /// The first of its keys among `keys`.
    var firstKey: Int
    /// A bit for the hash of each key, so that most comparisons fall away.
    var seen: UInt64 = 0
  }

  /// The keys of one object that are compared while writing; more are left to the exact check.
  private static let keysKept = 256

  let options: ScriptOptions
  let out: ScriptBuffer
  private let depthLimit: Int
  /// The nodes, where values are not written at once.
  private let arena: ValueArena?

  /// Writing at once was not possible.
  @exclusivity(unchecked) private(set) var isElsewhere = false
  /// What was written may be refused: a key may stand twice, a number may be too large.
  @exclusivity(unchecked) private(set) var isDoubtful = false
  /// The slot that awaits its value, or 0.
  @exclusivity(unchecked) private var pending = 1
  @exclusivity(unchecked) private var lastSlot = 1
  @exclusivity(unchecked) private var depth = 0
  /// The slot of the innermost container.
  @exclusivity(unchecked) private var top = 0
  private let frames: UnsafeMutablePointer<Frame>
  @exclusivity(unchecked) private var keys: UnsafeMutablePointer<UInt32>
  @exclusivity(unchecked) private var keyCapacity = 64
  @exclusivity(unchecked) private var keyCount = 0

  /// The slot of the whole value.
  var root: Int { arena == nil ? 1 : 0 }

  /// A sink that writes at once, or one that keeps nodes.
  init(options: ScriptOptions, out: ScriptBuffer, arena: ValueArena? = nil) {
    self.options = options
    self.out = out
    self.arena = arena
    depthLimit = max(min(options.limits.depth, options.valueDepth, 128), 0)
    frames = .allocate(capacity: depthLimit + 1)
    keys = .allocate(capacity: keyCapacity)
  }

  deinit {
    frames.deallocate()
    keys.deallocate()
  }

  // MARK: Faults

  /// Keeps what a type threw.
  func keep(_ error: any Error) {
    isElsewhere = true
    arena?.keep(
      error as? ScriptError ?? ScriptError(.value(.thrown(String(describing: error)))))
  }

  /// Throws where going on is of no use.
  @inline(__always)
  func check() throws(ScriptError) {
    if let arena { return try arena.check() }
    if isElsewhere { try stop() }
  }

  /// Gives up writing at once.
  @inline(never)
  private func stop() throws(ScriptError) {
    isElsewhere = true
    // Nobody reads this: the value is encoded once more.
    throw ScriptError(.value(.nothing(path: "")))
  }

  /// The keys to a node; they are known only where nodes are kept.
  func keys(_ node: Int) -> [ValueKey] {
    if let arena { return arena.keys(node) }
    isElsewhere = true
    return []
  }

  // MARK: Containers

  /// Makes a slot a container, which it may be already.
  func open(_ node: Int, as kind: ValueArena.Kind) {
    if let arena { return arena.open(node, as: kind) }
    if pending == node {
      if depth >= depthLimit {
        isElsewhere = true
        return
      }
      pending = 0
      top = node
      frames[depth] = Frame(slot: node, isObject: kind == .object, firstKey: keyCount)
      depth += 1
      out.append(byte: kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
      return
    }
    for level in stride(from: depth - 1, through: 0, by: -1) where frames[level].slot == node {
      if frames[level].isObject != (kind == .object) { isElsewhere = true }
      return
    }
    isElsewhere = true
  }

  /// The values in a container so far.
  func count(of node: Int) -> Int {
    if let arena { return Int(arena.nodes[node].count) }
    for level in stride(from: depth - 1, through: 0, by: -1) where frames[level].slot == node {
      return frames[level].count
    }
    isElsewhere = true
    return 0
  }

  /// A value was encoded into this slot: one that said nothing is an object without members.
  @inline(__always)
  func leave(_ node: Int) {
    // The whole value must say something.
    if pending == node, node > 1, arena == nil { finishPending() }
  }

  private func finishPending() {
    out.append(byte: UInt8(ascii: "{"))
    out.append(byte: UInt8(ascii: "}"))
    pending = 0
  }

  /// Makes a container the innermost one: those inside it have ended.
  @inline(__always)
  private func enter(_ node: Int) -> Bool { node == top && pending == 0 || leaveInner(node) }

  @inline(never)
  private func leaveInner(_ node: Int) -> Bool {
    if isElsewhere { return false }
    guard
      let level = stride(from: depth - 1, through: 0, by: -1).first(where: {
        frames[$0].slot == node
      })
    else {
      isElsewhere = true
      return false
    }
    if pending != 0 { finishPending() }
    close(to: level + 1)
    return true
  }

  private func close(to level: Int) {
    while depth > level {
      depth -= 1
      keyCount = frames[depth].firstKey
      out.append(byte: frames[depth].isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }
    top = depth == 0 ? 0 : frames[depth - 1].slot
  }

  /// Ends the whole text; false where the value has to be encoded once more.
  func finish() -> Bool {
    if isElsewhere || pending == root { return false }
    if pending != 0 { finishPending() }
    close(to: 0)
    return !isElsewhere
  }

  /// Adds a slot with a key.
  @inline(__always)
  func child(of parent: Int, key: String) -> Int {
    if let arena { return arena.child(of: parent, key: key) }
    guard enter(parent) else { return -1 }
    separate()
    key.withBytes { name in
      note(name)
      out.appendQuoted(name)
    }
    out.append(byte: UInt8(ascii: ":"))
    return slot()
  }

  /// Adds a slot without a key.
  @inline(__always)
  func child(of parent: Int) -> Int {
    if let arena { return arena.child(of: parent) }
    guard enter(parent) else { return -1 }
    separate()
    return slot()
  }

  @inline(__always)
  private func slot() -> Int {
    lastSlot += 1
    pending = lastSlot
    return lastSlot
  }

  @inline(__always)
  private func separate() {
    if frames[depth - 1].count > 0 { out.append(byte: UInt8(ascii: ",")) }
    frames[depth - 1].count += 1
  }

  /// Remembers a key of the innermost object.
  @inline(__always)
  private func note(_ name: UnsafeBufferPointer<UInt8>) {
    let hash =
      name.baseAddress.map { UInt32(truncatingIfNeeded: bs_hash($0, name.count) >> 16) } ?? 0
    let bit: UInt64 = 1 << UInt64(hash >> 26)
    let frame = frames + (depth - 1)
    if frame.pointee.seen & bit != 0 {
      for index in frame.pointee.firstKey..<keyCount where keys[index] == hash {
        isDoubtful = true
      }
      if frame.pointee.count > Self.keysKept {
        isDoubtful = true
        return
      }
    }
    frame.pointee.seen |= bit
    if keyCount == keyCapacity { growKeys() }
    keys[keyCount] = hash
    keyCount += 1
  }

  @inline(never)
  private func growKeys() {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: keyCapacity * 2)
    larger.update(from: keys, count: keyCount)
    keys.deallocate()
    keys = larger
    keyCapacity *= 2
  }

  // MARK: Scalars

  /// The slot may take a scalar now.
  @inline(__always)
  private func take(_ node: Int) throws(ScriptError) {
    if pending != node { try stop() }
    pending = 0
  }

  func set(_ node: Int, _ value: String) throws(ScriptError) {
    if let arena { return try arena.set(node, value) }
    try take(node)
    value.withBytes { out.appendQuoted($0) }
  }

  @inline(__always)
  func set(_ node: Int, integer value: some FixedWidthInteger) throws(ScriptError) {
    if let arena { return try arena.set(node, integer: value) }
    try take(node)
    if value.bitWidth <= 64 {
      let magnitude = UInt64(truncatingIfNeeded: value.magnitude)
      if magnitude > 1 << 53 { isDoubtful = true }
      out.append(negative: value < 0, magnitude: magnitude)
    } else {
      isDoubtful = true
      out.append(value.description)
    }
  }

  func set(_ node: Int, _ value: Bool) throws(ScriptError) {
    if let arena { return try arena.set(node, value) }
    try take(node)
    out.append(value ? "true" : "false")
  }

  func setNull(_ node: Int) throws(ScriptError) {
    if let arena { return try arena.setNull(node) }
    try take(node)
    out.append("null")
  }

  func set(_ node: Int, number value: Double) throws(ScriptError) {
    if let arena { return try arena.set(node, number: value) }
    try take(node)
    try write(value, wide: value)
  }

  func set(_ node: Int, number value: Float) throws(ScriptError) {
    if let arena { return try arena.set(node, number: value) }
    try take(node)
    try write(value, wide: Double(value))
  }

  /// What JavaScript makes of the shortest text is the same number again, so there is no doubt.
  @inline(__always)
  private func write(_ value: some CustomStringConvertible, wide: Double) throws(ScriptError) {
    if wide.magnitude < 9e15, wide != 0, wide == wide.rounded(.towardZero) {
      let whole = Int64(wide)
      out.append(negative: whole < 0, magnitude: whole.magnitude)
    } else if wide.isFinite {
      out.append(shortest: value)
    } else {
      try stop()
    }
  }
}

extension String {
  /// Lends the UTF-8, without taking hold of the string where it is one run of bytes already.
  @inline(__always)
  fileprivate func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if utf8.withContiguousStorageIfAvailable(body) != nil { return }
    var copy = self
    copy.withUTF8(body)
  }
}
