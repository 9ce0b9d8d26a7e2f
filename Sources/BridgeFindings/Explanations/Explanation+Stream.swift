extension Explanation {
  static let stream: [Explanation] = [itemAfterEnd, sequenceGap, notClosed]

  private static let itemAfterEnd = Explanation(
    cause: .itemAfterEnd,
    title: "a part of a stream that has ended",
    help: "send nothing after the part that ends the stream",
    meaning: """
      The request is answered by several replies. The one that ends them has come, and then \
      another arrived. Most receivers have dropped their callback by then, and the part is lost.
      """,
    origin: """
      The flag that keeps a callback alive was left out of an earlier part, so that one counted \
      as the last. Progress reports from another thread overtake the final one.
      """,
    remedy: """
      Set the end flag on the last part only. Send progress and result through one queue.
      """,
    example: """
      contract  "count": {"until": {"at": "/complete", "is": true}}
      line 5    {"body": {"id": 0, "complete": true, "data": {"bytes": 9}}}
      line 6    {"body": {"id": 0, "data": {"bytes": 9}}}
      """)

  private static let sequenceGap = Explanation(
    cause: .sequenceGap,
    title: "a number of the sequence is missing or repeated",
    help: "number the parts where they are made, and sort them where they arrive",
    meaning: """
      Each part carries a number that goes up by one. This one does not follow the last: a part \
      was lost, doubled or overtaken. Counting goes on from what came.
      """,
    origin: """
      Bridges with two transports, one for small and one for large messages, let small parts \
      overtake large ones: 0, 2, 1. A burst of parts may be merged by the transport.
      """,
    remedy: """
      Keep the parts of one stream on one transport, or hold early parts back in the receiver \
      until the missing one is there.
      """,
    example: """
      contract  "sequence": "/seq"
      line 3    {"body": {"id": 0, "seq": 1, "data": {"bytes": 4}}}
      line 4    {"body": {"id": 0, "seq": 3, "data": {"bytes": 9}}}
      """)

  private static let notClosed = Explanation(
    cause: .notClosed,
    title: "a stream that never ended",
    help: "end every stream, with its last part or with a declared error",
    meaning: """
      Parts came, the last one did not, and the page or the log ended. It stands at the line of \
      the request: an error if its time has passed, else a warning, as the rest may have come \
      after the log.
      """,
    origin: """
      The sender stopped at an error without telling. The page was reloaded in the middle. \
      Callbacks of streams that never end stay in memory.
      """,
    remedy: """
      Send an error reply where the work fails, and cancel the work when its page goes. For a \
      subscription without an end write "count": "many".
      """,
    example: """
      contract  "count": {"until": {"at": "/complete", "is": true}}
      line 1    {"body": {"type": "download", "id": 0, "data": {"url": "…"}}}
      line 2    {"body": {"id": 0, "data": {"bytes": 4}}}
      """)
}
