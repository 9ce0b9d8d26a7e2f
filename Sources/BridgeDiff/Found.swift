internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// What a rule has found, before policy and words for people.
struct Found {
  var kind: ChangeKind
  /// One sentence.
  var sentence: String
  var cells: Change.Cells
  /// The two facts that the cells come from, where one sender is concerned.
  var claim: Claim?
  /// Who says what is concerned; nil for both.
  var from: Side?
  /// The message's name, or `reply:pay`, `error:declined`, `channel:bridge`, `order:once`.
  var subject = ""
  var channel: String?
  /// The message's name for people.
  var message: String?
  /// Where in the body or payload, with `*` for items and values of a dictionary.
  var pointer: String?
  /// The keyword or key, for the fingerprint.
  var keyword = ""
  /// What changed, in both files; of what is not there the nearest thing around it.
  var old: JSONValue?
  var new: JSONValue?
  var trace: [String] = []
  var advice: String?
  /// Whether policy decides the severity; policy findings bring their own.
  var severity: Severity?
  /// How a body can be made that shows it.
  var proof: Proof?
}

/// What is needed to make a body that one side says and the other refuses.
struct Proof {
  /// A place, and values there that show it where any are known.
  struct Candidate {
    /// Segments to the place: names, or nil for an item or a value of a dictionary.
    var path: [String?]
    var newToOld: [UInt8]?
    var oldToNew: [UInt8]?
  }

  /// The payload's schemas on both sides, at the top.
  var question: PayloadQuestion
  /// The whole payload's schema as the sender and the receiver have it: sent by the new contract, and
  /// by the old one.
  var newToOld: (sender: SchemaQuestion, receiver: SchemaQuestion)
  var oldToNew: (sender: SchemaQuestion, receiver: SchemaQuestion)
  /// Where it should fail, for the choice among several.
  var path: [String?]
  var candidates: [Candidate]
}
