import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("record: a page's traffic as a log", .serialized, .enabled(if: EngineRun.isThere))
  struct EngineRecordTests {
    private let run: EngineRun

    init() throws { run = try EngineRun() }

    /// A contract whose page asks in every way that there is.
    private static let asking = #"""
      {"bridgeContract": 1, "name": "asking", "version": "1.0.0", "framing": {"kind": "/kind", "id": "/id",
        "ids": {"type": "integer"}, "reply": {"error": "/error"}},
       "channels": {"ask": {"from": "web", "via": "messageHandlerWithReply"},
        "tell": {"from": "web", "via": "messageHandler"},
        "say": {"from": "web", "via": "prompt", "match": "^app:"},
        "go": {"from": "web", "via": "navigation", "url": "myapp://"},
        "push": {"from": "native", "via": "evaluate", "call": "App.receive"}},
       "messages": {
        "get": {"on": "ask", "id": "none", "payload": {"type": "object"},
         "reply": {"payload": {"type": "object", "required": ["value"],
           "properties": {"value": {"type": "string", "log": "value"}}}},
         "examples": [{"body": {"kind": "get"}, "reply": {"value": "from the example"}}]},
        "load": {"on": "tell", "payload": {"type": "object"},
         "reply": {"on": "push", "payload": {"type": "object", "required": ["rows"],
           "properties": {"rows": {"type": "integer"}}}},
         "examples": [{"body": {"kind": "load", "id": 1}, "reply": {"id": 1, "rows": 3}}]},
        "done": {"on": "tell", "id": "none", "payload": {"type": "object", "required": ["text"],
          "properties": {"text": {"type": "string", "log": "value"}}},
         "examples": [{"body": {"kind": "done", "text": "x"}}]}}}
      """#

    private func log(_ arguments: [String], validate: [String] = []) throws -> (Run, Run) {
      let recorded = try Run.product(
        "bridge-contract", ["record"] + arguments + ["--output", "log.jsonl"],
        in: run.tool.folder.url, environment: try run.environment)
      let judged = try Run.product(
        "bridge-contract", ["validate", "log.jsonl", "--format", "concise"] + validate,
        in: run.tool.folder.url)
      return (recorded, judged)
    }

    @Test("J35: a page and a folder that keep to the contract")
    func good() throws {
      try run.fixture("dist/index.html") { $0 }
      for page in ["fixture.html", "dist"] {
        let (recorded, judged) = try log([page, "--send", "sync"])
        #expect(recorded.status == 0)
        #expect(recorded.err == "")
        #expect(judged.status == 0, "\(judged.out)")
        let lines = try run.tool.text("log.jsonl")
        #expect(lines.contains(#""body":{"kind":"ready","version":1}"#))
        #expect(lines.contains(#""direction":"nativeToWeb","channel":"receive""#))
      }
      #expect(run.leftovers() == [])
    }

    @Test(
      "each fault of a page has its cause in the log",
      arguments: [
        (", version: 1", "", "version-missing"),
        ("version: 1", #"version: "1""#, "version-type"),
        (#"kind: "ready""#, #"kind: "redy""#, "unknown-kind"),
        ("messageHandlers.bridge.", "messageHandlers.bridg.", "handler-missing"),
        ("window.bridgeReceive", "window.other", "function-missing"),
        ("const known", "null.x; const known", "web-rejected"),
      ])
    func faults(_ old: String, _ new: String, _ cause: String) throws {
      try run.fixture { $0.replacing(old, with: new) }
      let (recorded, judged) = try log(["page.html", "--send", "sync"])
      #expect(recorded.status == 0, "the page loads: \(recorded.err)")
      #expect(judged.status == 1)
      #expect(judged.out.contains("error[\(cause)]"), "\(judged.out)")
    }

    @Test("J35: a page that is not there is no matter of the contract")
    func notLoaded() throws {
      #expect(try run("record", "none.html").status == 2)
      try run.fixture {
        $0.replacing("<body>", with: "<script>location = 'app://page/none'</script>")
      }
      let gone = try run("record", "page.html")
      #expect(gone.status == 4)
      #expect(gone.err.contains("error: app://page/none did not load\n"))
      #expect(gone.out.contains(#""cause":"load-failed""#) || gone.out.contains("@loadFailed"))
    }

    @Test("requests are answered from the examples, in every way in which a page asks")
    func answers() throws {
      try FileManager.default.removeItem(
        at: run.tool.folder.url.appendingPathComponent("Contracts/sync.bridge.json"))
      try run.tool.write(Self.asking, to: "Contracts/asking.bridge.json")
      try run.tool.write(
        """
        <body><script>
        const { ask, tell } = webkit.messageHandlers;
        const done = text => tell.postMessage({ kind: "done", text });
        window.App = { receive: async reply => done("rows " + reply.rows) };
        ask.postMessage({ kind: "get" }).then(reply => done(reply.value));
        tell.postMessage({ kind: "load", id: 1 });
        </script>
        """, to: "page.html")
      let (recorded, judged) = try log(["page.html"])
      #expect(recorded.status == 0)
      #expect(
        recorded.err == "note: 2 requests of the page answered from the contract's examples\n")
      #expect(judged.status == 0, "\(judged.out)")
      let lines = try run.tool.text("log.jsonl")
      #expect(lines.contains(#""answers""#))
      #expect(lines.contains(#""text":"from the example""#))
      #expect(lines.contains(#""text":"rows 3""#))

      let (silent, open) = try log(["page.html", "--silent"])
      #expect(silent.status == 0)
      #expect(!(try run.tool.text("log.jsonl")).contains(#""answers""#))
      #expect(open.out.contains("reply-missing"))

      try run.tool.write(
        """
        <script>webkit.messageHandlers.ask.postMessage({ kind: "gte" })
          .catch(error => webkit.messageHandlers.tell.postMessage({ kind: "done", text: error.message }))
        </script>
        """, to: "typo.html")
      let (typo, found) = try log(["typo.html"])
      #expect(typo.err.contains("a request on \"ask\" was rejected: the contract has no answer"))
      #expect(found.out.contains("error[unknown-kind]"))
    }

    @Test("what the page asks of another machine is told, however it asks")
    func remote() throws {
      try run.tool.write(
        """
        <script>
        fetch("https://fetch.example/a").catch(() => 0);
        const request = new XMLHttpRequest; request.open("GET", "http://xhr.example/b"); request.send();
        new WebSocket("ws://socket.example/c"); new WebSocket("wss://secret.example/d");
        navigator.sendBeacon("https://beacon.example/e", "x");
        new Image().src = "https://image.example/f.png";
        new EventSource("https://events.example/g");
        new Worker(URL.createObjectURL(new Blob(['fetch("https://worker.example/h").catch(() => 0)'])));
        webkit.messageHandlers.bridge.postMessage({ kind: "ready", version: 1 });
        </script>
        <iframe src="https://frame.example/i"></iframe><link rel=stylesheet href="https://style.example/j">
        """, to: "page.html")
      let (recorded, judged) = try log(["page.html", "--settle", "1500"])
      #expect(recorded.status == 0)
      #expect(judged.status == 0)
      for url in [
        "https://fetch.example/a", "http://xhr.example/b", "ws://socket.example/c",
        "secret.example:443", "https://beacon.example/e", "https://image.example/f.png",
        "https://events.example/g", "https://worker.example/h", "https://frame.example/i",
        "https://style.example/j",
      ] {
        #expect(
          recorded.err.contains(
            "warning: the page asked another machine for \(url); that was refused\n"), "\(url)")
      }
      #expect(recorded.err.split(separator: "\n").count == 10)
    }

    @Test("frames and origins cannot be observed: never passed")
    func notObservable() throws {
      try run.tool.write(
        try run.tool.text("Contracts/sync.bridge.json").replacing(
          #""via": "messageHandler" }"#, with: #""via": "messageHandler", "frames": "main" }"#),
        to: "Contracts/sync.bridge.json")
      let (recorded, judged) = try log(["fixture.html"])
      #expect(recorded.status == 0)
      #expect(judged.status == 3)
      #expect(judged.out.contains("warning[not-observable]"))
    }
  }
#endif
