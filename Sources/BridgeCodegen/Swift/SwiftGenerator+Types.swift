// Declarations as structs and enums.

extension SwiftGenerator {
  func declarations(in scope: Scope, _ out: inout CodeWriter) {
    for (index, declaration) in model.declarations.enumerated() where declaration.scope == scope {
      out.line()
      doc(declaration.doc ?? "A value of the contract.", &out)
      switch declaration.form {
      case .structure(let fields, let others): structure(index, fields, others, &out)
      case .alias(let type):
        let written = names.type(ofAlias: index, type)
        out.line("public typealias \(names.declarations[index]) = \(written)")
        declarations(in: .declaration(index), &out)
      case .pending: out.line("public typealias \(names.declarations[index]) = AnyJSON")
      case .words(let words, let isOpen): self.words(index, words, isOpen, &out)
      case .tagged(let key, let branches): tagged(index, key, branches, &out)
      case .untagged(let branches): untagged(index, branches, &out)
      }
    }
  }

  // MARK: Structures

  /// A field as the structure writes it.
  private struct Property {
    var name: String
    var written: String
    var field: Field
    /// The type without its `?`.
    var type: String
    /// The only value, as JSON text, of a field that must be there.
    var constant: String?
  }

  private func properties(_ index: Int, _ fields: [Field]) -> [Property] {
    fields.enumerated().map { position, field in
      var type = names.type(field.type)
      if names.boxed.contains([index, position]) { type = "Boxed<\(type)>" }
      var constant: String?
      if field.isRequired, case .literals(let texts) = field.type, texts.count == 1 {
        constant = texts[0]
      }
      if field.isRequired, field.type == .null { constant = "null" }
      let name = names.members[index][position]
      return Property(
        name: name, written: SwiftWords.written(name), field: field, type: type,
        constant: constant)
    }
  }

  private func structure(
    _ index: Int, _ fields: [Field], _ others: ValueType?, _ out: inout CodeWriter
  ) {
    let properties = properties(index, fields)
    let stored = properties.filter { $0.constant == nil }
    out.block("public struct \(names.declarations[index]): Codable, Sendable, Hashable {") { out in
      for property in properties { self.property(property, &out) }
      if let others {
        out.line("/// The fields that the contract does not name.")
        out.line("public var additional: [String: \(names.type(others))]")
      }
      initialiser(stored, others, &out)
      decoding(properties, others, &out)
      encoding(properties, others, &out)
      declarations(in: .declaration(index), &out)
    }
  }

  private func property(_ property: Property, _ out: inout CodeWriter) {
    doc(property.field.doc, &out)
    if property.field.isDeprecated { out.line("/// The contract calls it deprecated.") }
    if let constant = property.constant {
      out.line(
        "public var \(property.written): \(property.type) { \(literal(constant, property)) }")
    } else {
      let mark = property.field.isRequired ? "" : "?"
      out.line("public var \(property.written): \(property.type)\(mark)")
    }
  }

  /// A constant as an expression of Swift.
  private func literal(_ json: String, _ property: Property) -> String {
    if json == "null" { return ".null" }
    guard let text = JSONStringLiteral.text(json) else {
      return property.type == "Double" ? "Double(\(json))" : json
    }
    return Literals.swift(text)
  }

  private func initialiser(
    _ stored: [Property], _ others: ValueType?, _ out: inout CodeWriter
  ) {
    var parameters = stored.map { property in
      let isOptional = !property.field.isRequired
      return "\(property.written): \(property.type)\(isOptional ? "? = nil" : "")"
    }
    if let others { parameters.append("additional: [String: \(names.type(others))] = [:]") }
    out.line()
    out.line("/// A value.")
    out.block("public init(\(parameters.joined(separator: ", "))) {") { out in
      for property in stored { out.line("self.\(property.written) = \(property.written)") }
      if others != nil { out.line("self.additional = additional") }
    }
  }

  private func decoding(
    _ properties: [Property], _ others: ValueType?, _ out: inout CodeWriter
  ) {
    out.line()
    out.line("/// Reads a value.")
    out.block("public init(from decoder: any Decoder) throws {") { out in
      if properties.isEmpty, others == nil {
        out.line("_ = try decoder.container(keyedBy: FieldKey.self)")
      } else {
        out.line("let fields = try decoder.container(keyedBy: FieldKey.self)")
      }
      for property in properties {
        let key = Literals.swift(property.field.key)
        if let constant = property.constant {
          out.line("try fields.constant(\(key), \(Literals.swift(constant)))")
        } else {
          let verb = property.field.isRequired ? "required" : "optional"
          out.line("self.\(property.written) = try fields.\(verb)(\(key))")
        }
      }
      if others != nil {
        let keys = properties.map { Literals.swift($0.field.key) }.joined(separator: ", ")
        out.line("self.additional = try fields.others(than: [\(keys)])")
      }
    }
  }

