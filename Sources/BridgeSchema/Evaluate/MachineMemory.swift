internal import ECMARegex

/// The frames of the fast evaluator, in memory that is kept.
struct FrameStack {
  private var memory: UnsafeMutablePointer<Machine.Frame>
  private var capacity = 64
  var count = 0

  init() { memory = .allocate(capacity: capacity) }

  @inline(__always)
  var top: UnsafeMutablePointer<Machine.Frame> { memory + (count - 1) }

  @inline(__always)
  mutating func push(_ frame: Machine.Frame) {
    if count == capacity { grow() }
    (memory + count).initialize(to: frame)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Machine.Frame>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = larger
    capacity *= 2
  }

  func deallocate() { memory.deallocate() }
}

/// Bits for members or items that have been evaluated: regions of words, stacked.
struct TrackMemory {
  private var memory: UnsafeMutablePointer<UInt64>
  private var capacity = 64
  /// The first free word.
  var top: Int32 = 0

  init() { memory = .allocate(capacity: capacity) }

  /// A new region of cleared bits; its offset.
  mutating func push(bits: Int) -> Int32 {
    let words = (bits + 63) / 64
    while Int(top) + words > capacity { grow() }
    (memory + Int(top)).update(repeating: 0, count: words)
    let region = top
    top += Int32(words)
    return region
  }

  @inline(__always)
  func set(_ region: Int32, _ bit: UInt32) {
    memory[Int(region) + Int(bit >> 6)] |= 1 << UInt64(bit & 63)
  }

  @inline(__always)
  func has(_ region: Int32, _ bit: UInt32) -> Bool {
    memory[Int(region) + Int(bit >> 6)] & 1 << UInt64(bit & 63) != 0
  }

  /// Adds the bits of one region to another of the same size.
  func merge(_ region: Int32, into other: Int32, count: Int) {
    for i in 0..<(count + 63) / 64 { memory[Int(other) + i] |= memory[Int(region) + i] }
  }

  /// How many bits are set.
  func population(_ region: Int32, count: Int) -> Int {
    var n = 0
    for i in 0..<(count + 63) / 64 { n += memory[Int(region) + i].nonzeroBitCount }
    return n
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
    larger.update(from: memory, count: capacity)
    memory.deallocate()
    memory = larger
    capacity *= 2
  }

  func deallocate() { memory.deallocate() }
}

/// The resources on the way to the schema under evaluation, outermost first: the dynamic scope.
struct ScopeStack {
  var items: [UInt32] = []
  var count = 0

  mutating func enter(_ resource: UInt32) {
    if count > 0, items[count - 1] == resource { return }
    if count < items.count { items[count] = resource } else { items.append(resource) }
    count += 1
  }
}

/// Verdicts of schemas on values below, kept when an evaluation turns out to ask again and again
/// (a recursive union on a deep instance doubles the work at every level otherwise).
struct VerdictMemo {
  struct Verdict {
    var isValid: Bool
    var isSuspicious: Bool
  }

  private(set) var isOn = false
  /// Frames pushed for this instance.
  private var pushes = 0
  private var known: [UInt64: UInt8] = [:]
  /// Frames after which verdicts are kept.
  private var threshold = Int.max

  /// Begins an instance of so many nodes.
  mutating func begin(nodeCount: Int) {
    pushes = 0
    threshold = nodeCount * 4 + 1024
    if isOn {
      isOn = false
      known.removeAll(keepingCapacity: known.capacity < 1 << 16)
    }
  }

  @inline(__always)
  mutating func countFrame() {
    pushes += 1
    if pushes > threshold { isOn = true }
  }

  func verdict(_ block: UInt32, _ node: UInt32) -> Verdict? {
    known[UInt64(block) << 32 | UInt64(node)].map {
      Verdict(isValid: $0 & 1 != 0, isSuspicious: $0 & 2 != 0)
    }
  }

  mutating func store(_ block: UInt32, _ node: UInt32, _ isValid: Bool, _ isSuspicious: Bool) {
    known[UInt64(block) << 32 | UInt64(node)] = (isValid ? 1 : 0) | (isSuspicious ? 2 : 0)
  }
}

/// The answer of a search for a pattern.
enum PatternOutcome {
  case match, noMatch
  /// The search was given up.
  case budgetSpent
}

/// A matcher per pattern of a program, made when first asked.
struct Matchers {
  private let patterns: [SchemaPattern]
  private var made: [ECMARegex.Matcher?]

  private let steps: Int

  init(_ patterns: [SchemaPattern], steps: Int) {
    self.patterns = patterns
    self.steps = steps
    made = Array(repeating: nil, count: patterns.count)
  }

  /// Whether a pattern matches somewhere in these bytes.
  mutating func matches(_ pattern: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) -> PatternOutcome {
    let matcher: ECMARegex.Matcher
    if let kept = made[Int(pattern)] {
      matcher = kept
    } else {
      matcher = ECMARegex.Matcher(patterns[Int(pattern)].regex)
      matcher.stepBudget = steps
      made[Int(pattern)] = matcher
    }
    return switch matcher.matches(UnsafeRawBufferPointer(bytes)) {
    case .match: .match
    case .noMatch: .noMatch
    case .budgetSpent: .budgetSpent
    }
  }
}
