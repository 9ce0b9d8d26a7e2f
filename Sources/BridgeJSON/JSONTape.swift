/// The nodes of one parsed text. Reused from text to text: after warm-up nothing is allocated.
///
/// The tape points into the text but does not own it (`JSONDocument` owns both). Not thread-safe.
package final class JSONTape {
  /// The nodes; node 0 is the root.
  package private(set) var nodes: UnsafeMutablePointer<JSONNode>
  /// How many nodes there are.
  package internal(set) var count = 0
  /// The text the nodes point into, as the last `read` was given it.
  package internal(set) var bytes: UnsafePointer<UInt8>
  /// The node of the first key that stands twice in its object, if one does.
  package internal(set) var firstDuplicateKey: Int?
  /// Whether a string or key holds half of a surrogate pair.
  package internal(set) var hasLoneSurrogate = false

  private var capacity: Int
  var scratch: [UInt32] = []

  /// An empty tape.
  package init(capacity: Int = 256) {
    self.capacity = max(capacity, 16)
    nodes = .allocate(capacity: self.capacity)
    // Never looked at: a tape that has read nothing has no nodes.
    bytes = UnsafeRawPointer(nodes).assumingMemoryBound(to: UInt8.self)
  }

  deinit { nodes.deallocate() }

  /// The root value. Valid until the next `read` and as long as tape and text live.
  package var root: JSONCursor { JSONCursor(nodes: nodes, bytes: bytes, index: 0) }

  @inline(__always)
  func append(_ node: JSONNode) {
    if count == capacity { grow() }
    nodes[count] = node
    count += 1
  }

  @inline(never)
  private func grow() {
    let larger = UnsafeMutablePointer<JSONNode>.allocate(capacity: capacity * 2)
    larger.update(from: nodes, count: count)
    nodes.deallocate()
    nodes = larger
    capacity *= 2
  }
}
