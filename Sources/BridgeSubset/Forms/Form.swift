/// A form or its negation: what a value must satisfy.
struct Lit: Hashable, Sendable, Comparable {
  private(set) var raw: Int32

  init(_ index: Int, negated: Bool = false) { raw = Int32(index) << 1 | (negated ? 1 : 0) }

  init(raw: Int32) { self.raw = raw }

  static let always = Lit(0)
  static let never = Lit(0, negated: true)

  var index: Int { Int(raw >> 1) }
  var isNegated: Bool { raw & 1 != 0 }

  /// The negation by sign alone; ``FormTable/not(_:)`` is the one to use for forms in general.
  var flipped: Lit {
    var out = self
    out.raw ^= 1
    return out
  }

  static func < (a: Lit, b: Lit) -> Bool { a.raw < b.raw }
}

/// What a value can be said to be. Equal forms are one entry of the ``FormTable``.
///
/// Forms about numbers, strings, arrays and objects hold for every value of another type, as the
/// keywords of JSON Schema do.
enum Form: Hashable {
  /// Holds for everything.
  case top
  /// All of these; at least two, sorted.
  case all([Lit])
  /// Exactly one of these; at least two, sorted.
  case one([Lit])
  /// The second where the first holds, else the third.
  case choose(Lit, Lit, Lit)
  /// The schema of a cycle of references with this number.
  case cycle(Int32)

  /// Types as bits of `JSONKind`.
  case types(UInt8)
  /// One of these scalars, sorted.
  case values([Int32])

  /// At least, or more than, the decimal with this number; at most, or less than.
  case least(Int32, strictly: Bool)
  case most(Int32, strictly: Bool)
  case multiple(Int32)

  /// At least or at most so many code points.
  case lengthLeast(Int)
  case lengthMost(Int)
  /// The pattern, format or content check with this number.
  case pattern(Int32)
  case format(Int32)
  case content(UInt32)

  case itemsLeast(Int)
  case itemsMost(Int)
  /// Every item at a place from the first on and below the second.
  case items(Int, Int, Lit)
  /// So many items at least, at most, of a kind.
  case containsLeast(Lit, Int)
  case containsMost(Lit, Int)
  case unique

  case membersLeast(Int)
  case membersMost(Int)
  /// A member with this name (the number of a string).
  case has(Int32)
  /// Every member whose key, as a string, satisfies the first has a value that satisfies the second.
  case members(Lit, Lit)

  /// Something that is not reasoned about, for values of these types.
  case opaque(Int32, UInt8)
}

/// A scalar JSON value.
enum Scalar: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Decimal)
  /// The string's bytes; lone surrogates in their three-byte form.
  case string([UInt8])

  var type: UInt8 {
    switch self {
    case .null: Types.null
    case .bool: Types.bool
    case .number: Types.number
    case .string: Types.string
    }
  }
}

/// Types as bits of `JSONKind`.
enum Types {
  static let null: UInt8 = 1
  static let bool: UInt8 = 2
  static let number: UInt8 = 4
  static let string: UInt8 = 8
  static let array: UInt8 = 16
  static let object: UInt8 = 32
  static let every: UInt8 = 63
  static let each: [UInt8] = [null, bool, number, string, array, object]
}

extension Form {
  /// The types that a form says something about.
  var about: UInt8 {
    switch self {
    case .least, .most, .multiple: Types.number
    case .lengthLeast, .lengthMost, .pattern, .format, .content: Types.string
    case .itemsLeast, .itemsMost, .items, .containsLeast, .containsMost, .unique: Types.array
    case .membersLeast, .membersMost, .has, .members: Types.object
    case .opaque(_, let types): types
    default: Types.every
    }
  }
}
