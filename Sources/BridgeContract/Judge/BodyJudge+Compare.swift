// For those who hold two bodies against each other: whether one is judged as the other.

extension BodyJudge {
  /// A judge that shares a reader's scratch memory.
  package convenience init(_ set: ContractSet, reader: BodyReader) {
    self.init(set, matcher: reader.matcher, showsValues: false)
  }

  /// Everything wrong with the envelope and the payload of a message whose kind and version fit.
  package func issues(ofMessage index: Int, _ reading: Reading, on channel: Int) -> [Issue] {
    message(index, reading, set.channels[channel])
  }

  /// Everything wrong with a reply to a message (nil: to nobody knows what), and whether it is an
  /// error reply. The parameters are those of `reply(to:…)`.
  package func issues(
    ofReplyTo index: Int?, _ reading: Reading, on channel: Int, isErrorByID: Bool?,
    isAnswer: Bool, isErrorText: Bool
  ) -> (issues: [Issue], isError: Bool) {
    let verdict = reply(
      to: index, reading, set.channels[channel], isErrorByID: isErrorByID, isAnswer: isAnswer,
      isErrorText: isErrorText)
    return (verdict.issues, verdict.isError)
  }
}
