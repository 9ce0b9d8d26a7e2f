internal import BridgeJSON

extension Compilation {
  /// Reports references that lead back to themselves without going into the instance: such a
  /// schema could never be judged. Own stack; linear in the schemas and their references.
  func reportEndlessReferences() {
    var state = [UInt8](repeating: 0, count: blocks.count)  // 0 new, 1 open, 2 done
    for start in blocks.indices where state[start] == 0 {
      var path: [(block: UInt32, targets: [(block: UInt32, key: UInt32)], next: Int)] = [
        (UInt32(start), inPlaceTargets(UInt32(start)), 0)
      ]
      state[start] = 1
      while let top = path.last {
        guard top.next < top.targets.count else {
          state[Int(top.block)] = 2
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = top.targets[top.next]
        switch state[Int(target.block)] {
        case 0:
          state[Int(target.block)] = 1
          path.append((target.block, inPlaceTargets(target.block), 0))
        case 1:
          let cycle = path[(path.lastIndex { $0.block == target.block } ?? 0)...]
          report(cycle: cycle.map { ($0.block, $0.targets[$0.next - 1].key) })
        default: break
        }
      }
    }
  }

  /// The blocks that a block applies to the same instance, with the key that does it.
  func inPlaceTargets(_ block: UInt32) -> [(block: UInt32, key: UInt32)] {
    var out: [(block: UInt32, key: UInt32)] = []
    for entry in entries(of: block) {
      switch entry.keyword {
      case .ref, .not: out.append((entry.a, entry.key))
      case .dynamicRef, .recursiveRef:
        // With a single anchor of that name it can only lead there; where there are several, the
        // evaluators watch for a circle.
        if entry.b == none || dynamicAnchors.filter({ $0.name == entry.b }).count == 1 {
          out.append((entry.a, entry.key))
        }
      case .allOf, .anyOf, .oneOf:
        for target in lists[Int(entry.a)..<Int(entry.a + entry.b)] {
          out.append((target, entry.key))
        }
      case .if:
        out.append((entry.a, entry.key))
        if entry.b != none { out.append((entry.b, entry.key)) }
        if entry.c != none { out.append((entry.c, entry.key)) }
      case .dependentSchemas, .dependencies:
        for i in entry.a..<entry.a + entry.b where dependencies[Int(i)].block != none {
          out.append((dependencies[Int(i)].block, entry.key))
        }
      default: break
      }
    }
    return out
  }

  private func report(cycle: [(block: UInt32, key: UInt32)]) {
    // The fault stands at a reference of the cycle: without one there is no cycle.
    let steps = cycle.map { step in
      (
        block: blocks[Int(step.block)],
        key: step.key,
        pointer: registry.pointer(blocks[Int(step.block)])
      )
    }
    guard
      let at = steps.firstIndex(where: {
        let cursor = registry.cursor(at: SchemaPlace($0.block.document, Int($0.key)))
        return ["$ref", "$dynamicRef", "$recursiveRef"]
          .contains { cursor.stringBytes.elementsEqual($0.utf8) }
      })
    else { return }
    let turned = steps[at...] + steps[..<at]
    let names = (turned.map(\.pointer) + [steps[at].pointer]).map { "'\($0)'" }
    report(
      steps[at].block.document, Int(steps[at].key),
      "endless reference: \(names.joined(separator: " leads to ")), without going into the value")
  }
}
