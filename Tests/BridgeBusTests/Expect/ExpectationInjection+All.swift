import BridgeBus
import BridgeContract
import BridgeFindings

extension ExpectationInjection {
  private static func page(
    _ name: String, _ cause: Cause, _ change: (inout PagePlan) -> Void
  ) -> ExpectationInjection {
    var out = ExpectationInjection(name: name, cause: cause)
    change(&out.page)
    return out
  }

  private static func native(
    _ name: String, _ cause: Cause, _ change: (inout NativePlan) -> Void
  ) -> ExpectationInjection {
    var out = ExpectationInjection(name: name, cause: cause)
    change(&out.native)
    return out
  }

  private static func says(_ name: String, _ cause: Cause, _ body: BridgeValue)
    -> ExpectationInjection
  { page(name, cause) { $0.hello = body } }

  private static func answers(
    _ name: String, _ cause: Cause, _ answer: @escaping (Bus, BusRequest) throws -> Void
  ) -> ExpectationInjection { native(name, cause) { $0.answer = answer } }

  /// All of them.
  static var all: [ExpectationInjection] { load + fromPage + toPage + replies + bodies + order }

  private static var load: [ExpectationInjection] {
    [
      page("a picture never comes", .loadNotFinished) { $0.holds = true },
      native("the page is not there", .loadFailed) { $0.beginning = .missing },
      native("the process dies at hello", .processTerminated) { plan in
        plan.onHello = { $0.terminate() }
        plan.answer = nil
      },
    ]
  }

  private static var fromPage: [ExpectationInjection] {
    [
      native("nobody registered", .handlerMissing) { $0.beginning = .unregistered },
      says(
        "a body that cannot cross", .nativeNotReceived,
        ["kind": "hello", "v": 1, "id": 1, "data": ["name": .host(.function)]]),
      page("the page is silent", .missingStep) { $0.hello = nil },
      page("the page is slow", .tooLate) { $0.delay = 1700 },
      native("delivered twice, answered once", .duplicateDelivery) { plan in
        plan.repeats = true
        plan.answer = { bus, request in
          if !bus.trace.contains(where: { $0.contains("nativeToWeb") }) { try request.answer() }
        }
      },
    ]
  }

  private static var toPage: [ExpectationInjection] {
    [
      page("no receiver", .functionMissing) { $0.takesPush = nil },
      page("the receiver throws", .webRejected) { plan in
        plan.takesPush = { _ in throw PageError("no") }
      },
      page("the receiver throws on push", .webRejected) { plan in
        plan.takesPush = { if $0["kind"] != nil { throw PageError("no") } }
      },
      native("native is silent", .missingStep) { $0.pushesAt = nil },
      native("native is slow", .tooLate) { plan in
        plan.push = { bus in bus.later(1900) { try bus.send("push") } }
      },
      native("a bad push", .wrongType) { plan in
        plan.push = { try $0.send(body: ["kind": "push", "data": 5], on: "receive") }
      },
      page("the result cannot cross", .resultUnserialisable) { plan in
        plan.takesAsk = { _ in .value(.host(.function)) }
      },
      page("a promise that nobody settles", .replyMissing) { plan in
        plan.takesAsk = { .promise($0.promise()) }
      },
      page("a promise that is rejected", .webRejected) { plan in
        plan.takesAsk = { window in
          let promise = window.promise()
          promise.reject(PageError("no"))
          return .promise(promise)
        }
      },
      page("a result of another type", .wrongType) { plan in
        plan.takesAsk = { _ in .value("three") }
      },
      native("nobody listens", .webNotObserved) { plan in
        plan.push = { bus in
          try bus.send("push")
          try bus.send("tell")
        }
      }.deaf,
    ]
  }

  private var deaf: ExpectationInjection {
    var out = self
    out.page.listens = false
    return out
  }

  private static var replies: [ExpectationInjection] {
    [
      native("no answer", .replyMissing) { $0.answer = nil },
      answers("a late answer", .replyLate) { bus, request in
        bus.later(2200) { try request.answer() }
      },
      answers("a very late answer", .replyLate) { bus, request in
        bus.later(2700) { try request.answer() }
      },
      answers("another number", .replyUnknownID) { bus, _ in
        try bus.send(body: ["id": 9, "data": 5], on: "receive")
      },
      answers("twice", .replyDuplicate) { bus, request in
        try request.answer()
        bus.later(3000) { try request.answer() }
      },
      answers("an error that is not declared", .replyUndeclaredError) { bus, _ in
        try bus.send(body: ["id": 1, "error": ["code": "gone"]], on: "receive")
      },
      answers("a declared error", .replyMismatch) { _, request in try request.refuse("busy") },
      answers("a bad answer", .wrongType) { bus, _ in
        try bus.send(body: ["id": 1, "data": "five"], on: "receive")
      },
    ]
  }

  private static var bodies: [ExpectationInjection] {
    let data: BridgeValue = ["name": "Ada"]
    return [
      says("a text", .notAnObject, "hello"),
      says("no kind", .kindMissing, ["v": 1, "id": 1, "data": data]),
      says("another kind", .unknownKind, ["kind": "helo", "v": 1, "id": 1, "data": data]),
      says("no version", .versionMissing, ["kind": "hello", "id": 1, "data": data]),
      says("a version as text", .versionType, ["kind": "hello", "v": "1", "id": 1, "data": data]),
      says(
        "a version of tomorrow", .versionUnsupported,
        ["kind": "hello", "v": 2, "id": 1, "data": data]),
      says("no number", .idMissing, ["kind": "hello", "v": 1, "data": data]),
      says("a number as text", .idInvalid, ["kind": "hello", "v": 1, "id": "1", "data": data]),
      says("no name", .missingField, ["kind": "hello", "v": 1, "id": 1, "data": [:]]),
      says(
        "a name that is none", .wrongType, ["kind": "hello", "v": 1, "id": 1, "data": ["name": 5]]),
      says(
        "a field too many", .unknownField,
        ["kind": "hello", "v": 1, "id": 1, "data": ["name": "Ada", "more": 1]]),
    ]
  }

  private static var order: [ExpectationInjection] {
    [
      native("push before the end of the load", .tooEarly) { $0.pushesAt = .loadCommitted },
      page("hello twice", .repeated) { $0.times = 2 },
      native("push twice", .repeated) { plan in
        plan.push = { bus in
          try bus.send("push")
          bus.later(3000) { try bus.send("push") }
        }
      },
      native("push after the end", .afterTeardown) { plan in
        plan.atEnd = { bus in
          bus.tearDown()
          try bus.send("push")
        }
      },
    ]
  }
}
