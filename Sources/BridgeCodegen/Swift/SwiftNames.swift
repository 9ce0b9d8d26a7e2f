/// Every name of the Swift target, decided before anything is written.
struct SwiftNames {
  /// The outermost enum.
  let contract: String
  /// Message namespaces, by message.
  private(set) var messages: [String] = []
  /// Methods of client and handler, by message.
  private(set) var methods: [String] = []
  /// Types of errors' payloads, by error; below `Errors`.
  private(set) var errors: [String] = []
  /// Cases of errors, by error.
  private(set) var errorCases: [String] = []
  /// Simple names of declarations.
  private(set) var declarations: [String]
  /// Full names below the contract's enum.
  private(set) var paths: [String]
  /// Members of declarations: properties of structures, cases of enums.
  private(set) var members: [[String]]
  /// Fields whose value is on the heap, since the structure would hold itself.
  private(set) var boxed: Set<[Int]> = []
  /// Aliases that come back to themselves through arrays, maps and other aliases.
  private var loops: Set<Int> = []

  init(_ model: ContractModel) {
    contract = NameTable(reserved: SwiftWords.types).named(model.name, "Contract")
    declarations = Array(repeating: "", count: model.declarations.count)
    paths = declarations
    members = Array(repeating: [], count: model.declarations.count)
    var top = NameTable(reserved: SwiftWords.types.union([contract]))
    var methodTable = NameTable(reserved: SwiftWords.members.union(["bridge", "serve"]))
    for message in model.messages {
      let name = NameTable.upper(message.name, fallback: "Message")
      let isTaken = SwiftWords.types.contains(name) || name == contract
      messages.append(top.take(isTaken ? name + "Message" : name))
    }
    for message in messages { methodTable.reserve(message) }
    for message in model.messages {
      methods.append(methodTable.take(besideTypes(message.name, fallback: "message")))
    }
    nameMembers(model)
    nameDeclarations(model)
    nameErrors(model)
    findBoxes(model)
    findLoops(model)
  }

  /// The name of a member, in small letters where it would hide the message of that name: the paths of
  /// the message's types begin with it.
  private func besideTypes(_ text: String, fallback: String) -> String {
    let name = NameTable.lower(text, fallback: fallback)
    guard messages.contains(name) else { return name }
    return name.contains(where: \.isLowercase)
      ? name.prefix(1).lowercased() + name.dropFirst() : name.lowercased()
  }

  private mutating func nameErrors(_ model: ContractModel) {
    var table = NameTable(reserved: SwiftWords.types)
    var cases = NameTable(reserved: SwiftWords.members.union(["name", "payload"]))
    for (index, error) in model.errors.enumerated() {
      errorCases.append(cases.take(NameTable.lower(error.name, fallback: "error")))
      // Where the payload is a type of its own, that is the name.
      if case .named(let declaration) = error.payload,
        model.declarations[declaration].scope == .errors
      {
        errors.append(declarations[declaration])
        table.reserve(declarations[declaration])
      } else {
        errors.append("")
      }
      _ = index
    }
    for (index, error) in model.errors.enumerated() where errors[index].isEmpty {
      errors[index] = table.take(NameTable.upper(error.name, fallback: "Failed"))
    }
  }

  private mutating func nameMembers(_ model: ContractModel) {
    for (index, declaration) in model.declarations.enumerated() {
      var table = NameTable(reserved: SwiftWords.members)
      switch declaration.form {
      case .structure(let fields, let others):
        if others != nil { table.reserve("additional") }
        members[index] = fields.map { table.take(NameTable.lower($0.key, fallback: "field")) }
      case .words(let words, _):
        members[index] = words.map { table.take(NameTable.lower($0, fallback: "empty")) }
      case .tagged(_, let branches), .untagged(let branches):
        for message in messages { table.reserve(message) }
        members[index] = branches.map { table.take(besideTypes($0.name, fallback: "empty")) }
      case .alias, .pending: break
      }
    }
  }

