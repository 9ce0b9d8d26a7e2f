import TestSupport
import Testing

@Suite("encode")
struct EncodeCommandTests {
  private func encode(_ arguments: [String], _ input: String) throws -> Run {
    try Run.product("bridge-contract", ["encode"] + arguments, stdin: Array(input.utf8))
  }

  @Test("one value from standard input is one line of script")
  func single() throws {
    let call = try encode(["--call", "window.App.receive"], "{\"a\": \"it's </script>\"}\n")
    #expect(
      call.out == #"App.receive(JSON.parse('{"a": "it\'s \u003c/script\u003e"}'));void 0"# + "\n")
    #expect(call.err.isEmpty)
    #expect(call.status == 0)
    let handler = try encode(["--handler", "it's"], "1")
    #expect(
      handler.out
        == #"window.webkit.messageHandlers['it\'s'].postMessage(JSON.parse('1'));void 0"# + "\n")
    #expect(handler.status == 0)
  }

  @Test("what is no JSON is status 2, what the page would get changed is 1")
  func refused() throws {
    let bad = try encode(["--call", "f"], "[1,\n2")
    #expect(bad.out.isEmpty)
    #expect(
      bad.err == "error: standard input: line 2, column 2: the text ends in the middle of a value\n"
    )
    #expect(bad.status == 2)
    let twice = try encode(["--call", "f"], #"{"a":{"b":1,"b":2}}"#)
    #expect(
      twice.err
        == "error: standard input: line 1, column 13 (/a/b): this key stands twice in its object\n")
    #expect(twice.status == 1)
    #expect(try encode(["--call", "f"], "9007199254740993").status == 1)
    #expect(try encode(["--call", "f", "--max-depth", "1"], "[[]]").status == 2)
  }

  @Test("each leniency has its option")
  func lenient() throws {
    #expect(try encode(["--call", "f", "--duplicate-keys", "last"], #"{"b":1,"b":2}"#).status == 0)
    #expect(try encode(["--call", "f", "--numbers", "round"], "1e400").status == 0)
    #expect(
      try encode(["--call", "f", "--numbers", "exact"], "0.12345678901234567890").status == 1)
  }

  @Test("names that are no receivers, and options that are missing or too many")
  func wrongUse() throws {
    let eval = try encode(["--call", "window.eval"], "1")
    #expect(
      eval.err
        == "error: the receiver's path holds eval, which is refused: a text in the payload would run"
        + " as script\n  see: bridge-contract help encode\n")
    #expect(eval.status == 2)
    #expect(try encode(["--call", "f\n"], "1").status == 2)
    #expect(try encode(["--handler", "__proto__"], "1").status == 2)
    #expect(try encode([], "1").status == 2)
    #expect(try encode(["--call", "f", "--handler", "h"], "1").status == 2)
  }

  @Test("--lines: an answer for every request, in order; a bad one stops nothing")
  func lines() throws {
    let run = try encode(
      ["--lines"],
      """
      {"id": 1, "call": "f", "json": "{\\"a\\":\\"it's\\"}"}
      {"id": "x\\u0041", "handler": "h", "json_b64": "LTA="}

      {"id": [1, 2], "call": "f", "json": "[1,"}
      {"call": "a b", "json": "1"}
      nonsense
      {"id": 3, "call": "f", "json": 5}
      {"id": 4, "call": "f", "json": "\\"\\ud800\\\\ud800\\""}
      {"id": 5, "call": "f", "json_b64": "Iu2ggCI="}\r
      {"id": 6, "call": "f", "json": "\\"\\\\\\ud800\\""}
      {"id": 7, "call": "f", "json": "1e400"}
      {"id": 8, "call": "f", "json": "true"}
      """)
    let answers = run.out.split(separator: "\n").map(String.init)
    #expect(
      answers == [
        #"{"id":1,"js":"f(JSON.parse('{\"a\":\"it\\'s\"}'));void 0"}"#,
        #"{"id":"x\u0041","js":"window.webkit.messageHandlers['h'].postMessage(JSON.parse('-0'));void 0"}"#,
        #"{"id":[1, 2],"error":"line 4: line 1, column 4: the text ends in the middle of a value"}"#,
        #"{"id":null,"error":"line 5: the receiver's path has a character at byte 1 that is none of"#
          + #" A-Z, a-z, 0-9, _, $ (or a digit that begins a segment)"}"#,
        #"{"id":null,"error":"line 6: the request is no JSON: column 1: a value is expected here"}"#,
        #"{"id":3,"error":"line 7: json is no string: it holds JSON text"}"#,
        #"{"id":4,"js":"f(JSON.parse('\"\\\\ud800\\\\ud800\"'));void 0"}"#,
        #"{"id":5,"error":"line 9: line 1, column 2: bytes that are not UTF-8"}"#,
        #"{"id":6,"error":"line 10: line 1, column 3: an unknown escape in a string"}"#,
        #"{"id":7,"error":"line 11: line 1, column 1: JavaScript would make Infinity of this number"}"#,
        #"{"id":8,"js":"f(JSON.parse('true'));void 0"}"#,
      ])
    #expect(run.err.isEmpty)
    #expect(run.status == 2)
  }

  @Test("--lines: the status tells refused values from lines that are no requests")
  func lineStatus() throws {
    #expect(try encode(["--lines"], "").status == 0)
    #expect(try encode(["--lines"], #"{"id":1,"call":"f","json":"1"}"#).status == 0)
    #expect(try encode(["--lines"], #"{"id":1,"call":"f","json":"{"}"#).status == 1)
    #expect(try encode(["--lines"], #"{"id":1,"call":"eval","json":"1"}"#).status == 1)
    #expect(try encode(["--lines"], #"{"id":1,"json":"1"}"#).status == 2)
    #expect(try encode(["--lines", "--call", "f"], #"{"id":1,"json":"1"}"#).status == 0)
  }
}
