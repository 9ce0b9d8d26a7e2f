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

  /// The words for the first places of a list.
  private static let places = (0..<100).map { "[\($0)]" }

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
    if KnownType.of(Swift.type(of: object)).isReflectable { report.opaque.append(path) }
    var mirror: Mirror? = Mirror(reflecting: object)
    var seen = 0
    var classes: [KnownClass] = []
    while let level = mirror {
      let known = KnownClass.of(level)
      if known.type.isFrameworks { break }
      firsts.reserveCapacity(firsts.count + known.properties.count)
      candidates.reserveCapacity(candidates.count + known.properties.count)
      seen += properties(of: level, known, path: path, depth: depth)
      classes.append(known)
      mirror = level.superclassMirror
    }
    if seen == 0 { report.skipped.append(.init(path: path, reason: .noMetadata)) }
    give(mayClash: KnownClass.mayClash(classes))
    candidates = outer
  }

  /// The properties that one class declares; their number.
  private mutating func properties(
    of mirror: Mirror, _ known: KnownClass, path: String, depth: Int
  ) -> Int {
    var place = 0
    for child in mirror.children {
      defer { place += 1 }
      // Children of their author's choice may be more than they were.
      guard place < known.properties.count, let name = known.properties[place].name else {
        continue
      }
      let path = path.isEmpty ? name : "\(path).\(name)"
      if known.properties[place].mayWrap, isWrapper(known.properties[place].label, child.value) {
        let value = wrappedValue(of: child.value)
        guard let name = PropertyName.name(of: known.properties[place].label, isStorage: true)
        else {
          continue
        }
        let wrapped = String(path.utf8.dropLast(known.properties[place].label.utf8.count)) ?? ""
        look(
          at: value, KnownType.of(Swift.type(of: value)), name: name, path: wrapped + name,
          type: known.type.name, depth: depth)
      } else {
        look(
          at: child.value, known.type(of: child.value, at: place), name: name, path: path,
          type: known.type.name, depth: depth)
      }
    }
    return place
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

  private mutating func look(
    at value: Any, _ known: KnownType, name: String, path: String, type: String, depth: Int
  ) {
    if report.visited >= options.count {
      if report.skipped.last?.reason != .count {
        report.skipped.append(.init(path: path, reason: .count))
      }
      return
    }
    report.visited += 1
    switch known.kind {
    case .leaf: return
    case .swiftUI: report.skipped.append(.init(path: path, reason: .swiftUI))
    case .element:
      guard let element = known.element(in: value) else {
        report.pending.append(path)
        return
      }
      add(element, name: name, path: path, type: type)
      let type = Swift.type(of: element)
      let known = ObjectIdentifier(type) == known.id ? known : KnownType.of(type)
      if known.isInjector { enter(element, path, depth) }
    case .injector:
      if let object = known.injector(in: value) { enter(object, path, depth) }
    case .container: enterValue(value, known, name: name, path: path, type: type, depth: depth)
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
    _ value: Any, _ known: KnownType, name: String, path: String, type: String, depth: Int
  ) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case nil, .class, .foreignReference?:
      // Closures, metatypes and the like.
      if !known.isReflectable { known.kind = .leaf }
      return
    case .optional:
      // A value that is there; whether a missing one would hold elements nobody knows.
      if let inner = mirror.children.first?.value {
        look(
          at: inner, KnownType.of(Swift.type(of: inner)), name: name, path: path, type: type,
          depth: depth)
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
    // Of a property of the object itself, whose path is its name, so is the path of a part.
    let isSame = path.utf8.count == name.utf8.count
    var last = known
    func step(_ words: String, _ value: Any) {
      let inner = name + words
      let id = ObjectIdentifier(Swift.type(of: value))
      if last.id != id { last = KnownType.of(Swift.type(of: value)) }
      look(
        at: value, last, name: inner, path: isSame ? inner : path + words, type: type,
        depth: depth + 1)
    }
    switch mirror.displayStyle {
    case .collection:
      candidates.reserveCapacity(candidates.count + mirror.children.count)
      firsts.reserveCapacity(firsts.count + mirror.children.count)
      var index = 0
      for child in mirror.children {
        step(index < Self.places.count ? Self.places[index] : "[\(index)]", child.value)
        index += 1
      }
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
    if let first = firsts.updateValue(path, forKey: ObjectIdentifier(element)) {
      firsts[ObjectIdentifier(element)] = first
      report.aliases.append(.init(path: path, identifier: first))
      return
    }
    candidates.append(Candidate(element: element, path: path, name: name, type: type))
  }

  /// Gives the candidates of one object their identifiers.
  private mutating func give(mayClash: Bool) {
    var taken: Set<String> = []
    report.injected.reserveCapacity(report.injected.count + candidates.count)
    for candidate in candidates {
      var identifier: String
      var isUnique = !mayClash
      switch options.format {
      case .name: identifier = candidate.name
      case .typeAndName: identifier = "\(candidate.type).\(candidate.name)"
      case .custom(let make):
        identifier = make(candidate.type, candidate.name)
        isUnique = false
      }
      // The deepest subclass came first and keeps the bare name.
      if !isUnique, !taken.insert(identifier).inserted {
        identifier = "\(candidate.type).\(candidate.name)"
        taken.insert(identifier)
      }
      give(identifier, to: candidate)
    }
  }

  private mutating func give(_ identifier: String, to candidate: Candidate) {
    let element = candidate.element
    let current = element.accessibilityIdentifier ?? ""
    var isOwn = false
    if !current.isEmpty {
      isOwn = OwnIdentifiers.shared.isOwn(current, of: element)
      if !isOwn, !options.overwrites {
        report.kept.append(.init(path: candidate.path, identifier: current, isNew: false))
        return
      }
    }
    let isNew = !isOwn || !current.utf8.elementsEqual(identifier.utf8)
    if isNew {
      element.accessibilityIdentifier = identifier
      OwnIdentifiers.shared.set(identifier, of: element)
    }
    report.injected.append(.init(path: candidate.path, identifier: identifier, isNew: isNew))
  }
}
