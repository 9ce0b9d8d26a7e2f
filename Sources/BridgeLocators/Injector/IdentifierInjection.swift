/// One injection into an object: a walk over its properties by reflection.
@MainActor
struct IdentifierInjection {
  private struct Candidate {
    let element: any IdentifiableElement
    let path: String
    let name: String
    /// The class that declares the property.
    let type: String
  }

  private let options: InjectionOptions
  private var report = InjectionReport()
  /// Objects that were walked, so that circles end.
  private var walked: Set<ObjectIdentifier> = []
  /// The first property of each element.
  private var firsts: [ObjectIdentifier: String] = [:]
  private var candidates: [Candidate] = []

  init(_ options: InjectionOptions) { self.options = options }

  /// Walks and injects.
  consuming func inject(into root: AnyObject) -> InjectionReport {
    let start = ContinuousClock.now
    walk(root, path: "", depth: 0)
    report.duration = ContinuousClock.now - start
    return report
  }

  // MARK: Objects

  /// All classes of an object, the deepest subclass first.
  private mutating func walk(_ object: AnyObject, path: String, depth: Int) {
    guard walked.insert(ObjectIdentifier(object)).inserted else { return }
    let outer = candidates
    candidates = []
    if KnownTypes.of(Swift.type(of: object)).isReflectable { report.opaque.append(path) }
    var mirror: Mirror? = Mirror(reflecting: object)
    var seen = 0
    while let level = mirror {
      let known = KnownTypes.of(level.subjectType)
      if known.isFrameworks { break }
      seen += properties(of: level, type: known.name, path: path, depth: depth)
      mirror = level.superclassMirror
    }
    if seen == 0 { report.skipped.append(.init(path: path, reason: .noMetadata)) }
    give()
    candidates = outer
  }

  /// The properties that one class declares; their number.
  private mutating func properties(of mirror: Mirror, type: String, path: String, depth: Int) -> Int
  {
    // Reflection makes a child whenever it is asked for: once is enough.
    let children = Array(mirror.children)
    // The macro `@Observable` keeps each property in one that begins with "_".
    var isObservable = false
    for child in children where child.label == "_$observationRegistrar" { isObservable = true }
    var count = 0
    for (label, value) in children {
      count += 1
      guard let label else { continue }
      let isStorage =
        isObservable
        ? !children.contains { $0.label.map { "_" + $0 } == label } : isWrapper(label, value)
      guard let name = PropertyName.name(of: label, isStorage: isStorage) else { continue }
      look(
        at: isStorage && !isObservable ? wrappedValue(of: value) : value, name: name,
        path: path.isEmpty ? name : "\(path).\(name)", type: type, depth: depth)
    }
    return count
  }

  /// A property wrapper's storage is named like the property with "_" before it.
  private func isWrapper(_ label: String, _ value: Any) -> Bool {
    guard label.utf8.first == UInt8(ascii: "_"), !(value is any IdentifiableElement) else {
      return false
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .class:
      return mirror.children.contains { $0.label == "wrappedValue" || $0.label == "_wrappedValue" }
        || mirror.displayStyle == .struct && mirror.children.count == 1
    default: return false
    }
  }

  private func wrappedValue(of wrapper: Any) -> Any {
    let children = Mirror(reflecting: wrapper).children
    let value = children.first { $0.label == "wrappedValue" || $0.label == "_wrappedValue" }
    return (value ?? children.first)?.value ?? wrapper
  }

  // MARK: Values

  private mutating func look(at value: Any, name: String, path: String, type: String, depth: Int) {
    if report.visited >= options.count {
      if report.skipped.last?.reason != .count {
        report.skipped.append(.init(path: path, reason: .count))
      }
      return
    }
    report.visited += 1
    switch KnownTypes.of(Swift.type(of: value)).kind {
    case .leaf: return
    case .swiftUI: report.skipped.append(.init(path: path, reason: .swiftUI))
    case .element:
      guard let element = value as? any IdentifiableElement else {
        report.pending.append(path)
        return
      }
      add(element, name: name, path: path, type: type)
      if KnownTypes.of(Swift.type(of: element)).isInjector { enter(element, path, depth) }
    case .injector:
      if let object = value as? any AccessibilityIdentifierInjector { enter(object, path, depth) }
    case .container: enterValue(value, name: name, path: path, type: type, depth: depth)
    }
  }

