internal import BridgeJSON

// The program is flat: tables of plain structs that refer to each other by index. Nothing in them
// is a reference, so the evaluators walk them without counting references.

/// No index.
let none = UInt32.max

/// One schema, as it stands at one place of one document.
struct SchemaBlock {
  /// The document in the program's list.
  var document: UInt32 = 0
  /// The schema's index on that document's tape.
  var node: UInt32 = 0
  /// The schema resource (`$id` scope) it belongs to.
  var resource: UInt32 = 0
  /// Its keywords.
  var firstEntry: UInt32 = 0
  var entryCount: UInt32 = 0
  /// Its `properties` and the keywords that go with them; `none` where it has none of them.
  var shape: UInt32 = none
  /// Facts about the schema object itself.
  var flags: BlockFlags = []
  /// What reports may show of a value it is applied to.
  var log: LogAnnotation = .unset
  /// The strictest `log` of this schema and all it applies in place.
  var strictestLog: LogAnnotation = .unset
}

struct BlockFlags: OptionSet {
  var rawValue: UInt16
  /// The schema `false`.
  static let isFalse = BlockFlags(rawValue: 1)
  /// `deprecated: true`.
  static let deprecated = BlockFlags(rawValue: 2)
  /// `unsafeInteger: "allow"`.
  static let allowsUnsafeInteger = BlockFlags(rawValue: 4)
  /// `type` is or contains `integer`.
  static let wantsInteger = BlockFlags(rawValue: 8)
  /// It has `properties`.
  static let listsProperties = BlockFlags(rawValue: 16)
  /// It has `additionalProperties` or `unevaluatedProperties`.
  static let saysAdditional = BlockFlags(rawValue: 32)
  /// It reads annotations of its subschemas: `unevaluatedProperties` or `unevaluatedItems`.
  static let readsAnnotations = BlockFlags(rawValue: 64)
  /// What `contains` matches counts as evaluated (2020-12).
  static let containsEvaluates = BlockFlags(rawValue: 128)
  /// It, or a schema it can lead to, says `log: hash` or `log: never`: a value it is applied to must
  /// not be shown as a whole.
  static let hidesInside = BlockFlags(rawValue: 256)
}

/// What a report may show of a value (contract annotation `log`). Greater is stricter.
public enum LogAnnotation: UInt8, Sendable, Comparable, BitwiseCopyable {
  /// Nothing said: structure only.
  case unset = 0
  /// The value may be shown.
  case value = 1
  /// A hash of the value may be shown.
  case hash = 2
  /// Nothing may be shown.
  case never = 3

  /// Whether `lhs` allows more than `rhs`.
  public static func < (lhs: LogAnnotation, rhs: LogAnnotation) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

/// One keyword of a schema, with what it needs for judging. `a`, `b`, `c` mean what the keyword's
/// compile function says.
struct KeywordEntry {
  var keyword: SchemaKeyword
  /// The index of the keyword's key on the tape of the block's document; the value is behind it.
  var key: UInt32
  var a: UInt32 = 0
  var b: UInt32 = 0
  var c: UInt32 = 0
}

/// A name in the text pool, with its hash as key nodes carry it.
struct PooledName {
  var hash: UInt32
  var offset: UInt32
  var count: UInt32
}

/// A member that a shape knows: listed by `properties`, required, or both.
struct PropertyEntry {
  var name: PooledName
  /// The schema of the value, or `none`.
  var block: UInt32
  /// The bit of this name among the required ones, or `none`.
  var required: UInt32
  /// The key under `properties` in the document, or `none` if the name is only required.
  var key: UInt32
}

/// A pattern of `patternProperties` with its schema.
struct PatternEntry {
  var pattern: UInt32
  var block: UInt32
  /// The pattern's key in the document.
  var key: UInt32
}

/// The keywords that look at an object member by member, taken together.
struct ObjectShape {
  /// Slots of the name table: `slotFirst + (hash & slotMask)`, then onward.
  var slotFirst: UInt32 = 0
  var slotMask: UInt32 = 0
  var firstProperty: UInt32 = 0
  var propertyCount: UInt32 = 0
  var requiredCount: UInt32 = 0
  var firstPattern: UInt32 = 0
  var patternCount: UInt32 = 0
  /// `additionalProperties`, or `none`.
  var additional: UInt32 = none
  /// `propertyNames`, or `none`.
  var names: UInt32 = none
}

/// A limit or divisor, with the number's text in the schema document.
struct NumberOperand {
  var decimal: JSONDecimal
  /// The value if it is an integer of at most 18 digits.
  var small: Int64
  var isSmall: Bool
}

/// The values of `enum` or `const`, sorted out by kind.
struct ValueSet {
  /// Bit per `JSONKind` that occurs at all; booleans have bits of their own below.
  var kinds: UInt8 = 0
  var hasTrue = false
  var hasFalse = false
  /// Strings: in `setNames`, with a slot table where there are many.
  var firstString: UInt32 = 0
  var stringCount: UInt32 = 0
  var slotFirst: UInt32 = 0
  var slotMask: UInt32 = 0
  /// Integers of at most 18 digits, sorted, in `setIntegers`.
  var firstInteger: UInt32 = 0
  var integerCount: UInt32 = 0
  /// Other numbers, arrays and objects: sorted by hash, in `setValues`.
  var firstValue: UInt32 = 0
  var valueCount: UInt32 = 0
}

/// A number, array or object of a `ValueSet`.
struct HashedValue {
  var hash: UInt64
  var value: JSONCursor
}

/// A name with the names or the schema that depend on it.
struct DependencyEntry {
  var name: PooledName
  /// The names (in `names`) that must be there too, or `firstName == none` for a schema.
  var firstName: UInt32
  var nameCount: UInt32
  var block: UInt32
  var key: UInt32
}

/// A field whose constant value tells the branches of a union apart.
struct UnionConst {
  /// The branch, counted from 0.
  var branch: UInt32
  var name: PooledName
  /// The constant as a `ValueSet` of one.
  var value: UInt32
}

/// The fast way into a union: the value of one text field names the only branch that can hold.
struct UnionDispatch {
  var name: PooledName
  /// Slot table of `DispatchCase` indices plus one.
  var slotFirst: UInt32
  var slotMask: UInt32
}

struct DispatchCase {
  var text: PooledName
  var block: UInt32
}