  private func encoding(
    _ properties: [Property], _ others: ValueType?, _ out: inout CodeWriter
  ) {
    out.line()
    out.line("/// Writes the value.")
    out.block("public func encode(to encoder: any Encoder) throws {") { out in
      if properties.isEmpty, others == nil {
        out.line("_ = encoder.container(keyedBy: FieldKey.self)")
      } else {
        out.line("var fields = encoder.container(keyedBy: FieldKey.self)")
      }
      for property in properties {
        let label = property.field.isRequired ? "" : "optional: "
        out.line(
          "try fields.set(\(label)\(Literals.swift(property.field.key)), self.\(property.written))")
      }
      if others != nil { out.line("try fields.set(others: self.additional)") }
    }
  }

  // MARK: Enumerations

  private func words(
    _ index: Int, _ words: [String], _ isOpen: Bool, _ out: inout CodeWriter
  ) {
    let isTolerant = isOpen || model.isOpen
    let members = names.members[index].map(SwiftWords.written)
    out.block("public enum \(names.declarations[index]): BridgeWord {") { out in
      for member in members { out.line("case \(member)") }
      if isTolerant {
        out.line("/// Another word: of a newer contract.")
        out.line("case unknown(String)")
      }
      out.line()
      out.line("/// The case of a word.")
      out.block("public init?(rawValue: String) {") { out in
        out.line("switch ExactText(rawValue) {")
        for (word, member) in zip(words, members) {
          out.line("case \(Literals.swift(word)): self = .\(member)")
        }
        out.line(isTolerant ? "default: self = .unknown(rawValue)" : "default: return nil")
        out.line("}")
      }
      out.line()
      out.line("/// The word.")
      out.block("public var rawValue: String {") { out in
        out.line("switch self {")
        for (word, member) in zip(words, members) {
          out.line("case .\(member): \(Literals.swift(word))")
        }
        if isTolerant { out.line("case .unknown(let word): word") }
        out.line("}")
      }
    }
  }

  private func tagged(
    _ index: Int, _ key: String, _ branches: [Declaration.Branch], _ out: inout CodeWriter
  ) {
    union(index, branches, &out) { out in
      out.line("switch try decoder.container(keyedBy: FieldKey.self).tag(\(Literals.swift(key))) {")
      for (position, branch) in branches.enumerated() {
        let member = SwiftWords.written(names.members[index][position])
        out.line(
          "case \(Literals.swift(branch.tag ?? "")): self = .\(member)(try "
            + "\(names.type(branch.type))(from: decoder))")
      }
      out.line(
        model.isOpen
          ? "default: self = .unknown(try AnyJSON(from: decoder))"
          : "default: throw decoder.noBranch()")
      out.line("}")
    }
  }

  private func untagged(
    _ index: Int, _ branches: [Declaration.Branch], _ out: inout CodeWriter
  ) {
    union(index, branches, &out) { out in
      for (position, branch) in branches.enumerated() {
        let member = SwiftWords.written(names.members[index][position])
        out.block("if let value = decoder.attempt(\(names.type(branch.type)).self) {") { out in
          out.line("self = .\(member)(value)")
          out.line("return")
        }
      }
      out.line(
        model.isOpen ? "self = .unknown(try AnyJSON(from: decoder))" : "throw decoder.noBranch()")
    }
  }

  private func union(
    _ index: Int, _ branches: [Declaration.Branch], _ out: inout CodeWriter,
    _ reading: (inout CodeWriter) -> Void
  ) {
    out.block(
      "public indirect enum \(names.declarations[index]): Codable, Sendable, Hashable {"
    ) { out in
      for (position, branch) in branches.enumerated() {
        let member = SwiftWords.written(names.members[index][position])
        out.line("case \(member)(\(names.type(branch.type)))")
      }
      if model.isOpen {
        out.line("/// Another branch: of a newer contract.")
        out.line("case unknown(AnyJSON)")
      }
      out.line()
      out.line("/// Reads a value.")
      out.block("public init(from decoder: any Decoder) throws {", reading)
      out.line()
      out.line("/// Writes the value.")
      out.block("public func encode(to encoder: any Encoder) throws {") { out in
        out.line("switch self {")
        for position in branches.indices {
          let member = SwiftWords.written(names.members[index][position])
          out.line("case .\(member)(let value): try value.encode(to: encoder)")
        }
        if model.isOpen { out.line("case .unknown(let value): try value.encode(to: encoder)") }
        out.line("}")
      }
      declarations(in: .declaration(index), &out)
    }
  }
}
