/// What `diff` knows of one change between two contracts: the part of a finding that says which
/// pairs of page and app it breaks, where it stands on both sides, and what shows it.
public struct Change: Sendable, Equatable {
  /// What a pair of page and app makes of a change, from harmless to harmful.
  public enum Level: String, Sendable, CaseIterable, Comparable {
    /// The direction has no part in it.
    case none
    /// It works as before.
    case ok
    /// It works by the letter and may do something else than meant, or nobody can tell.
    case dangerous
    /// What one side says the other refuses.
    case breaking

    /// In the order of harm.
    public static func < (a: Level, b: Level) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .none: 0
      case .ok: 1
      case .dangerous: 2
      case .breaking: 3
      }
    }
  }

  /// The two pairs that can meet while a change is on its way.
  public struct Pairs: Sendable, Hashable {
    /// The new page in an app of before: after every deployment of the page, for months.
    public var newPageOldApp: Level
    /// The page of before in the new app: until the page follows, or where it was kept.
    public var oldPageNewApp: Level

    /// Makes a row of two cells.
    public init(newPageOldApp: Level = .none, oldPageNewApp: Level = .none) {
      self.newPageOldApp = newPageOldApp
      self.oldPageNewApp = oldPageNewApp
    }

    /// The worse of the two.
    public var worst: Level { max(newPageOldApp, oldPageNewApp) }
  }

  /// The four cells: both pairs, by the direction of the message.
  public struct Cells: Sendable, Hashable {
    /// What the page says.
    public var webToNative: Pairs
    /// What native says.
    public var nativeToWeb: Pairs

    /// Makes four cells.
    public init(webToNative: Pairs = Pairs(), nativeToWeb: Pairs = Pairs()) {
      self.webToNative = webToNative
      self.nativeToWeb = nativeToWeb
    }

    /// The worst of the new page in an old app.
    public var newPageOldApp: Level {
      max(webToNative.newPageOldApp, nativeToWeb.newPageOldApp)
    }
    /// The worst of the old page in a new app.
    public var oldPageNewApp: Level {
      max(webToNative.oldPageNewApp, nativeToWeb.oldPageNewApp)
    }
    /// The worst of all.
    public var worst: Level { max(newPageOldApp, oldPageNewApp) }

    /// Takes the worse of each cell.
    public mutating func formWorst(_ other: Cells) {
      func worse(_ pairs: inout Pairs, _ other: Pairs) {
        pairs.newPageOldApp = max(pairs.newPageOldApp, other.newPageOldApp)
        pairs.oldPageNewApp = max(pairs.oldPageNewApp, other.oldPageNewApp)
      }
      worse(&webToNative, other.webToNative)
      worse(&nativeToWeb, other.nativeToWeb)
    }
  }

  /// Where the changed thing stands in one of the two files.
  public struct Place: Sendable, Hashable {
    /// JSON Pointer into the contract; of the nearest thing around it where it is not there.
    public var pointer: String
    /// File, line and column.
    public var place: Finding.Place

    /// Makes a place.
    public init(pointer: String, place: Finding.Place) {
      self.pointer = pointer
      self.place = place
    }
  }

  /// A body that the one side says by its contract and the other side refuses by its own. Made up
  /// from the contracts, never taken from traffic, and judged by both before it is shown.
  public struct Witness: Sendable, Hashable {
    /// The pair: true for the new page in an old app.
    public var isNewPageOldApp: Bool
    /// Who says it: `web` or `native`.
    public var sender: String
    /// What is said, as JSON text.
    public var body: String
    /// The cause by which the other side refuses it.
    public var refusedFor: String
    /// Where in the body, as a JSON Pointer.
    public var at: String

    /// Makes a witness.
    public init(
      isNewPageOldApp: Bool, sender: String, body: String, refusedFor: String, at: String
    ) {
      self.isNewPageOldApp = isNewPageOldApp
      self.sender = sender
      self.body = body
      self.refusedFor = refusedFor
      self.at = at
    }
  }

  /// That somebody took the change on purpose: an entry of the contract's `accept`.
  public struct Acceptance: Sendable, Hashable {
    /// Why.
    public var reason: String
    /// Until which day, such as `2027-06-30`.
    public var until: String?

    /// Makes an acceptance.
    public init(reason: String, until: String?) {
      self.reason = reason
      self.until = until
    }
  }

  /// What the pairs make of it.
  public var cells: Cells
  /// Where it stood.
  public var old: Place?
  /// Where it stands.
  public var new: Place?
  /// Bodies that show it.
  public var witnesses: [Witness]
  /// Words in their order that one side allows and the other does not, for a rule of order.
  public var trace: [String]
  /// Which side ships first, or what else to do.
  public var advice: String?
  /// Set where the finding was accepted.
  public var accepted: Acceptance?
  /// The last day that an entry of `accept` needs, where the contract tells; nil for none.
  public var acceptUntil: String?
  /// Whether an entry of `accept` can take it: not where there is no new contract.
  public var canBeAccepted = true
  /// The released version it was compared with, where there are several.
  public var against: String?

  /// Makes a change.
  public init(
    cells: Cells, old: Place? = nil, new: Place? = nil, witnesses: [Witness] = [],
    trace: [String] = [], advice: String? = nil, accepted: Acceptance? = nil,
    against: String? = nil
  ) {
    self.cells = cells
    self.old = old
    self.new = new
    self.witnesses = witnesses
    self.trace = trace
    self.advice = advice
    self.accepted = accepted
    self.against = against
  }
}
