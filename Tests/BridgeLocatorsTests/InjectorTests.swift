import BridgeLocators
import Testing

/// A view of no framework.
@MainActor
class Element: IdentifiableElement {
  var accessibilityIdentifier: String?
}

@MainActor
@Suite("Identifiers from property names")
struct InjectorTests {
  static let on = InjectionOptions(isOn: true)

  /// Path to identifier, of everything injected.
  static func injected(_ report: InjectionReport) -> [String: String] {
    Dictionary(uniqueKeysWithValues: report.injected.map { ($0.path, $0.identifier) })
  }

  final class Existentials: AccessibilityIdentifierInjector {
    var any: (any IdentifiableElement)?
    var many: [any IdentifiableElement] = []
    var object: AnyObject?
    weak var screen: Plain?
    var closures: [() -> Void] = [{}]
  }

  @Test("optional existentials are pending while nil; each object's values may be of other types")
  func existentials() {
    final class Special: Element {}
    let first = Existentials()
    #expect(first.injectAccessibilityIdentifiers(options: Self.on).pending == ["any"])
    let second = Existentials()
    second.any = Special()
    second.many = [Element(), Special(), Element()]
    let report = second.injectAccessibilityIdentifiers(options: Self.on)
    #expect(report.injected.map(\.path) == ["any", "many[0]", "many[1]", "many[2]"])
    #expect(report.pending.isEmpty)
    // The types that were met last are not those of the next object.
    first.any = Element()
    #expect(Self.injected(first.injectAccessibilityIdentifiers(options: Self.on)) == ["any": "any"])
  }

  @Test("an element that takes the place of a freed one is not taken for it")
  func freed() {
    final class Slot: AccessibilityIdentifierInjector { var title: Element? = Element() }
    let slot = Slot()
    slot.injectAccessibilityIdentifiers(options: Self.on)
    for _ in 0..<1000 {
      slot.title = nil
      let element = Element()
      element.accessibilityIdentifier = "title"
      slot.title = element
      #expect(slot.injectAccessibilityIdentifiers(options: Self.on).kept.count == 1)
    }
  }

  final class Plain: AccessibilityIdentifierInjector {
    let constant = Element()
    var variable = Element()
    private let hidden = Element()
    let `default` = Element()
    let кнопка = Element()
    let number = 5
    let text = "text"
    let closure: () -> Void = {}
    static let shared = Element()
    var computed: Element { fatalError("nothing runs") }
    var observed = Element() { didSet { observations += 1 } }
    var observations = 0
  }

