/// The one stable name of a failure; the only code there is. A timeout is evidence, never a cause.
///
/// A struct over a private enumeration, so that a cause can be added without breaking a `switch`
/// in somebody's tests. The ids are listed under "Causes" of contract format 1.
public struct Cause: Hashable, Sendable, CustomStringConvertible {
  /// The part of the journey in which a cause can arise.
  public enum Group: String, Sendable, CaseIterable {
    /// A log line that cannot be read.
    case line
    /// The page did not load, or its process died.
    case load
    /// A message of the page did not reach native.
    case webToNative
    /// A call of native did not reach the page.
    case nativeToWeb
    /// A body that breaks its schema or its framing.
    case shape
    /// A reply that does not fit its request, or is not there.
    case correlation
    /// A request with several replies.
    case stream
    /// A message at the wrong moment.
    case order
    /// A message from a frame or an origin that may not send it.
    case trust
    /// A change between two contracts. Its causes are the rules of `diff`, not those of a log.
    case change
  }

  private enum Kind: String, CaseIterable {
    case malformedJSON = "malformed-json"
    case duplicateKey = "duplicate-key"
    case tooLarge = "too-large"
    case tooDeep = "too-deep"
    case cutOff = "cut-off"
    case badLine = "bad-line"
    case loadNotFinished = "load-not-finished"
    case loadFailed = "load-failed"
    case processTerminated = "process-terminated"
    case handlerMissing = "handler-missing"
    case nativeNotReceived = "native-not-received"
    case duplicateDelivery = "duplicate-delivery"
    case afterTeardown = "after-teardown"
    case functionMissing = "function-missing"
    case webRejected = "web-rejected"
    case scriptError = "script-error"
    case webNotObserved = "web-not-observed"
    case resultUnserialisable = "result-unserialisable"
    case wrongEncoding = "wrong-encoding"
    case notAnObject = "not-an-object"
    case kindMissing = "kind-missing"
    case unknownKind = "unknown-kind"
    case wrongDirection = "wrong-direction"
    case versionMissing = "version-missing"
    case versionType = "version-type"
    case versionUnsupported = "version-unsupported"
    case missingField = "missing-field"
    case unknownField = "unknown-field"
    case wrongType = "wrong-type"
    case notInEnum = "not-in-enum"
    case outOfRange = "out-of-range"
    case badLength = "bad-length"
    case pattern = "pattern"
    case badFormat = "bad-format"
    case notUnique = "not-unique"
    case schema = "schema"
    case loneSurrogate = "lone-surrogate"
    case unsafeInteger = "unsafe-integer"
    case deprecated = "deprecated"
    case idMissing = "id-missing"
    case idInvalid = "id-invalid"
    case idReused = "id-reused"
    case replyMissing = "reply-missing"
    case replyLate = "reply-late"
    case staleID = "stale-id"
    case replyDuplicate = "reply-duplicate"
    case replyUnknownID = "reply-unknown-id"
    case replyMismatch = "reply-mismatch"
    case replyUndeclaredError = "reply-undeclared-error"
    case itemAfterEnd = "item-after-end"
    case sequenceGap = "sequence-gap"
    case notClosed = "not-closed"
    case tooEarly = "too-early"
    case tooLate = "too-late"
    case repeated = "repeated"
    case notSerial = "not-serial"
    case missingStep = "missing-step"
    case untrustedFrame = "untrusted-frame"
    case untrustedOrigin = "untrusted-origin"
    case notObservable = "not-observable"
  }

  private enum Storage: Hashable, Sendable {
    case traffic(Kind)
    case change(ChangeWords)
  }

  private let storage: Storage

  private init(_ kind: Kind) { storage = .traffic(kind) }

  /// The cause of findings about a change between two contracts.
  public init(_ change: ChangeWords) { storage = .change(change) }

  /// The cause in traffic with this id, or nil where no such cause exists.
  public init?(id: String) {
    guard let kind = Kind(rawValue: id) else { return nil }
    storage = .traffic(kind)
  }

