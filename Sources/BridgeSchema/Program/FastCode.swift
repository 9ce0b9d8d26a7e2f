// The fast code: for each schema and each kind of instance a list of operations, in which `type`
// is already decided, keywords for other kinds are gone, and `$ref` and `allOf` are written out.

/// What an operation does; see the evaluator's function of the same name.
enum OpCode: UInt8 {
  // Numbers
  case integer, safeInteger, minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf
  case numberSet
  // Strings
  case minLength, maxLength, pattern, format, content, stringSet
  // Booleans
  case isTrue, isFalse
  // Arrays and objects
  case minCount, maxCount, valueSet, uniqueItems, dependentRequired
  // Facts for reports. Up to here an operation is done in one go and looks at nothing but the
  // instance; from here on it applies schemas, or depends on how its own was applied.
  case note

  case items, plainItems, contains
  // `plainShape`: only a property's or another member's schema may need a frame.
  case shape, plainShape, openCheck, dependentSchemas
  // In place
  case apply, anyOf, oneOf, dispatch, not, ifThenElse, dynamicRef
  case track, unevaluatedProperties, unevaluatedItems

  /// Whether it is done in one go.
  @inline(__always)
  var isSimple: Bool { rawValue <= OpCode.note.rawValue }
}

/// One operation.
struct Op {
  var code: OpCode
  var flags: UInt8 = 0
  var a: UInt32 = 0
  var b: UInt32 = 0
  var c: UInt32 = 0
  /// The schema and the entry it stands for, so that a fact can be traced back.
  var entry: UInt32 = none

  /// Shape: a member that nothing mentions is worth a second look.
  static let soft: UInt8 = 1
  /// In-place application: the schemas below are part of a group that looks after unknown fields.
  static let hushes: UInt8 = 2
  /// Dispatch: the union is `oneOf`.
  static let isOneOf: UInt8 = 4
  /// Contains: what matches counts as evaluated.
  static let marks: UInt8 = 8
}

/// The code of one schema for one kind of instance.
struct KindCode {
  var first: UInt32 = 0
  var count: UInt16 = 0
  /// Levels of native calls it needs, or `unbounded`: then it needs frames.
  var level: UInt8 = KindCode.unbounded
  var verdict: Verdict = .open

  enum Verdict: UInt8 { case open, passes, fails }

  static let unbounded = UInt8.max
  /// More levels than this are not run by native calls.
  static let maxLevel: UInt8 = 12
}
