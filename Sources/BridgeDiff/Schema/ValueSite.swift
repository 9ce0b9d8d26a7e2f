internal import BridgeFindings
internal import BridgeJSON

/// A place of a payload, in both schemas.
struct ValueSite {
  /// The way to the place: names of fields, `nil` for any item or any value of a dictionary.
  struct Path {
    var segments: [String?] = []
    var isEmpty: Bool { segments.isEmpty }

    func appending(_ segment: String?) -> Path { Path(segments: segments + [segment]) }

    /// The pointer, with `*` where any item or value is meant.
    var pointer: String {
      var out: [UInt8] = []
      for segment in segments {
        JSONPointer.append(key: Array((segment ?? "*").utf8), to: &out)
      }
      return String(decoding: out, as: UTF8.self)
    }
  }

  let walk: SchemaWalk
  let old: SchemaView
  let new: SchemaView
  let oldSchemas: [JSONValue]
  let newSchemas: [JSONValue]
  let path: Path
  let ceiling: SchemaWalk.Ceiling
  let facts: Facts

  /// `"/total" of "pay" …`: the place with its message, then what is said of it.
  func sentence(_ words: String) -> String { "\(place(path)) \(words)" }

  /// The place in words.
  func place(_ path: Path) -> String {
    let pointer = walk.root + path.pointer
    return (pointer.isEmpty ? "the payload" : quoted(pointer)) + " of \(walk.subjectWords)"
  }

  /// Goes on at a place inside of this one.
  func descend(_ old: [JSONValue], _ new: [JSONValue], _ segment: String?) {
    walk.walk(old, new, path.appending(segment), ceiling)
  }

  /// Goes on at the same place, in a branch.
  func descend(_ old: [JSONValue], _ new: [JSONValue]) { walk.walk(old, new, path, ceiling) }

  /// Reports a change of a keyword at this place.
  func report(
    _ kind: ChangeKind, _ sentence: String, _ claim: Claim, _ keyword: String, name: String? = nil,
    old oldValue: JSONValue? = nil, new newValue: JSONValue? = nil, witnesses: Facts? = nil
  ) {
    let path = name.map { self.path.appending($0) } ?? self.path
    var found = Found(
      kind: kind, sentence: sentence, cells: Change.Cells(), from: walk.question.from,
      subject: walk.subject, channel: walk.channel, message: walk.message,
      pointer: walk.root + path.pointer, keyword: keyword,
      old: oldValue ?? old.values(keyword).first ?? oldSchemas.first,
      new: newValue ?? new.values(keyword).first ?? newSchemas.first)
    var candidates: [Proof.Candidate] = []
    if name != nil { candidates.append(.init(path: path.segments)) }
    for facts in [witnesses, self.facts] {
      guard let facts else { continue }
      candidates.append(
        .init(
          path: self.path.segments, newToOld: facts.newToOld.witness,
          oldToNew: facts.oldToNew.witness))
    }
    found.proof = walk.proof(path: path.segments, candidates: candidates)
    found.setClaim(claim)
    walk.comparison.add(found)
  }
}
