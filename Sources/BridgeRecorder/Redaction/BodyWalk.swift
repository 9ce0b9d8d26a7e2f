internal import BridgeContract
internal import BridgeJSON

/// Goes through a body and finds, for every key and value, what may stand for it.
struct BodyWalk {
  private let redactor: Redactor
  private let context: BodyContext?
  private let roles: Roles?
  /// Pointers of what the judge did not like.
  private let bad: Set<String>
  /// The text that does not decode, and must not when it is replaced.
  var undecodable: Int?
  private(set) var plan: BodyPlan
  private var fillers = Fillers()
  private var keyCount = 0
  private var open: [Step] = []

  private struct Step {
    var value: JSONCursor
    var schemas: AppliedSchemas
    /// Pointers in the body as it came and as it is written; nil deep down.
    var from: String?
    var to: String?
    var depth: Int
    /// Inside an id that is no scalar.
    var isInID = false
  }

  /// Below this no value has a pointer of its own, and schemas are not followed.
  private static let maxDepth = 64

  init(
    _ redactor: Redactor, _ body: JSONCursor, _ context: BodyContext?, roles: Roles?,
    bad: Set<String>
  ) {
    self.redactor = redactor
    self.context = context
    self.roles = roles
    self.bad = bad
    plan = BodyPlan(body)
  }

  mutating func run() {
    let body = plan.body
    var schemas = AppliedSchemas.none
    for (pointer, schema, isCertain) in applied() where pointer.segments.isEmpty {
      schemas.add(schema, to: body, isCertain: isCertain)
    }
    open = [Step(value: body, schemas: schemas, from: "", to: "", depth: 0)]
    while let step = open.popLast() { take(step) }
  }

  /// Children are put on the stack in the order of the text, so that the first comes off first.
  private mutating func take(_ step: Step) {
    let below = open.count
    defer { open[below...].reverse() }
    switch step.value.kind {
    case .null: break
    case .array:
      var position = 0
      step.value.forEachItem { item in
        go(step, item, key: nil, position, Array(String(position).utf8))
        position += 1
      }
    case .object:
      step.value.forEachMember { key, value in
        go(step, value, key: key, 0, takeKey(key))
      }
    case .bool, .number, .string: takeScalar(step)
    }
  }

  private mutating func go(
    _ step: Step, _ value: JSONCursor, key: JSONCursor?, _ position: Int, _ name: [UInt8]
  ) {
    let depth = step.depth + 1
    var next = Step(value: value, schemas: .none, from: nil, to: nil, depth: depth)
    next.isInID = step.isInID || isID(step.value)
    if depth < Self.maxDepth {
      next.schemas =
        key.map { step.schemas.member($0, value) } ?? step.schemas.item(position, value)
      next.from = step.from.map { Self.appending(key?.stringBytes ?? name, to: $0) }
      next.to = step.to.map { Self.appending(name, to: $0) }
      for (pointer, schema, isCertain) in applied() where pointer.text == next.from {
        next.schemas.add(schema, to: value, isCertain: isCertain)
      }
    }
    open.append(next)
  }

  private func isID(_ value: JSONCursor) -> Bool {
    roles?.byNode[value.index]?.contains {
      if case .id = $0.role { return true }
      return false
    } ?? false
  }

  private static func appending(_ name: [UInt8], to pointer: String) -> String {
    var out: [UInt8] = []
    JSONPointer.append(key: name, to: &out)
    return pointer + String(decoding: out, as: UTF8.self)
  }

  // MARK: Schemas

  /// The contract's schemas for this body, with the places they are for.
  private func applied() -> [(JSONPointer, JSONValue, Bool)] {
    guard let context else { return [] }
    var out: [(JSONPointer, JSONValue, Bool)] = []
    let framing = context.program.channel.framing
    let set = redactor.set
    let root = set.contracts[context.program.contract].document.root
    let own = root["channels"]?[context.program.channel.key]?["framing"] ?? root["framing"]
    if let envelope = own?["envelope"] { out.append((JSONPointer(), envelope, true)) }
    guard let owner = context.owner else { return out }
    func add(_ place: Place?, _ schema: JSONValue?, _ isCertain: Bool) {
      guard let schema else { return }
      out.append((place?.first ?? JSONPointer(), schema, isCertain))
    }
    let source = owner.message.source
    guard context.isReply else {
      let isNamelessAmongNamed = owner.message.hasNoKind && framing.kind != nil
      add(isNamelessAmongNamed ? nil : framing.payload, source["payload"], true)
      return out
    }
    let payload =
      context.isAnswer ? framing.reply.payload : framing.reply.payload ?? framing.payload
    guard context.isError else {
      add(payload, source["reply"]?["payload"], true)
      return out
    }
    let contract = set.contracts[owner.contract]
    var declared = (owner.message.reply?.errors ?? []).map { contract.errors[$0] }
    let place = context.isErrorText ? nil : framing.reply.error ?? payload
    if let code = framing.reply.code?.find(in: plan.body, redactor.reader.matcher) {
      let named = declared.filter { redactor.isCode(code, of: $0) }
      if !named.isEmpty { declared = named }
    }
    for error in declared {
      add(
        place, contract.document.root["errors"]?[error.name]?["payload"], declared.count == 1)
    }
    return out
  }

