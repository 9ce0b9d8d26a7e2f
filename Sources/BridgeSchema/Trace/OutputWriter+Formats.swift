internal import BridgeJSON

extension OutputWriter {
  /// 12.4.2: a flat list of what failed, or of annotations.
  mutating func basic() {
    write("{\"valid\": \(tree.isValid), \"keywordLocation\": \"\", \"instanceLocation\": \"\", ")
    write("\"\(tree.isValid ? "annotations" : "errors")\": [")
    var isFirst = true
    var i = 0
    while i < tree.units.count {
      let unit = tree.units[i]
      if isDropped(i) {
        i = Int(unit.end)
        continue
      }
      enter(i)
      if tree.isValid ? hasAnnotation(i) : isError(i) {
        write(isFirst ? "\n  {" : ",\n  {")
        isFirst = false
        writeLocations(unit)
        if tree.isValid {
          write(", \"annotation\": ")
          writeAnnotation(i)
        } else {
          writeError(i)
        }
        write("}")
      }
      i += 1
    }
    write(isFirst ? "]}" : "\n]}")
  }

  /// Whether a unit and all in it say nothing: for a valid value what failed, for an invalid one
  /// what passed; and whatever `not` and `if` looked at.
  private func isDropped(_ index: Int) -> Bool {
    let unit = tree.units[index]
    if tree.isValid { return !unit.isValid || tree.keyword(of: unit) == .not }
    return unit.isValid
  }

  /// Whether a failed unit has something to say itself: assertions and schemas; keywords that only
  /// apply schemas are told by these.
  private func isError(_ index: Int) -> Bool {
    let unit = tree.units[index]
    guard !unit.isValid else { return false }
    guard let keyword = tree.keyword(of: unit) else { return true }
    switch keyword {
    case .ref, .dynamicRef, .recursiveRef, .allOf, .then, .else, .properties, .patternProperties,
      .additionalProperties, .propertyNames, .unevaluatedProperties, .prefixItems, .items,
      .additionalItems, .unevaluatedItems, .dependentSchemas:
      return unit.isUndecided
    default: return true
    }
  }

  // MARK: Trees

  /// 12.4.4: everything.
  mutating func verbose() { writeTree(keep: { _ in true }) }

  /// 12.4.3: without units that have nothing to say, and with a unit that has a single one inside
  /// replaced by it.
  mutating func detailed() {
    var says = [Bool](repeating: false, count: tree.units.count)
    // From the end: a unit says something if it has something to say itself or one inside does.
    var inside = [Int](repeating: 0, count: tree.units.count)
    var parent = [Int](repeating: -1, count: tree.units.count)
    var stack: [Int] = []
    var dropEnd = 0
    var dropped = [Bool](repeating: false, count: tree.units.count)
    for i in tree.units.indices {
      while let top = stack.last, Int(tree.units[top].end) <= i { stack.removeLast() }
      parent[i] = stack.last ?? -1
      stack.append(i)
      if i >= dropEnd, isDropped(i) { dropEnd = Int(tree.units[i].end) }
      dropped[i] = i < dropEnd
    }
    for i in tree.units.indices.reversed() where !dropped[i] {
      let isLeafError = !tree.isValid && inside[i] == 0 && !tree.units[i].isValid
      let own = tree.isValid ? hasAnnotation(i) : isLeafError
      // A unit with its own word stays; one with a single unit inside gives way to that.
      let ownWord = own || (!tree.isValid && isUnion(i))
      says[i] = i == 0 || ownWord || inside[i] > 1
      let isThere = says[i] || inside[i] == 1
      if isThere, parent[i] >= 0 { inside[parent[i]] += 1 }
    }
    writeTree(keep: { says[$0] })
  }

  private func isUnion(_ index: Int) -> Bool {
    switch tree.keyword(of: tree.units[index]) {
    case .anyOf, .oneOf, .not, .contains: true
    default: false
    }
  }

  /// Writes the units to keep as nested objects; the children of one that is not kept move up.
  private mutating func writeTree(keep: (Int) -> Bool) {
    var opened: [(end: UInt32, isValid: Bool, hasChildren: Bool)] = []
    for i in tree.units.indices {
      let unit = tree.units[i]
      enter(i)
      guard keep(i) else { continue }
      while let top = opened.last, Int(top.end) <= i {
        write(top.hasChildren ? "]}" : "}")
        opened.removeLast()
      }
      if let top = opened.indices.last {
        if opened[top].hasChildren {
          write(",\n")
        } else {
          write(", \"\(opened[top].isValid ? "annotations" : "errors")\": [\n")
          opened[top].hasChildren = true
        }
      }
      write(String(repeating: " ", count: min(opened.count, 40)))
      write("{")
      writeLocations(unit)
      if hasAnnotation(i) {
        write(", \"annotation\": ")
        writeAnnotation(i)
      } else if !unit.isValid, isUnion(i) || !hasKeptChild(i, keep) {
        writeError(i)
      }
      opened.append((unit.end, unit.isValid, false))
    }
    while let top = opened.popLast() { write(top.hasChildren ? "]}" : "}") }
  }

  private func hasKeptChild(_ index: Int, _ keep: (Int) -> Bool) -> Bool {
    var i = index + 1
    while i < Int(tree.units[index].end) {
      if keep(i) { return true }
      i += 1
    }
    return false
  }
}