  @Test("let, var, private, backticked, not ASCII; nothing static, computed or of another kind")
  func plain() {
    let object = Plain()
    let report = object.injectAccessibilityIdentifiers(options: Self.on)
    #expect(
      report.injected.map(\.identifier) == [
        "constant", "variable", "hidden", "default", "кнопка", "observed",
      ])
    #expect(object.constant.accessibilityIdentifier == "constant")
    #expect(Plain.shared.accessibilityIdentifier == nil)
    #expect(object.observations == 0)
    #expect(report.skipped.isEmpty && report.pending.isEmpty && report.opaque.isEmpty)
    #expect(report.visited == 10)
  }

  final class Late: AccessibilityIdentifierInjector {
    lazy var button: Element = {
      made += 1
      return Element()
    }()
    var made = 0
    var optional: Element?
    var twice: Element?? = .some(.none)
    var forced: Element!
    weak var weakly: Element?
    unowned var owner: Element
    init(_ owner: Element) { self.owner = owner }
  }

  @Test("lazy, optional, weak and unowned: pending while nil, injected later; no initialiser runs")
  func late() {
    let owner = Element()
    let object = Late(owner)
    let first = object.injectAccessibilityIdentifiers(options: Self.on)
    #expect(first.pending == ["button", "optional", "twice", "forced", "weakly"])
    #expect(Self.injected(first) == ["owner": "owner"])
    #expect(object.made == 0)
    let held = Element()
    object.weakly = held
    object.optional = Element()
    object.twice = .some(.some(Element()))
    object.forced = Element()
    let lazily = object.button
    let second = object.injectPending(options: Self.on)
    #expect(
      second.injected.map(\.identifier) == ["button", "optional", "twice", "forced", "weakly"])
    #expect(lazily.accessibilityIdentifier == "button")
    #expect(second.pending.isEmpty)
    #expect(object.injectPending(options: Self.on).injected.isEmpty)
  }

  @propertyWrapper struct Outlet<Value> { var wrappedValue: Value }
  @propertyWrapper final class Boxed<Value> {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }
  @propertyWrapper struct Stored<Value> {
    private var storage: Value
    init(wrappedValue: Value) { storage = wrappedValue }
    var wrappedValue: Value { storage }
    var projectedValue: Int { 1 }
  }

  final class Wrapped: AccessibilityIdentifierInjector {
    @Outlet var title = Element()
    @Boxed var button = Element()
    @Stored var field = Element()
    @Outlet var missing: Element?
    let _own = Element()
  }

  @Test("property wrappers: the property's name, whatever the storage is called")
  func wrappers() {
    let report = Wrapped().injectAccessibilityIdentifiers(options: Self.on)
    #expect(report.injected.map(\.identifier) == ["title", "button", "field", "_own"])
    #expect(report.pending == ["missing"])
  }

  /// As the macro writes it.
  final class Observed: AccessibilityIdentifierInjector {
    private let _title = Element()
    let _x = Element()
    let x = Element()
    private let _$observationRegistrar = 1
  }

  @Test("the storage of an observable class loses its underscore, unless the bare name is taken")
  func observable() {
    let report = Observed().injectAccessibilityIdentifiers(options: Self.on)
    #expect(report.injected.map(\.identifier) == ["title", "_x", "x"])
  }

  struct Header {
    let icon = Element()
    let parts = (left: Element(), Element())
  }
  enum State {
    case empty
    case loaded(Element)
    case named(button: Element, count: Int)
  }

  final class Nested: AccessibilityIdentifierInjector {
    let rows = [Element(), Element()]
    let fields = ["name": Element(), "a\"b": Element()]
    let pages = [10: Element(), 2: Element()]
    let bag: Set<Int> = [1]
    let odd = [1.5: Element()]
    let header = Header()
    let empty = State.empty
    let state = State.loaded(Element())
    let named = State.named(button: Element(), count: 1)
    let any: Any = Element()
    let existential: any IdentifiableElement = Element()
    let maybe: Header? = Header()
  }

  @Test("arrays, dictionaries, tuples, structs, payloads of enums, Any and existentials")
  func nested() {
    let report = Nested().injectAccessibilityIdentifiers(options: Self.on)
    #expect(
      report.injected.map(\.identifier) == [
        "rows[0]", "rows[1]", #"fields["a\"b"]"#, #"fields["name"]"#, "pages[2]", "pages[10]",
        "header.icon", "header.parts.left", "header.parts.1", "state.loaded", "named.named.button",
        "any", "existential", "maybe.icon", "maybe.parts.left", "maybe.parts.1",
      ])
    #expect(report.injected.allSatisfy { $0.path == $0.identifier })
    #expect(
      report.skipped == [.init(path: "bag", reason: .set), .init(path: "odd", reason: .keys)])
  }

  class Base: AccessibilityIdentifierInjector {
    private let title = Element()
    let footer = Element()
    var baseTitle: Element { title }
  }
  final class Derived<T>: Base {
    private let title = Element()
    var derivedTitle: Element { title }
    var alias: Element?
    var again: Element?
  }

  @Test(
    "superclasses are included; the deepest class keeps a name, another gets its type before it")
  func classes() {
    let object = Derived<Int>()
    object.alias = object.footer
    object.again = object.footer
    let report = object.injectAccessibilityIdentifiers(options: Self.on)
    #expect(report.injected.map(\.identifier) == ["title", "alias", "Base.title"])
    #expect(object.derivedTitle.accessibilityIdentifier == "title")
    #expect(object.baseTitle.accessibilityIdentifier == "Base.title")
    #expect(
      report.aliases == [
        .init(path: "again", identifier: "alias"), .init(path: "footer", identifier: "alias"),
      ])
    let typed = Derived<Int>().injectAccessibilityIdentifiers(
      options: InjectionOptions(format: .typeAndName, isOn: true))
    #expect(
      typed.injected.map(\.identifier) == ["Derived<Int>.title", "Base.title", "Base.footer"])
    let own = Derived<Int>().injectAccessibilityIdentifiers(
      options: InjectionOptions(format: .custom { "\($1)@\($0)" }, isOn: true))
    #expect(own.injected.map(\.identifier) == ["title@Derived<Int>", "title@Base", "footer@Base"])
  }

  @Test("identifiers of others stay, own ones follow a rename, a second run changes nothing")
  func others() {
    let object = Plain()
    object.constant.accessibilityIdentifier = "by-hand"
    let first = object.injectAccessibilityIdentifiers(options: Self.on)
    #expect(first.kept == [.init(path: "constant", identifier: "by-hand", isNew: false)])
    let second = object.injectAccessibilityIdentifiers(options: Self.on)
    #expect(second.injected.count == 5 && second.injected.allSatisfy { !$0.isNew })
    let typed = object.injectAccessibilityIdentifiers(
      options: InjectionOptions(format: .typeAndName, isOn: true))
    #expect(object.variable.accessibilityIdentifier == "Plain.variable")
    #expect(typed.injected.allSatisfy { $0.isNew })
    object.variable.accessibilityIdentifier = "changed"
    let third = object.injectAccessibilityIdentifiers(options: Self.on)
    #expect(third.kept.map(\.path) == ["constant", "variable"])
    object.injectAccessibilityIdentifiers(options: InjectionOptions(overwrites: true, isOn: true))
    #expect(object.constant.accessibilityIdentifier == "constant")
  }

  final class Node: AccessibilityIdentifierInjector {
    let button = Element()
    var next: Node?
    weak var parent: Node?
  }

  @Test("circles end; objects that are injectors themselves are entered, to a depth and a count")
  func circles() {
    let first = Node()
    let second = Node()
    first.next = second
    second.parent = first
    let report = first.injectAccessibilityIdentifiers(options: Self.on)
    #expect(Self.injected(report) == ["button": "button", "next.button": "button"])
    var chain = Node()
    for _ in 0..<20 {
      let node = Node()
      node.next = chain
      chain = node
    }
    let deep = chain.injectAccessibilityIdentifiers(options: Self.on)
    #expect(deep.injected.count == 9)
    #expect(deep.skipped.map(\.reason) == [.depth])
    let few = chain.injectAccessibilityIdentifiers(options: InjectionOptions(count: 4, isOn: true))
    #expect(few.visited == 4)
    #expect(few.skipped.contains { $0.reason == .count })
  }

  final class Opaque: AccessibilityIdentifierInjector, CustomReflectable {
    let real = Element()
    let shown = Element()
    nonisolated(unsafe) private let mirrored: [Any]
    init() { mirrored = [shown] }
    nonisolated var customMirror: Mirror { Mirror(self, children: ["other": mirrored[0]]) }
  }
  final class Empty: AccessibilityIdentifierInjector {}

  @Test("an author's own children are respected and told; an object without properties too")
  func opaque() {
    let report = Opaque().injectAccessibilityIdentifiers(options: Self.on)
    #expect(report.opaque == [""])
    #expect(Self.injected(report) == ["other": "other"])
    #expect(
      Empty().injectAccessibilityIdentifiers(options: Self.on).skipped == [
        .init(path: "", reason: .noMetadata)
      ])
  }

  @Test("nothing happens unless the switch is on")
  func lock() {
    let object = Plain()
    #expect(object.injectAccessibilityIdentifiers() == InjectionReport())
    #expect(object.variable.accessibilityIdentifier == nil)
  }
}