  private mutating func nameDeclarations(_ model: ContractModel) {
    var tables: [String: NameTable] = [:]
    // An outer declaration has a smaller number than those in it.
    for (index, declaration) in model.declarations.enumerated() {
      let prefix: String
      var members: [String] = []
      switch declaration.scope {
      case .types: prefix = "Types"
      case .errors: prefix = "Errors"
      case .message(let message):
        prefix = messages[message]
        members = ["name"]
      case .declaration(let outer):
        prefix = paths[outer]
        members = self.members[outer]
      }
      // A type inside another must not hide one by which paths begin.
      var table =
        tables[prefix]
        ?? NameTable(
          reserved: SwiftWords.types.union(members).union(
            prefix.split(separator: ".").map(String.init)))
      if case .message(let message) = declaration.scope,
        let name = SwiftNames.role(of: index, in: model.messages[message])
      {
        declarations[index] = name
      } else {
        var name = NameTable.upper(declaration.name, fallback: "Value")
        if name == "Payload" || name == "Reply" { name += "Value" }
        declarations[index] = table.take(name)
      }
      tables[prefix] = table
      paths[index] = prefix + "." + declarations[index]
    }
  }

  /// `Payload` or `Reply`, where the declaration is the whole of it.
  private static func role(of index: Int, in message: MessageModel) -> String? {
    if message.payload == .named(index) { return "Payload" }
    return message.reply?.payload == .named(index) ? "Reply" : nil
  }

  // MARK: Types that hold themselves

  private mutating func findBoxes(_ model: ContractModel) {
    for (index, declaration) in model.declarations.enumerated() {
      guard case .structure(let fields, _) = declaration.form else { continue }
      for (position, field) in fields.enumerated()
      where reaches(index, from: field.type, model) {
        boxed.insert([index, position])
      }
    }
  }

  private func reaches(_ goal: Int, from type: ValueType, _ model: ContractModel) -> Bool {
    var seen: Set<Int> = []
    var open = [type]
    while let type = open.popLast() {
      switch type {
      case .nullable(let inner): open.append(inner)
      case .named(let index):
        if index == goal { return true }
        guard seen.insert(index).inserted else { continue }
        switch model.declarations[index].form {
        case .structure(let fields, _): open += fields.map(\.type)
        case .alias(let type): open.append(type)
        // Enums are indirect.
        case .tagged, .untagged, .words, .pending: break
        }
      default: break
      }
    }
    return false
  }

  // MARK: Aliases that come back to themselves

  private mutating func findLoops(_ model: ContractModel) {
    func targets(_ index: Int) -> [Int] {
      guard case .alias(var type) = model.declarations[index].form else { return [] }
      while true {
        switch type {
        case .array(let inner), .map(let inner), .nullable(let inner): type = inner
        case .named(let target): return [target]
        default: return []
        }
      }
    }
    for start in model.declarations.indices {
      var seen: Set<Int> = []
      var open = targets(start)
      while let index = open.popLast(), seen.insert(index).inserted { open += targets(index) }
      if seen.contains(start) { loops.insert(start) }
    }
  }

  /// What an alias stands for. Swift has no alias that comes back to itself: there, what goes back is
  /// anything, and the contract alone tells whether it is right.
  func type(ofAlias index: Int, _ type: ValueType) -> String {
    self.type(loops.contains(index) ? opened(type, index) : type)
  }

  private func opened(_ type: ValueType, _ alias: Int) -> ValueType {
    switch type {
    case .array(let inner): .array(opened(inner, alias))
    case .map(let inner): .map(opened(inner, alias))
    case .nullable(let inner): .nullable(opened(inner, alias))
    case .named(let target) where loops.contains(target) && target <= alias: .any
    default: type
    }
  }

  /// A type as Swift writes it.
  func type(_ type: ValueType) -> String {
    switch type {
    case .any, .null: return "AnyJSON"
    case .string: return "String"
    case .boolean: return "Bool"
    case .integer(let isUnsafe): return isUnsafe ? "Int64" : "Int"
    case .number: return "Double"
    case .literals(let texts): return SwiftNames.scalar(texts)
    case .array(let item): return "[\(self.type(item))]"
    case .map(let item): return "[String: \(self.type(item))]"
    case .nullable(let inner): return "Nullable<\(self.type(inner))>"
    case .named(let index): return paths[index]
    }
  }

  private static func scalar(_ texts: [String]) -> String {
    func all(_ test: (String) -> Bool) -> Bool { texts.allSatisfy(test) }
    if all({ $0.hasPrefix("\"") }) { return "String" }
    if all({ $0 == "true" || $0 == "false" }) { return "Bool" }
    if all({ Int($0) != nil }) { return "Int" }
    if all({ Double($0) != nil }) { return "Double" }
    return "AnyJSON"
  }
}

extension NameTable {
  fileprivate func named(_ text: String, _ fallback: String) -> String {
    var table = self
    return table.take(NameTable.upper(text, fallback: fallback))
  }
}
