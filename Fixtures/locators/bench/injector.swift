// Times injections against a bare walk by `Mirror` over the same objects: compiled with the room's
// sources by .ci/injector-bench, optimised and with DEBUG.

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

@MainActor
final class Button: IdentifiableElement {
  var accessibilityIdentifier: String?
}

@MainActor
class Base: AccessibilityIdentifierInjector {
  let header = Button()
  let footer = Button()
  private var count = 3
}

@MainActor
final class Screen: Base {
  let payButton = Button()
  let cancelButton = Button()
  var amountField: Button? = Button()
  lazy var lateView = Button()
  weak var owner: Screen?
  var title = "Payment"
  var isShown = true
  let rows = [Button(), Button(), Button()]
  let onTap: () -> Void = {}
  private let aLongNameForAProperty = Button()
}

@MainActor
final class Plain: AccessibilityIdentifierInjector {
  let a = Button()
  let b = Button()
  let c = Button()
  let d = Button()
  let e = Button()
  let f = Button()
  let g = Button()
  let h = Button()
  let i = Button()
  let j = Button()
}

@MainActor
enum Walk {
  static var children = 0

  /// All classes of an object and, in it, what the injection enters: arrays.
  static func bare(_ object: AnyObject) {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      for child in level.children {
        children += child.label?.utf8.count ?? 0
        look(child.value)
      }
      mirror = level.superclassMirror
    }
  }

  static func look(_ value: Any) {
    if value is [Button] {
      for child in Mirror(reflecting: value).children { look(child.value) }
    } else {
      children += 1
    }
  }
}

/// Microseconds that this thread computed.
@MainActor
func time(_ work: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
  let start = now()
  work()
  return now() - start
}

func text(_ value: Double) -> String { String((value * 100).rounded() / 100) }

/// All objects together, round by round.
@MainActor
enum Total {
  static let rounds = 60
  static var bare = [Double](repeating: 0, count: rounds)
  static var first = [Double](repeating: 0, count: rounds)
  static var bareAgain = [Double](repeating: 0, count: rounds)
  static var again = [Double](repeating: 0, count: rounds)

  /// The median of how many times longer one took than the other, in the same round: what else the
  /// machine does at that moment makes both slower.
  static func ratio(_ times: [Double], _ bare: [Double]) -> Double {
    zip(times, bare).map { $0 / $1 }.sorted()[times.count / 2]
  }
}

@MainActor
func compare(_ name: String, _ make: () -> any AccessibilityIdentifierInjector) {
  let options = InjectionOptions(isOn: true)
  var bare: [Double] = []
  var first: [Double] = []
  var bareAgain: [Double] = []
  var again: [Double] = []
  let count = 100
  for round in 0..<Total.rounds {
    let objects = (0..<count).map { _ in make() }
    bare.append(time { for object in objects { Walk.bare(object) } })
    first.append(
      time { for object in objects { object.injectAccessibilityIdentifiers(options: options) } })
    // Whatever was named is known by a weak reference, which makes every look at it slower.
    bareAgain.append(time { for object in objects { Walk.bare(object) } })
    again.append(
      time { for object in objects { object.injectAccessibilityIdentifiers(options: options) } })
    Total.bare[round] += bare[round]
    Total.first[round] += first[round]
    Total.bareAgain[round] += bareAgain[round]
    Total.again[round] += again[round]
  }
  print(
    "{\"objects\":\"\(name)\",\"bareMicroseconds\":\(text((bare.min() ?? 0) / Double(count))),"
      + "\"injectionMicroseconds\":\(text((first.min() ?? 0) / Double(count))),"
      + "\"ratio\":\(text(Total.ratio(first, bare))),"
      + "\"ratioAgain\":\(text(Total.ratio(again, bareAgain)))}")
}

@MainActor
final class Optionals: AccessibilityIdentifierInjector {
  var a: Button? = Button()
  var b: Button? = Button()
  var c: Button? = Button()
  var d: Button?
  lazy var e = Button()
}

@MainActor
final class Rows: AccessibilityIdentifierInjector {
  let title = Button()
  let rows = (0..<10).map { _ in Button() }
}

compare("ten elements") { Plain() }
compare("a screen with a superclass") { Screen() }
compare("optional and lazy") { Optionals() }
compare("a list of ten") { Rows() }
let ratios = [
  Total.ratio(Total.first, Total.bare), Total.ratio(Total.again, Total.bareAgain),
]
print(
  ratios.allSatisfy { $0 <= 1.5 } ? "within 1.5 times:" : "beyond 1.5 times:",
  "all objects, first \(text(ratios[0])), again \(text(ratios[1]))")
