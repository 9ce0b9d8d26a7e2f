/// One thing that is wrong, with its cause, its place and the way out: the word all rooms speak.
///
/// A finding holds names, types and sizes. A value of the traffic is in it only where the contract
/// allows that (`log`), or where the user asked for values.
public struct Finding: Sendable, Equatable {
  /// A place in a contract file. Lines and columns count from 1, columns in code points.
  public struct Place: Sendable, Hashable {
    /// The file's path as the user gave it.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column in code points, from 1.
    public var column: Int

    /// Makes a place.
    public init(file: String, line: Int, column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  /// What the contract wants: a keyword and its value as JSON text, such as `const` and `1`.
  public struct Expected: Sendable, Hashable {
    /// The keyword or rule, such as `const`, `required` or `within`.
    public var keyword: String
    /// Its value as JSON text, taken from the contract.
    public var value: String

    /// Makes an expectation.
    public init(keyword: String, value: String) {
      self.keyword = keyword
      self.value = value
    }
  }

  /// What came, as far as it may be shown.
  public struct Got: Sendable, Hashable {
    /// The JSON type: `null`, `boolean`, `number`, `string`, `array`, `object`; `nothing` if absent.
    public var type: String
    /// Code points of a string, items of an array, members of an object; else nil.
    public var size: Int?
    /// The value as JSON text, where it may be shown.
    public var value: String?
    /// Eight hex digits of SHA-256 over the canonical value, where the contract says `log: hash`.
    public var hash: String?

    /// Makes a description of a value.
    public init(type: String, size: Int? = nil, value: String? = nil, hash: String? = nil) {
      self.type = type
      self.size = size
      self.value = value
      self.hash = hash
    }
  }

  /// Another line that belongs to the story, such as the request of a late reply.
  public struct Related: Sendable, Hashable {
    /// The line of the log, from 1.
    public var line: Int
    /// What it is, in a few words.
    public var what: String

    /// Makes a related line.
    public init(line: Int, what: String) {
      self.line = line
      self.what = what
    }
  }

  /// The cause; nil for an error of a contract file, which has a position instead.
  public var cause: Cause?
  /// How much it weighs.
  public var severity: Severity
  /// One sentence for people.
  public var message: String
  /// The log or contract file it was found in.
  public var file: String?
  /// The physical line, from 1.
  public var line: Int?
  /// Bytes from the beginning of the file to the beginning of the line or value.
  public var offset: Int?
  /// The session's name.
  public var session: String?
  /// The number of the page in its session, from 1.
  public var page: Int?
  /// `webToNative` or `nativeToWeb`.
  public var direction: String?
  /// The channel's key in the contract.
  public var channel: String?
  /// The message's name or wire word.
  public var kind: String?
  /// The request id as JSON text, where it may be shown.
  public var id: String?
  /// JSON Pointer into the decoded body, or into the contract for errors of the file.
  public var instancePath: String?
  /// JSON Pointer to the keyword or rule in the contract.
  public var schemaPath: String?
  /// Where the keyword or rule stands in the contract file.
  public var contract: Place?
  /// What the contract wants there.
  public var expected: Expected?
  /// What came instead.
  public var got: Got?
  /// What to write instead, such as the nearest spelling.
  public var suggest: String?
  /// Other lines of the story.
  public var related: [Related]
  /// What `diff` knows of a change between two contracts; nil for findings in traffic.
  public var change: Change?
  /// Twelve hex digits, the same on every machine and in every version (`Fingerprint`).
  public var fingerprint: String

  /// Makes a finding; everything but cause, severity and message may follow later.
  public init(
    cause: Cause?, severity: Severity, message: String, file: String? = nil, line: Int? = nil,
    offset: Int? = nil, session: String? = nil, page: Int? = nil, direction: String? = nil,
    channel: String? = nil, kind: String? = nil, id: String? = nil, instancePath: String? = nil,
    schemaPath: String? = nil, contract: Place? = nil, expected: Expected? = nil, got: Got? = nil,
    suggest: String? = nil, related: [Related] = [], change: Change? = nil,
    fingerprint: String = ""
  ) {
    self.cause = cause
    self.severity = severity
    self.message = message
    self.file = file
    self.line = line
    self.offset = offset
    self.session = session
    self.page = page
    self.direction = direction
    self.channel = channel
    self.kind = kind
    self.id = id
    self.instancePath = instancePath
    self.schemaPath = schemaPath
    self.contract = contract
    self.expected = expected
    self.got = got
    self.suggest = suggest
    self.related = related
    self.change = change
    self.fingerprint = fingerprint
  }
}
