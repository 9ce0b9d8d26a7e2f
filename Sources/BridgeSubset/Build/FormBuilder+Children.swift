internal import BridgeSchema

extension FormBuilder {
  /// The schemas that the form of a schema is made of.
  func children(_ key: SchemaKey) -> [SchemaKey] {
    if key.reading != .plain { return judgedChildren(key) }
    var out: [SchemaKey] = []
    var readsAnnotations = false
    for part in parts(key) {
      for block in part.blocksInPlace { out.append(self.key(block, from: key)) }
      for block in part.blocksInside { out.append(self.key(block, from: key)) }
      switch part {
      case .unevaluatedItems, .unevaluatedProperties: readsAnnotations = true
      default: break
      }
    }
    if readsAnnotations {
      for step in inPlace(key) {
        for condition in step.conditions { out.append(condition.key) }
        for part in parts(step.key) {
          if case .contains(let block, _, _) = part { out.append(self.key(block, from: step.key)) }
        }
      }
    }
    return out
  }

  /// One schema that is applied to the same value, and when it is.
  struct Step {
    var key: SchemaKey
    /// Schemas that hold (or do not) where it is applied.
    var conditions: [(key: SchemaKey, holds: Bool)] = []
    /// Members that are there.
    var names: [[UInt8]] = []

    var isSure: Bool { conditions.isEmpty && names.isEmpty }
  }

  /// The schemas applied to the same value with their conditions, the schema itself first.
  func inPlace(_ root: SchemaKey) -> [Step] {
    var root = root
    root.reading = .plain
    var out: [Step] = []
    var open = [Step(key: root)]
    while let step = open.popLast(), out.count < Self.mostSteps {
      out.append(step)
      func go(_ block: UInt32, if condition: (UInt32, Bool)? = nil, name: [UInt8]? = nil) {
        var next = step
        next.key = key(block, from: step.key)
        if let condition {
          next.conditions.append((key(condition.0, from: step.key), condition.1))
        }
        if let name { next.names.append(name) }
        open.append(next)
      }
      for part in parts(step.key) {
        switch part {
        case .ref(let block): go(block)
        case .allOf(let blocks): for block in blocks { go(block) }
        case .anyOf(let blocks), .oneOf(let blocks):
          for block in blocks { go(block, if: (block, true)) }
        case .ifThenElse(let condition, let then, let other):
          go(condition, if: (condition, true))
          if let then { go(then, if: (condition, true)) }
          if let other { go(other, if: (condition, false)) }
        case .dependentSchemas(let list):
          for entry in list { go(entry.block, name: entry.name) }
        default: break
        }
      }
    }
    return out
  }

  static let mostSteps = 4_000
}
