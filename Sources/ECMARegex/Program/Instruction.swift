/// One step of a compiled pattern. The meaning of `a` and `b` stands beside each code.
package struct Instruction: BitwiseCopyable, Sendable {
  package enum Code: UInt8, BitwiseCopyable, Sendable {
    // Both engines.
    /// Consumes one code point of set `a`.
    case set
    /// Tries `a`, then `b`.
    case split
    /// Goes on at `a`.
    case jump
    /// Keeps the place in slot `a`.
    case save
    /// Forgets groups `a..<b`.
    case unset
    /// Goes on if assertion `a` holds.
    case assert
    /// Begins an optional turn of a body that can match the empty text. Linear: `a` is how many
    /// such bodies are open with this one. Backtracking: `a` is the register for the place.
    case enter
    /// Ends such a turn: goes on only if something was consumed. `a` as in `enter`.
    case leave
    case match

    // Backtracking only.
    /// Consumes the code point of set `a` that ends at the place.
    case setBehind
    /// Consumes code points of set `a` as run `b` says.
    case run
    /// Begins counted loop `a`.
    case loopStart
    /// Decides between another turn of loop `a`, at the next instruction, and `b`.
    case loopTest
    /// Begins a turn of loop `a`.
    case loopTurn
    /// Ends a turn of loop `a`; back to its test at `b`.
    case loopEnd
    /// Begins look-around `a`, whose failure leads to `b` if it is negative.
    case lookStart
    case lookEnd
    /// Consumes what the groups in `referenced[a..<b]` captured.
    case reference
    case referenceBehind
    case foldedReference
    case foldedReferenceBehind
  }

  package internal(set) var code: Code
  package internal(set) var a: Int32 = 0
  package internal(set) var b: Int32 = 0
  /// Linear programs: how many bodies are open here whose turns must consume something.
  package internal(set) var level: Int32 = 0
}

/// Repetition of one set in the backtracking program.
struct Run: Sendable {
  var least: Int
  var most: Int
  var greedy: Bool
  var behind: Bool
}

/// A counted loop of the backtracking program, with the registers of its count and place.
struct CountedLoop: Sendable {
  var least: Int
  var most: Int
  var greedy: Bool
  /// The groups inside, from the first to one past the last.
  var firstGroup: Int32
  var endGroup: Int32
  var countRegister: Int
  var placeRegister: Int
}

/// A look-around of the backtracking program, with the registers of stack height and place.
struct Look: Sendable {
  var negative: Bool
  var heightRegister: Int
  var placeRegister: Int
}

/// Instructions in memory that does not move, so that the engines read them without checks.
package final class Code: @unchecked Sendable {
  // Unchecked: the memory is written before `init` returns and never after.
  package let instructions: UnsafePointer<Instruction>
  package let count: Int
  let runs: UnsafePointer<Run>
  let loops: UnsafePointer<CountedLoop>
  let looks: UnsafePointer<Look>
  /// Slots of groups, the whole match first, then the registers of loops and look-arounds.
  let registerCount: Int
  let referenced: [Int32]

  init(
    _ list: [Instruction], runs: [Run] = [], loops: [CountedLoop] = [], looks: [Look] = [],
    registerCount: Int, referenced: [Int32] = []
  ) {
    instructions = Memory.keep(list)
    count = list.count
    self.runs = Memory.keep(runs)
    self.loops = Memory.keep(loops)
    self.looks = Memory.keep(looks)
    self.registerCount = registerCount
    self.referenced = referenced
  }

  deinit {
    instructions.deallocate()
    runs.deallocate()
    loops.deallocate()
    looks.deallocate()
  }
}

/// Values in memory that does not move and is not written again.
enum Memory {
  static func keep<Element: BitwiseCopyable>(_ values: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, values.count))
    memory.initialize(from: values, count: values.count)
    return UnsafePointer(memory)
  }
}