  // MARK: Keys

  /// The key as it is written.
  private mutating func takeKey(_ key: JSONCursor) -> [UInt8] {
    let name = key.stringBytes
    if redactor.isName(name) { return name }
    if let known = plan.rename[name] {
      plan.add(key, [redactor.quoted(known)], at: nil)
      return known
    }
    // As long as the key, since reports show its length; no name of the contract, no other key.
    let length = key.codePointCount
    var made: [UInt8]
    repeat {
      keyCount += 1
      made = Fillers.letters(keyCount, max(length, Self.digits(keyCount)))
    } while redactor.isName(made) || plan.rename.values.contains(made)
    if key.hasLoneSurrogate { made = [0xED, 0xA0, 0x80] + made.dropFirst() }
    plan.rename(name, as: made)
    plan.add(key, [redactor.quoted(made)], at: nil)
    return made
  }

  private static func digits(_ number: Int) -> Int {
    var digits = 1
    var rest = (number - 1) / 23
    while rest > 0 {
      digits += 1
      rest = (rest - 1) / 23
    }
    return digits
  }

  // MARK: Values

  private mutating func takeScalar(_ step: Step) {
    let value = step.value
    if value.index == undecodable {
      let length = max(1, value.codePointCount)
      plan.add(
        value, [redactor.quoted(Array(repeating: UInt8(ascii: "%"), count: length))], at: step.to)
      return
    }
    if let context, let mine = roles?.byNode[value.index] {
      guard let choices = redactor.choices(for: value, mine, context) else { return }
      if !choices.isEmpty {
        plan.add(value, choices + plainChoices(step), at: step.to)
        return
      }
    }
    if step.isInID {
      if value.kind == .string {
        plan.add(value, [redactor.quoted(redactor.key.digits(for: value.stringBytes))], at: step.to)
      }
      return
    }
    let shown = step.schemas.shown
    if shown == .value { return }
    // A word of the contract says nothing that the contract does not, unless it is to be hidden.
    if shown == .structure, step.schemas.words.contains(where: { JSONEquality.equal($0, value) }) {
      return
    }
    let choices = plainChoices(step)
    if !choices.isEmpty { plan.add(value, choices, at: step.to) }
  }

  /// What may stand for a value that plays no role, the likeliest first.
  private mutating func plainChoices(_ step: Step) -> [[UInt8]] {
    let value = step.value
    let isGood = !(step.from.map { bad.contains($0) } ?? false)
    let words = step.schemas.words.filter { $0.kind == value.kind }.map { Array($0.text) }
    let samples = (step.schemas.samples + redactor.samples(at: step.from, context))
      .filter { $0.kind == value.kind }.prefix(8).map { Array($0.text) }
    let isWord = step.schemas.words.contains { JSONEquality.equal($0, value) }
    switch value.kind {
    case .string:
      let decoded = value.stringBytes
      let filler =
        step.schemas.shown == .hash
        ? Fillers.hash(decoded, value.codePointCount) : fillers.text(value)
      let plain = redactor.quoted(filler)
      let classes = [Fillers.classes(decoded), Fillers.classes(decoded, letter: UInt8(ascii: "a"))]
        .map { redactor.quoted($0) }
      var formats = step.schemas.formats.compactMap { Fillers.sample(ofFormat: $0) }
        .map { redactor.quoted(Array($0.utf8)) }
      if isWord { return words + samples + [plain] }
      if value.codePointCount == 36, let uuid = Fillers.sample(ofFormat: "uuid") {
        formats.append(redactor.quoted(Array(uuid.utf8)))
      }
      if step.schemas.bindsText, isGood { return samples + formats + classes + [plain] }
      return [plain] + classes + samples + formats
    case .number:
      let numbers = fillers.numbers(value, step.schemas, isGood: isGood)
      return isWord ? words + numbers : numbers + samples
    case .bool:
      return isWord ? words + [Array("false".utf8)] : ["false", "true"].map { Array($0.utf8) }
    case .null, .array, .object: return []
    }
  }
}