  /// The stable id, such as `stale-id`.
  public var id: String {
    switch storage {
    case .traffic(let kind): kind.rawValue
    case .change(let words): words.id
    }
  }

  /// The words of a change; nil for a cause in traffic.
  public var change: ChangeWords? {
    if case .change(let words) = storage { words } else { nil }
  }

  /// The id.
  public var description: String { id }

  /// Every cause in traffic, in the order of the format's page.
  public static var all: [Cause] { Kind.allCases.map(Cause.init) }

  /// The part of the journey in which the cause arises.
  public var group: Group {
    guard case .traffic(let kind) = storage else { return .change }
    return switch kind {
    case .malformedJSON, .duplicateKey, .tooLarge, .tooDeep, .cutOff, .badLine: .line
    case .loadNotFinished, .loadFailed, .processTerminated: .load
    case .handlerMissing, .nativeNotReceived, .duplicateDelivery, .afterTeardown: .webToNative
    case .functionMissing, .webRejected, .scriptError, .webNotObserved, .resultUnserialisable:
      .nativeToWeb
    case .wrongEncoding, .notAnObject, .kindMissing, .unknownKind, .wrongDirection,
      .versionMissing, .versionType, .versionUnsupported, .missingField, .unknownField, .wrongType,
      .notInEnum, .outOfRange, .badLength, .pattern, .badFormat, .notUnique, .schema,
      .loneSurrogate, .unsafeInteger, .deprecated:
      .shape
    case .idMissing, .idInvalid, .idReused, .replyMissing, .replyLate, .staleID, .replyDuplicate,
      .replyUnknownID, .replyMismatch, .replyUndeclaredError:
      .correlation
    case .itemAfterEnd, .sequenceGap, .notClosed: .stream
    case .tooEarly, .tooLate, .repeated, .notSerial, .missingStep: .order
    case .untrustedFrame, .untrustedOrigin, .notObservable: .trust
    }
  }

  /// The severity where nothing softens it: `deprecated` info, `not-observable` warning, else error;
  /// of a change that of its worst cell.
  public var severity: Severity {
    switch storage {
    case .traffic(.deprecated): .info
    case .traffic(.notObservable): .warning
    case .traffic: .error
    case .change(let words): words.severity
    }
  }
}

// Line.
extension Cause {
  /// The line is not JSON (RFC 8259).
  public static let malformedJSON = Cause(.malformedJSON)
  /// A key stands twice in one object.
  public static let duplicateKey = Cause(.duplicateKey)
  /// The line is longer than the limit.
  public static let tooLarge = Cause(.tooLarge)
  /// The line nests deeper than the limit.
  public static let tooDeep = Cause(.tooDeep)
  /// The last line breaks off in the middle of a value.
  public static let cutOff = Cause(.cutOff)
  /// JSON, but no message and no event.
  public static let badLine = Cause(.badLine)
}

// Load.
extension Cause {
  /// The page began to load and never finished.
  public static let loadNotFinished = Cause(.loadNotFinished)
  /// The page could not be loaded.
  public static let loadFailed = Cause(.loadFailed)
  /// The web process died.
  public static let processTerminated = Cause(.processTerminated)
}

// Web to native.
extension Cause {
  /// The page posted to a handler that is not registered.
  public static let handlerMissing = Cause(.handlerMissing)
  /// The page posted, and native never saw it.
  public static let nativeNotReceived = Cause(.nativeNotReceived)
  /// One post was delivered twice.
  public static let duplicateDelivery = Cause(.duplicateDelivery)
  /// Something was said after the end of the session.
  public static let afterTeardown = Cause(.afterTeardown)
}

// Native to web.
extension Cause {
  /// The page has no function of this name.
  public static let functionMissing = Cause(.functionMissing)
  /// The page's receiver threw or rejected.
  public static let webRejected = Cause(.webRejected)
  /// The script failed in any other way.
  public static let scriptError = Cause(.scriptError)
  /// Native called, and the page never saw it.
  public static let webNotObserved = Cause(.webNotObserved)
  /// The page's result has no form that native could receive.
  public static let resultUnserialisable = Cause(.resultUnserialisable)
}

