import BridgeBus
import Testing

@Suite("Values and what becomes of them (section 8, R43 to R47)")
struct ConversionTests {
  /// One row of the table: a value of a page and what native gets; nil is "unsupported".
  private struct Row {
    var value: BridgeValue
    var gtk: BridgeValue?
    var apple: BridgeValue?

    init(_ value: BridgeValue, gtk: BridgeValue?, apple: BridgeValue?) {
      self.value = value
      self.gtk = gtk
      self.apple = apple
    }

    /// The same on both.
    init(_ value: BridgeValue, _ both: BridgeValue) {
      self.init(value, gtk: both, apple: both)
    }

    static func same(_ value: BridgeValue) -> Row { Row(value, value) }
    static func unsupported(_ value: BridgeValue) -> Row { Row(value, gtk: .none, apple: .none) }
  }

  @Test("Section 8, row by row: what native gets")
  func rows() {
    let rows: [Row] = [
      .same(.undefined), .same(.null), .same(true), .same(1), .same(.number(-0.0)),
      .same(.number(.nan)), .same(.number(.infinity)), .same(.number(1e308)), .same("text"),
      Row(.bigInt("12"), .undefined), Row(.symbol, gtk: .none, apple: .undefined),
      Row(.date(milliseconds: 1.9), .date(milliseconds: 1)), .same(.date(milliseconds: .nan)),
      Row(["a": .undefined, "b": 1], gtk: ["a": .undefined, "b": 1], apple: ["b": 1]),
      Row(
        [.undefined, .hole, 1], gtk: [.undefined, .undefined, 1], apple: [.null, .null, 1]),
      Row(.host(.map), [:]), Row(.host(.regExp), [:]), Row(.host(.blob), .null),
      Row(.host(.domRect), .undefined), Row(.indexed([7]), ["0": 7]),
      .unsupported(["f": [.host(.function)] as BridgeValue]),
      .unsupported(["g": BridgeValue.host(.throwingGetter)]),
      Row(["__proto__": 1, "a": 2], gtk: ["a": 2], apple: ["__proto__": 1, "a": 2]),
    ]
    for row in rows {
      #expect(EngineProfile.gtk.converted(row.value) == row.gtk, "\(row.value)")
      #expect(EngineProfile.apple.converted(row.value) == row.apple, "\(row.value)")
    }
  }

  @Test("Every object of the host has its fate")
  func hosts() {
    for object in HostObject.allCases {
      let converted = EngineProfile.apple.converted([.host(object)])
      #expect((converted == nil) == (object.fate == .unsupported), "\(object)")
    }
  }

  @Test("A cycle stays a cycle, a shared object stays shared")
  func cycles() {
    var builder = BridgeValueBuilder()
    let object = builder.object()
    builder.set("self", object, on: object)
    let value = builder.value(object)
    let converted = EngineProfile.apple.converted(value)
    #expect(converted == value)
    #expect(converted?["self"]?["self"]?.keys == ["self"])
    #expect(converted != ["self": [:]])
    #expect(value.description == #"{"self":{"$":"cycle"}}"#)
  }

  @Test("20,000 levels pass, 100,000 do not")
  func depth() {
    func nested(_ levels: Int) -> BridgeValue {
      var builder = BridgeValueBuilder()
      var inner = builder.array()
      for _ in 1..<levels {
        let outer = builder.array()
        builder.append(inner, to: outer)
        inner = outer
      }
      return builder.value(inner)
    }
    #expect(EngineProfile.apple.converted(nested(20_000)) == nested(20_000))
    #expect(EngineProfile.apple.converted(nested(100_000)) == nil)
  }

  @Test("Equality is that of a receiver: kinds apart, NaN equal, key order without meaning")
  func equality() {
    #expect(BridgeValue.boolean(true) != 1)
    #expect(BridgeValue.number(0) != .number(-0.0))
    #expect(BridgeValue.number(.nan) == .number(.nan))
    #expect(BridgeValue.null != .undefined)
    #expect((["a": 1, "b": 2] as BridgeValue) == ["b": 2, "a": 1])
    #expect(BridgeValue.string(.init(utf16: [0xD800])) != .string("\u{FFFD}"))
    // Canonically equal in Swift, two texts in JavaScript.
    #expect(BridgeValue.string("\u{E9}") != .string("e\u{301}"))
  }

  @Test("Text keeps every unit: pairs joined, halves alone")
  func text() {
    let units: [UInt16] = [0x61, 0xD83D, 0xDE00, 0xD800, 0x62, 0xDC00, 0x2028, 0xD83D]
    #expect(JSText(utf16: units).utf16 == units)
    #expect(JSText(utf16: [0xD83D, 0xDE00]) == "😀")
    #expect(BridgeValue.string(JSText(utf16: [0xD800])).description == #""\ud800""#)
  }

  @Test(
    "JSON text goes in and comes out; integers beyond 2^53 keep their text until a page has them")
  func json() throws {
    let source = #"{"a":[1,-0,1.5,true,null,"x\ud800"],"big":9007199254740993,"e":{}}"#
    let value = try BridgeValue(json: Array(source.utf8))
    #expect(value.description == source)
    #expect(value.inPage["big"]?.description == "9007199254740992")
    #expect(BridgeValue.number(.nan).description == #"{"$":"number","value":"NaN"}"#)
    #expect(BridgeValue.date(milliseconds: 5).description == #"{"$":"date","value":"5"}"#)
  }

  @Test(
    "R43: a body that no engine can send is dropped with its promise pending, or rejects, or throws"
  )
  func r43() {
    func outcome(_ mode: EngineProfile.UnsupportedBody) -> [String] {
      var profile = EngineProfile.apple
      profile.unsupportedBody = mode
      let lab = Lab(profile)
      lab.run(
        Page { window in
          do {
            try window.say(["f": .host(.function)]).then(
              { _ in try window.say("resolved") },
              catch: { error in try window.say(.string(.init("rejected \(error.text)"))) })
          } catch {
            try window.say("threw")
          }
          try window.say("next")
        })
      return Array(lab.trace[2...])
    }
    let dropped = #"dropped:{"f":{"$":"function"}}"#
    #expect(outcome(.dropped) == [dropped, "m:next", "finished"])
    #expect(
      outcome(.rejected) == [
        dropped, "m:next", "m:rejected DataCloneError: The object can not be cloned.", "finished",
      ])
    #expect(outcome(.thrown) == [dropped, "m:threw", "m:next", "finished"])
  }

  @Test("R44: an unsupported result fails the call")
  func r44() {
    let lab = Lab(.apple)
    lab.engine.evaluate("k", .value { _ in ["f": .host(.domNode)] })
    lab.engine.run()
    #expect(
      lab.trace == ["k!JavaScript execution returned a result of an unsupported type"])
  }

  @Test(
    "R47: replies and arguments on Apple: numbers, strings, dates, null, arrays, dictionaries; nil is undefined"
  )
  func r47() {
    let apple = EngineProfile.apple
    #expect(apple.acceptsReply([1, "s", .null, true, .date(milliseconds: 0), ["a": []]]))
    #expect(apple.acceptsReply(.undefined))
    #expect(!apple.acceptsReply([.undefined]))
    #expect(!apple.acceptsReply(["a": .host(.map)]))
  }
}
