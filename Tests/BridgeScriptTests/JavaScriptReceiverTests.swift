import BridgeScript
import Testing

@Suite("Receivers and handler names")
struct JavaScriptReceiverTests {
  static func fault(_ path: String) -> ReceiverFault? {
    do {
      _ = try JavaScriptReceiver(path)
      return nil
    } catch {
      guard case .receiver(let fault) = error.reason else { return nil }
      return fault
    }
  }

  @Test(
    "paths that are receivers, and how they are written",
    arguments: [
      ("bridgeReceive", "bridgeReceive"), ("window.bridgeReceive", "bridgeReceive"),
      ("self.a", "a"), ("globalThis.window.a", "a"), ("App.inbox.receive", "App.inbox.receive"),
      ("_12", "_12"), ("$", "$"), ("$1._a", "$1._a"), ("App.open", "App.open"),
      ("App.write", "App.write"), ("App.location.set", "App.location.set"),
      ("App.class.new", "App.class.new"),
      ("cordova.exec.nativeCallback", "cordova.exec.nativeCallback"),
      ("call", "call"), ("App.evaluate", "App.evaluate"), ("evalX", "evalX"),
      ("document.receive", "document.receive"), ("async", "async"), ("of", "of"),
      ("webkit.messageHandlers.a.postMessage", "webkit.messageHandlers.a.postMessage"),
      ("parent.App.receive", "parent.App.receive"), ("App.fetch", "App.fetch"),
      ("jQuery.fn.receive", "jQuery.fn.receive"),
    ])
  func accepted(_ path: String, _ written: String) throws {
    #expect(try JavaScriptReceiver(path).path == written)
  }

  @Test(
    "paths with a character that is none, to the last byte",
    arguments: [
      ("a\n", 1), ("a ", 1), (" a", 0), ("a;b", 1), ("a-b", 1), ("a()", 1), ("a[0]", 1),
      ("a\0", 1), ("a\u{2028}", 1), ("1a", 0), ("a.1", 2), ("é", 0), ("e\u{301}", 1),
      ("a\u{200D}", 1),
      ("a/**/", 1), ("a'", 1), ("a\\u0065", 1), ("\u{FF21}", 0), ("\u{212A}", 0), ("a?.b", 1),
      ("#a", 0), ("a\r", 1), ("`", 0),
    ])
  func badCharacters(_ path: String, _ at: Int) {
    #expect(Self.fault(path) == .badCharacter(at: at))
  }

  @Test(
    "paths with nothing in them",
    arguments: [
      ("", ReceiverFault.nothing), ("window", .nothing), ("self.window", .nothing),
      (".a", .emptySegment(at: 0)), ("a.", .emptySegment(at: 2)), ("a..b", .emptySegment(at: 2)),
      (".", .emptySegment(at: 0)), ("window.", .emptySegment(at: 7)),
    ])
  func empty(_ path: String, _ fault: ReceiverFault) {
    #expect(Self.fault(path) == fault)
  }

  @Test(
    "words of the language in front",
    arguments: [
      "this", "class.a", "window.new", "super", "await", "let", "static", "null", "true",
      "function",
      "typeof", "void", "delete", "return", "throw", "yield", "enum", "arguments",
    ])
  func reserved(_ path: String) {
    let word = path.split(separator: ".").last { $0 != "a" }.map(String.init) ?? ""
    #expect(Self.fault(path) == .reserved(word))
  }

  @Test(
    "names that would do something else with the payload",
    arguments: [
      ("eval", "eval", ReceiverFault.Danger.runsText), ("window.eval", "eval", .runsText),
      ("App.eval", "eval", .runsText), ("eval.call", "eval", .runsText),
      ("Function", "Function", .runsText), ("setTimeout", "setTimeout", .runsText),
      ("globalThis.setInterval", "setInterval", .runsText),
      ("parent.setTimeout", "setTimeout", .runsText), ("setImmediate", "setImmediate", .runsText),
      ("execScript", "execScript", .runsText), ("importScripts", "importScripts", .runsText),
      ("import", "import", .runsText), ("document.write", "write", .runsText),
      ("window.document.writeln", "writeln", .runsText),
      ("top.document.write", "write", .runsText),
      ("frame.contentDocument.write", "write", .runsText),
      ("document.body.setAttribute", "setAttribute", .runsText),
      ("document.execCommand", "execCommand", .runsText),
      ("App.__proto__.x", "__proto__", .prototype), ("__proto__", "__proto__", .prototype),
      ("Object.prototype.x", "prototype", .prototype),
      ("a.constructor", "constructor", .prototype),
      ("a.constructor.constructor", "constructor", .prototype),
      ("a.__defineGetter__", "__defineGetter__", .prototype),
      ("open", "open", .navigates), ("window.open", "open", .navigates),
      ("document.open", "open", .navigates), ("location.assign", "location", .navigates),
      ("window.location.replace", "location", .navigates),
      ("document.location.assign", "location", .navigates),
      ("top.location.assign", "location", .navigates),
      ("navigation.navigate", "navigation", .navigates),
      ("history.pushState", "history", .navigates), ("a.call", "call", .changesThis),
      ("a.b.apply", "apply", .changesThis), ("a.bind", "bind", .changesThis),
      ("jQuery", "jQuery", .runsText),
      ("$.globalEval", "globalEval", .runsText), ("fetch", "fetch", .navigates),
      ("document.defaultView.location.assign", "location", .navigates),
    ])
  func dangerous(_ path: String, _ word: String, _ danger: ReceiverFault.Danger) {
    #expect(Self.fault(path) == .dangerous(word, danger))
  }

  @Test("the sentence names the segment and the reason")
  func sentences() {
    #expect(
      Self.fault("a.eval")?.sentence
        == "the receiver's path holds eval, which is refused: a text in the payload would run as script"
    )
    #expect(
      Self.fault("a b")?.sentence
        == "the receiver's path has a character at byte 1 that is none of A-Z, a-z, 0-9, _, $"
        + " (or a digit that begins a segment)")
  }

  @Test(
    "handlers that WebKit never finds",
    arguments: ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty"])
  func shadowedHandlers(_ name: String) {
    #expect(throws: ScriptError(.handler(name))) { try MessageHandlerName(name) }
  }

  @Test(
    "any other text is a handler", arguments: ["", "a b", "a.b", "'];planted()//", "😀", "eval"])
  func handlers(_ name: String) throws {
    #expect(try MessageHandlerName(name).name == name)
  }
}