  private mutating func enter(_ object: AnyObject, _ path: String, _ depth: Int) {
    if depth >= options.depth {
      report.skipped.append(.init(path: path, reason: .depth))
    } else {
      walk(object, path: path, depth: depth + 1)
    }
  }

  private mutating func enterValue(
    _ value: Any, name: String, path: String, type: String, depth: Int
  ) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case nil, .class, .foreignReference?: return
    case .optional:
      // A value that is there; whether a missing one would hold elements nobody knows.
      if let inner = mirror.children.first?.value {
        look(at: inner, name: name, path: path, type: type, depth: depth)
      }
      return
    case .set:
      if !mirror.children.isEmpty { report.skipped.append(.init(path: path, reason: .set)) }
      return
    default: break
    }
    if mirror.children.isEmpty { return }
    if depth >= options.depth {
      report.skipped.append(.init(path: path, reason: .depth))
      return
    }
    func step(_ words: String, _ value: Any) {
      look(at: value, name: name + words, path: path + words, type: type, depth: depth + 1)
    }
    switch mirror.displayStyle {
    case .collection:
      for (index, child) in mirror.children.enumerated() { step("[\(index)]", child.value) }
    case .dictionary:
      guard let members = Self.sorted(mirror.children) else {
        report.skipped.append(.init(path: path, reason: .keys))
        return
      }
      for member in members { step(member.words, member.value) }
    default:
      if value is any CustomReflectable { report.opaque.append(path) }
      for child in mirror.children {
        guard let label = child.label else { continue }
        let isStorage = isWrapper(label, child.value)
        // The second value of a tuple without names is ".1".
        let plain = label.utf8.first == UInt8(ascii: ".") ? String(label.dropFirst()) : label
        guard let words = PropertyName.name(of: plain, isStorage: isStorage) else { continue }
        step("." + words, isStorage ? wrappedValue(of: child.value) : child.value)
      }
    }
  }

  /// The members of a dictionary by their keys; nil where the keys have no names.
  private static func sorted(_ children: Mirror.Children) -> [(words: String, value: Any)]? {
    var texts: [(key: String, value: Any)] = []
    var numbers: [(key: Int, value: Any)] = []
    for child in children {
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      guard pair.count == 2 else { return nil }
      if let key = pair[0] as? String {
        texts.append((key, pair[1]))
      } else if let key = pair[0] as? Int {
        numbers.append((key, pair[1]))
      } else {
        return nil
      }
    }
    return numbers.sorted { $0.key < $1.key }.map { ("[\($0.key)]", $0.value) }
      + texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { member in
        (
          "[\"" + String(member.key.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] })
            + "\"]",
          member.value
        )
      }
  }

  // MARK: Identifiers

  private mutating func add(
    _ element: any IdentifiableElement, name: String, path: String, type: String
  ) {
    if let first = firsts[ObjectIdentifier(element)] {
      report.aliases.append(.init(path: path, identifier: first))
      return
    }
    firsts[ObjectIdentifier(element)] = path
    candidates.append(Candidate(element: element, path: path, name: name, type: type))
  }

  /// Gives the candidates of one object their identifiers.
  private mutating func give() {
    var taken: Set<String> = []
    for candidate in candidates {
      var identifier =
        switch options.format {
        case .name: candidate.name
        case .typeAndName: "\(candidate.type).\(candidate.name)"
        case .custom(let make): make(candidate.type, candidate.name)
        }
      // The deepest subclass came first and keeps the bare name.
      if !taken.insert(identifier).inserted {
        identifier = "\(candidate.type).\(candidate.name)"
        taken.insert(identifier)
      }
      give(identifier, to: candidate)
    }
  }

  private mutating func give(_ identifier: String, to candidate: Candidate) {
    let element = candidate.element
    let current = element.accessibilityIdentifier ?? ""
    let isOwn = OwnIdentifiers.shared.isOwn(current, of: element)
    if !current.isEmpty, !isOwn, !options.overwrites {
      report.kept.append(.init(path: candidate.path, identifier: current, isNew: false))
      return
    }
    let isNew = !isOwn || !current.utf8.elementsEqual(identifier.utf8)
    if isNew {
      element.accessibilityIdentifier = identifier
      OwnIdentifiers.shared.set(identifier, of: element)
    }
    report.injected.append(.init(path: candidate.path, identifier: identifier, isNew: isNew))
  }
}
