internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import BridgeSubset

/// Makes bodies that show a break: said by the one contract, refused by the other. Nothing is shown
/// that both contracts were not asked about.
final class Witnesses {
  private let comparison: Comparison
  private lazy var oldJudge = PayloadJudge(comparison.old)
  private lazy var newJudge = PayloadJudge(comparison.new)
  private lazy var bodies = WitnessBodies(comparison)
  private var left: Int

  /// The longest body that is shown, in bytes.
  static let sizeLimit = 2_000

  init(_ comparison: Comparison, limit: Int) {
    self.comparison = comparison
    left = limit
  }

  func of(_ found: Found) -> [Change.Witness] {
    guard let claim = found.claim, left > 0 else { return [] }
    var out: [Change.Witness] = []
    for isNewSender in [true, false] {
      guard (isNewSender ? claim.newToOld : claim.oldToNew) == .breaking else { continue }
      let witness =
        found.proof.map { payload(found, $0, isNewSender: isNewSender) }
        ?? bodies.message(of: found, isNewSender: isNewSender)
      if let witness, witness.body.utf8.count <= Self.sizeLimit {
        let side = found.from ?? .web
        out.append(
          Change.Witness(
            // The page is new where it sends by the new contract, or receives by it.
            isNewPageOldApp: (side == .web) == isNewSender, sender: side.rawValue,
            body: witness.body, refusedFor: witness.cause, at: witness.at))
        left -= 1
      }
    }
    return out
  }

  /// What is said, why it is refused, and where.
  struct Shown {
    var body: String
    var cause: String
    var at: String
  }

  // MARK: Payloads

  private func payload(_ found: Found, _ proof: Proof, isNewSender: Bool) -> Shown? {
    let (sender, receiver) = isNewSender ? proof.newToOld : proof.oldToNew
    let oracle = comparison.oracle
    let place = ValueSite.Path(segments: proof.path).pointer
    var fallback: (payload: [UInt8], refusal: Issue)?
    /// Takes a payload if it shows the break; true if it fails at the very place, which tells most.
    func take(_ payload: [UInt8]?) -> Bool {
      guard let payload, payload.count <= Self.sizeLimit,
        let refusal = judge(payload, found, proof, isNewSender: isNewSender)
      else { return false }
      let isThere = Self.isAt(refusal.pointer, place)
      if isThere || fallback == nil { fallback = (payload, refusal) }
      return isThere
    }
    func search() {
      var shapes: [ValueShape] = []
      for candidate in proof.candidates {
        let value = isNewSender ? candidate.newToOld : candidate.oldToNew
        if candidate.path.isEmpty, let value, take(value) { return }
        let leaf = value.map { ValueShape.value($0) } ?? .any
        if let shape = self.shape(proof.question, candidate.path, leaf, isNewSender: isNewSender) {
          if take(oracle.example(sender, where: shape)) { return }
          shapes.append(shape)
        }
        if let shape = self.shape(proof.question, candidate.path, .any, isNewSender: isNewSender) {
          shapes.append(shape)
        }
      }
      for shape in shapes
      where take(oracle.isSubset(sender, of: receiver, where: shape).witness) {
        return
      }
      // Any payload that shows it, wherever it fails.
      if fallback == nil { _ = take(oracle.isSubset(sender, of: receiver).witness) }
    }
    search()
    guard let (payload, refusal) = fallback else { return nil }
    return bodies.body(around: payload, of: found, isNewSender: isNewSender)
      ?? Shown(
        body: String(decoding: payload, as: UTF8.self), cause: refusal.cause.id,
        at: refusal.pointer)
  }

  /// Whether a pointer leads to a place or into it; `*` is any segment.
  private static func isAt(_ pointer: String, _ place: String) -> Bool {
    let a = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let b = place.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return a.count >= b.count
      && zip(a, b).allSatisfy { $0.elementsEqual($1) || $1.elementsEqual("*".utf8) }
  }

  /// A value at a place of the sender's payload; nil where the sender has no such place.
  private func shape(
    _ question: PayloadQuestion, _ path: [String?], _ leaf: ValueShape, isNewSender: Bool
  ) -> ValueShape? {
    let references = isNewSender ? comparison.newReferences : comparison.oldReferences
    var at = isNewSender ? question.new : question.old
    var links: [(ValueShape) -> ValueShape] = []
    for segment in path {
      let view = SchemaView(at, references)
      if let segment, let field = view.properties.first(where: { $0.name == segment }) {
        let name = Array(segment.utf8)
        links.append { .member(name, $0) }
        at = field.schemas
      } else if let segment, let index = Int(segment), index < view.tuple.count {
        links.append { .item(index, $0) }
        at = [view.tuple[index]]
      } else if let segment, view.mayBe("object") {
        // In a branch, or by a pattern: which one is left to the engine.
        let name = Array(segment.utf8)
        links.append { .member(name, $0) }
        at = []
      } else if segment == nil, let others = view.dictionary {
        let names = view.properties.map { Array($0.name.utf8) }
        links.append { .otherMember(names, $0) }
        at = others
      } else if segment == nil, view.mayBe("array") {
        let from = view.tuple.count
        links.append { .someItem(from: from, $0) }
        at = view.values("items")
      } else {
        return nil
      }
    }
    return links.reversed().reduce(leaf) { inner, link in link(inner) }
  }

  /// Why the receiver refuses a payload that the sender may send; nil where either is not so.
  private func judge(
    _ payload: [UInt8], _ found: Found, _ proof: Proof, isNewSender: Bool
  ) -> Issue? {
    guard let document = JSONConstants.document(payload), let oldJudge, let newJudge,
      let oldHandle = bodies.handle(found, isNew: false),
      let newHandle = bodies.handle(found, isNew: true)
    else { return nil }
    func issues(_ isNew: Bool) -> [Issue] {
      let rejects = isNew ? proof.question.newRejects : proof.question.oldRejects
      let mentioned = isNew ? proof.question.newMentioned : proof.question.oldMentioned
      return (isNew ? newJudge : oldJudge).issues(
        isNew ? newHandle : oldHandle, document.tape.root, unknownFields: rejects ? .reject : .allow
      ).filter { issue in
        guard issue.severity == .error else { return false }
        // Fields of the envelope may stand beside the payload's.
        return issue.cause != .unknownField
          || !(mentioned ?? []).contains { issue.pointer.utf8.elementsEqual([0x2F] + $0) }
      }
    }
    return withExtendedLifetime(document) {
      issues(isNewSender).isEmpty ? issues(!isNewSender).first : nil
    }
  }
}
