import BridgeContract
import BridgeJSON

// Where the roles of replies are, once it is known which bodies are replies.

extension ChannelGuess {
  private static let results = [
    "result", "response", "responseData", "data", "payload", "value", "returnValue", "ret", "body",
  ]
  private static let errors = ["error", "err", "exception", "failure", "fault"]
  private static let codes = ["code", "name", "type", "errorCode", "reason"]
  private static let verdicts = ["success", "ok", "succeeded", "isSuccess", "status"]

  /// Finds what replies carry and how errors are told. `bodies`: their numbers in the table.
  mutating func findReply(_ bodies: Set<Int>, at spot: Spot, _ survey: DraftSurvey) {
    var replies = PlaceTable()
    var number = 0
    forEachBody(survey, survey.words[word]) { body, sample in
      if bodies.contains(number) { replies.add(body, sample: sample) }
      number += 1
    }
    guard replies.count > 0, let at = JSONPointer(spot.pointer)?.segments else { return }
    if spot.match != nil {
      replyAlways(replies)
      return
    }
    if let index = at.last?.index {
      findPositions(replies, Array(at.dropLast()), index)
      return
    }
    let parent = Array(at.dropLast())
    func place(_ name: String, in parent: [JSONPointer.Segment]) -> PlaceTable.Place? {
      replies.place(JSONPointer(segments: parent + [.init(Array(name.utf8))]).text)
    }
    findVerdict(of: replies.count) { place($0, in: parent) }
    if let error = Self.errors.lazy.compactMap({ place($0, in: parent) }).first(where: {
      $0.count > $0.nulls
    }), error.booleans == 0 {
      roles.error = error.pointer.text
      roles.code =
        Self.codes.lazy.compactMap { place($0, in: error.pointer.segments) }
        .first { $0.isScalar && $0.distinct <= 40 }?.pointer.text
    }
    let own = roles.payload.flatMap { replies.place($0) }
    let results = Self.results.compactMap { place($0, in: parent) }
      .filter { $0.pointer.text != roles.error && $0.pointer.text != spot.pointer }
    if let best = results.max(by: { $0.count < $1.count }), best.count > own?.count ?? 0 {
      roles.replyPayload = best.pointer.text
    } else if own == nil, roles.payload != nil {
      // Replies have their results beside the id: the whole body is what they carry.
      roles.replyPayload = ""
    }
  }

  private mutating func findVerdict(of count: Int, _ place: (String) -> PlaceTable.Place?) {
    for name in Self.verdicts {
      guard let found = place(name), found.count * 10 >= count * 9 else { continue }
      let pointer = found.pointer.text
      if found.booleans == found.count {
        roles.ok = (pointer, "true")
        return
      }
      let words = found.values.map(\.value)
      if found.strings == found.count,
        let word = ["ok", "success", "OK", "SUCCESS"].first(where: { word in
          words.contains(IDKey(text: word.utf8))
        })
      {
        roles.ok = (pointer, JSONString.quoted(word))
        return
      }
    }
  }

  private mutating func replyAlways(_ replies: PlaceTable) {
    guard isCall else { return }
    roles.replyAlways = true
    roles.replyPayload = "/args/0"
  }

  /// Arguments and elements: an error is null most of the time, a result is what is left.
  private mutating func findPositions(
    _ replies: PlaceTable, _ parent: [JSONPointer.Segment], _ id: Int
  ) {
    func place(_ index: Int) -> PlaceTable.Place? {
      replies.place(JSONPointer(segments: parent + [.init(Array(String(index).utf8))]).text)
    }
    if replies.count == table.count, roles.kind.isEmpty { roles.replyAlways = true }
    let others = (0..<8).filter { $0 != id }.compactMap { index in place(index).map { (index, $0) }
    }
    guard let last = others.last else { return }
    if others.count >= 2,
      let error = others.dropLast().first(where: { $0.1.nulls > 0 && $0.1.nulls < $0.1.count })
    {
      roles.error = error.1.pointer.text
    }
    if let verdict = others.first(where: { $0.1.booleans == $0.1.count && $0.0 != last.0 }) {
      roles.ok = (verdict.1.pointer.text, "true")
    }
    let result = others.last { $0.1.containers * 2 > $0.1.count } ?? last
    roles.replyPayload = result.1.pointer.text
  }
}
