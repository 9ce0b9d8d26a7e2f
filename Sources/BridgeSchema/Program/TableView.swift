/// The tables of a program, by one pointer: what the evaluators carry around costs nothing to copy.
struct TableView {
  private let base: UnsafePointer<SchemaProgram.Tables>

  /// Moves the tables into memory of their own.
  init(_ tables: SchemaProgram.Tables) {
    let memory = UnsafeMutablePointer<SchemaProgram.Tables>.allocate(capacity: 1)
    memory.initialize(to: tables)
    base = UnsafePointer(memory)
  }

  @inline(__always) var blocks: Frozen<SchemaBlock> { base.pointee.blocks }
  @inline(__always) var entries: Frozen<KeywordEntry> { base.pointee.entries }
  @inline(__always) var code: Frozen<KindCode> { base.pointee.code }
  @inline(__always) var ops: Frozen<Op> { base.pointee.ops }
  @inline(__always) var lists: Frozen<UInt32> { base.pointee.lists }
  @inline(__always) var names: Frozen<PooledName> { base.pointee.names }
  @inline(__always) var text: Frozen<UInt8> { base.pointee.text }
  @inline(__always) var slots: Frozen<UInt32> { base.pointee.slots }
  @inline(__always) var shapes: Frozen<ObjectShape> { base.pointee.shapes }
  @inline(__always) var properties: Frozen<PropertyEntry> { base.pointee.properties }
  @inline(__always) var patternProperties: Frozen<PatternEntry> { base.pointee.patternProperties }
  @inline(__always) var quickPatterns: Frozen<QuickPattern> { base.pointee.quickPatterns }
  @inline(__always) var numbers: Frozen<NumberOperand> { base.pointee.numbers }
  @inline(__always) var sets: Frozen<ValueSet> { base.pointee.sets }
  @inline(__always) var setIntegers: Frozen<Int64> { base.pointee.setIntegers }
  @inline(__always) var setValues: Frozen<HashedValue> { base.pointee.setValues }
  @inline(__always) var dependencies: Frozen<DependencyEntry> { base.pointee.dependencies }
  @inline(__always) var unionConsts: Frozen<UnionConst> { base.pointee.unionConsts }
  @inline(__always) var dispatches: Frozen<UnionDispatch> { base.pointee.dispatches }
  @inline(__always) var dispatchCases: Frozen<DispatchCase> { base.pointee.dispatchCases }
  @inline(__always) var dynamicAnchors: Frozen<DynamicAnchor> { base.pointee.dynamicAnchors }
  @inline(__always) var isDynamic: Bool { base.pointee.isDynamic }
  @inline(__always) var isContract: Bool { base.pointee.isContract }

  /// Frees all tables.
  func deallocate() {
    base.pointee.blocks.deallocate()
    base.pointee.entries.deallocate()
    base.pointee.code.deallocate()
    base.pointee.ops.deallocate()
    base.pointee.lists.deallocate()
    base.pointee.names.deallocate()
    base.pointee.text.deallocate()
    base.pointee.slots.deallocate()
    base.pointee.shapes.deallocate()
    base.pointee.properties.deallocate()
    base.pointee.patternProperties.deallocate()
    base.pointee.quickPatterns.deallocate()
    base.pointee.numbers.deallocate()
    base.pointee.sets.deallocate()
    base.pointee.setIntegers.deallocate()
    base.pointee.setValues.deallocate()
    base.pointee.dependencies.deallocate()
    base.pointee.unionConsts.deallocate()
    base.pointee.dispatches.deallocate()
    base.pointee.dispatchCases.deallocate()
    base.pointee.dynamicAnchors.deallocate()
    base.deallocate()
  }
}
