// Times injections against a bare walk by `Mirror` over the same objects: compiled with the room's
// sources by .ci/injector-bench, optimised and with DEBUG.

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

@MainActor
func time(_ work: () -> Void) -> Double {
  let start = ContinuousClock.now
  work()
  let time = ContinuousClock.now - start
  return Double(time.components.attoseconds) / 1e12 + Double(time.components.seconds) * 1e6
}

/// All objects together.
@MainActor
enum Total {
  static var bare = 0.0
  static var first = 0.0
  static var bareAgain = 0.0
  static var again = 0.0
}

/// The least of many runs each, turn by turn: what else the machine does makes both slower.
@MainActor
func compare(_ name: String, _ make: () -> any AccessibilityIdentifierInjector) {
  let options = InjectionOptions(isOn: true)
  var bare = Double.infinity
  var first = Double.infinity
  var bareAgain = Double.infinity
  var again = Double.infinity
  let count = 200
  for _ in 0..<40 {
    let objects = (0..<count).map { _ in make() }
    bare = min(bare, time { for object in objects { Walk.bare(object) } })
    first = min(
      first,
      time { for object in objects { object.injectAccessibilityIdentifiers(options: options) } })
    // Whatever was named is known by a weak reference, which makes every look at it slower.
    bareAgain = min(bareAgain, time { for object in objects { Walk.bare(object) } })
    again = min(
      again,
      time { for object in objects { object.injectAccessibilityIdentifiers(options: options) } })
  }
  Total.bare += bare
  Total.first += first
  Total.bareAgain += bareAgain
  Total.again += again
  print(
    "{\"objects\":\"\(name)\",\"bareMicroseconds\":\(text(bare / Double(count))),"
      + "\"injectionMicroseconds\":\(text(first / Double(count))),"
      + "\"bareAgainMicroseconds\":\(text(bareAgain / Double(count))),"
      + "\"againMicroseconds\":\(text(again / Double(count))),"
      + "\"ratio\":\(text(first / bare)),\"ratioAgain\":\(text(again / bareAgain))}")
}

func text(_ value: Double) -> String { String((value * 100).rounded() / 100) }

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
let ratios = [Total.first / Total.bare, Total.again / Total.bareAgain]
print(
  ratios.allSatisfy { $0 <= 1.5 } ? "within 1.5 times:" : "beyond 1.5 times:",
  "all objects, first \(text(ratios[0])), again \(text(ratios[1]))")
