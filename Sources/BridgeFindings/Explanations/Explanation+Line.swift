extension Explanation {
  static let line: [Explanation] = [
    malformedJSON, duplicateKey, tooLarge, tooDeep, cutOff, badLine,
  ]

  private static let malformedJSON = Explanation(
    cause: .malformedJSON,
    title: "the line is not JSON",
    help: "write one JSON value per line with a JSON writer, never by joining texts",
    meaning: """
      The text of the line is no JSON as RFC 8259 defines it: a quote is missing, a comma is \
      left over, a number begins with 0, the bytes are no UTF-8. Nothing else is said of such a \
      line, and the run goes on with the next one.
      """,
    origin: """
      Logs written by string formatting break at the first quote, backslash or line end in a \
      value. Printing a dictionary gives the language's own notation, not JSON. NaN and Infinity \
      have no JSON form, yet some writers print them. Log systems add a time stamp or a tag in \
      front of each line.
      """,
    remedy: """
      Let a JSON encoder write the whole line, or use the recorder that comes with this tool. \
      Cut prefixes of a log system off before validating. `bridge-contract json check FILE` \
      gives the place and the reason.
      """,
    example: """
      line 3    {"body": {"kind": "ready", "note": "it"s"}}
                                                     ^ a quote inside the text
      """)

  private static let duplicateKey = Explanation(
    cause: .duplicateKey,
    title: "a key stands twice in one object",
    help: "write every key once: readers disagree on which of the two counts",
    meaning: """
      One object has the same key twice. JSON does not forbid it, but one reader takes the first \
      value, another the last, a third refuses. Two sides that read the same message differently \
      are worse than a broken message.
      """,
    origin: """
      Objects built by appending text, or a wrapper that adds a field such as the id to an object \
      that has one already. The key may be spelt with an escape the second time, which hides it \
      from the eye but not from a reader.
      """,
    remedy: "Build the object in memory and write it once. Decide which value is meant.",
    example: """
      line 8    {"body": {"kind": "pay", "id": 1, "id": 2}}
      """)

  private static let tooLarge = Explanation(
    cause: .tooLarge,
    title: "the line is longer than the limit",
    help: "send large data by reference; raise the limit only if such messages are meant",
    meaning: """
      The line is longer than 16 MiB (or the limit that was set). It is skipped without being \
      held in memory.
      """,
    origin: """
      Pictures and files sent as base64 or as an array of numbers. A typed array that was turned \
      into text becomes an object with one key for each byte, several times its size.
      """,
    remedy: """
      Hand large data over as a file or through a URL scheme and send only its name. If the line \
      is one log without line ends, write one message per line.
      """,
    example: """
      line 5    {"body": {"kind": "photo", "data": "iVBORw0KGgo… 24 MB"}}
      """)

  private static let tooDeep = Explanation(
    cause: .tooDeep,
    title: "the value nests deeper than the limit",
    help: "look for a value that holds itself; flatten trees before sending them",
    meaning: """
      Arrays and objects are nested more than 10,000 levels deep. Many readers crash on such a \
      value, since they call themselves for each level.
      """,
    origin: """
      A tree or a linked list that is sent whole, a wrapper that wraps its own result again and \
      again, or somebody trying to crash the reader.
      """,
    remedy: "Send a flat list with references between its items.",
    example: """
      line 2    {"body": [[[[[[[[ … 10,001 times
      """)

  private static let cutOff = Explanation(
    cause: .cutOff,
    title: "the last line breaks off",
    help: "flush the log before the process ends; the message itself may be fine",
    meaning: """
      The last line has no line end, and its text is the beginning of a JSON value. The message \
      was cut while it was written. The lines before it are whole and were judged.
      """,
    origin: """
      The app or the web process was killed while writing, the disk was full, a log was copied \
      while it was still growing, or a log system cuts long lines.
      """,
    remedy: """
      Write line and line end in one call and flush after each line. If a log system cut the \
      line, record to a file instead.
      """,
    example: """
      line 90   {"body": {"kind": "sync", "val
      """)

  private static let badLine = Explanation(
    cause: .badLine,
    title: "JSON, but neither a message nor an event",
    help: "give the line a body and a direction, or name your fields with --map",
    meaning: """
      The line is JSON, but it is not a log line: it is no object, it has neither a body nor an \
      event, or nothing says which side spoke. A line whose cause is no load or delivery cause is \
      one, too.
      """,
    origin: """
      Home-made logs use words of their own. In and out, send and receive mean one thing to the \
      app and the opposite to the page, so they are not guessed.
      """,
    remedy: """
      Map the fields: --map body=/message,direction=/dir,direction.out=nativeToWeb, or the same \
      under log.map in bridge-contract.json. If every line is a body, say whose with \
      --channel NAME.
      """,
    example: """
      line 1    {"dir": "out", "message": {"kind": "sync", "value": "ok"}}
      """)
}
