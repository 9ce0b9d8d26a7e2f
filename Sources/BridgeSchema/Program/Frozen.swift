/// An array moved into memory that the program owns, so that reading it costs no reference count.
struct Frozen<Element: BitwiseCopyable> {
  let base: UnsafePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    elements.withUnsafeBufferPointer { source in
      if let from = source.baseAddress { memory.initialize(from: from, count: source.count) }
    }
    base = UnsafePointer(memory)
    count = elements.count
  }

  @inline(__always)
  subscript(_ index: UInt32) -> Element {
    assert(Int(index) < count)
    return base[Int(index)]
  }

  @inline(__always)
  subscript(_ index: Int) -> Element {
    assert(index < count)
    return base[index]
  }

  func deallocate() { base.deallocate() }
}