// Shape.
extension Cause {
  /// Text that does not decode as the framing says.
  public static let wrongEncoding = Cause(.wrongEncoding)
  /// The body is not the object or array that the framing's places need.
  public static let notAnObject = Cause(.notAnObject)
  /// The place of the kind leads nowhere.
  public static let kindMissing = Cause(.kindMissing)
  /// No message of the channel has this kind.
  public static let unknownKind = Cause(.unknownKind)
  /// The message belongs to a channel of the other side.
  public static let wrongDirection = Cause(.wrongDirection)
  /// The message wants a version and the body has none.
  public static let versionMissing = Cause(.versionMissing)
  /// The version has a type that no message of this kind has.
  public static let versionType = Cause(.versionType)
  /// No message of this kind has this version.
  public static let versionUnsupported = Cause(.versionUnsupported)
  /// A required field is missing.
  public static let missingField = Cause(.missingField)
  /// A field that nothing in the contract mentions.
  public static let unknownField = Cause(.unknownField)
  /// The value has another type.
  public static let wrongType = Cause(.wrongType)
  /// The value is not among those listed.
  public static let notInEnum = Cause(.notInEnum)
  /// The number is outside its range, or no multiple.
  public static let outOfRange = Cause(.outOfRange)
  /// Too short, too long, too few or too many.
  public static let badLength = Cause(.badLength)
  /// The text does not match its pattern.
  public static let pattern = Cause(.pattern)
  /// The text does not have its format.
  public static let badFormat = Cause(.badFormat)
  /// Two equal items where all must differ.
  public static let notUnique = Cause(.notUnique)
  /// Any other keyword failed, or no branch of a union fits.
  public static let schema = Cause(.schema)
  /// Half of a surrogate pair.
  public static let loneSurrogate = Cause(.loneSurrogate)
  /// An integer that JavaScript cannot hold exactly.
  public static let unsafeInteger = Cause(.unsafeInteger)
  /// The message or field is deprecated.
  public static let deprecated = Cause(.deprecated)
}

// Correlation.
extension Cause {
  /// The message needs an id and has none.
  public static let idMissing = Cause(.idMissing)
  /// The id has the wrong type or does not match its pattern.
  public static let idInvalid = Cause(.idInvalid)
  /// The id is in use.
  public static let idReused = Cause(.idReused)
  /// No reply came.
  public static let replyMissing = Cause(.replyMissing)
  /// The reply came after its time.
  public static let replyLate = Cause(.replyLate)
  /// The reply belongs to a request of an earlier page.
  public static let staleID = Cause(.staleID)
  /// The request has its reply already.
  public static let replyDuplicate = Cause(.replyDuplicate)
  /// No request has this id.
  public static let replyUnknownID = Cause(.replyUnknownID)
  /// The reply came over another channel or with another kind.
  public static let replyMismatch = Cause(.replyMismatch)
  /// An error reply that the message does not declare.
  public static let replyUndeclaredError = Cause(.replyUndeclaredError)
}

// Stream.
extension Cause {
  /// A part of a stream that has ended.
  public static let itemAfterEnd = Cause(.itemAfterEnd)
  /// A number of the sequence is missing or repeated.
  public static let sequenceGap = Cause(.sequenceGap)
  /// A stream that never ended.
  public static let notClosed = Cause(.notClosed)
}

// Order.
extension Cause {
  /// Before what must come first.
  public static let tooEarly = Cause(.tooEarly)
  /// After what must come last.
  public static let tooLate = Cause(.tooLate)
  /// More than once.
  public static let repeated = Cause(.repeated)
  /// While the one before waits for its reply.
  public static let notSerial = Cause(.notSerial)
  /// Never, though it must.
  public static let missingStep = Cause(.missingStep)
}

// Trust.
extension Cause {
  /// From a frame that may not send.
  public static let untrustedFrame = Cause(.untrustedFrame)
  /// From an origin that may not send.
  public static let untrustedOrigin = Cause(.untrustedOrigin)
  /// The log cannot show it.
  public static let notObservable = Cause(.notObservable)
}
