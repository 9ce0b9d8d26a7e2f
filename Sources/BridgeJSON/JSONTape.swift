/// The nodes of one parsed text. Reused from text to text: after warm-up nothing is allocated.
///
/// The tape points into the text but does not own it (`JSONDocument` owns both). Not thread-safe.
///
/// Its properties go without run-time checks of exclusive access, which cost more than they read:
/// nothing here hands one out `inout`, so no two accesses can overlap on one thread.
package final class JSONTape {
  /// The nodes; node 0 is the root.
  @exclusivity(unchecked) package private(set) var nodes: UnsafeMutablePointer<JSONNode>
  /// How many nodes there are.
  @exclusivity(unchecked) package internal(set) var count = 0
  /// The text the nodes point into, as the last `read` was given it.
  @exclusivity(unchecked) package internal(set) var bytes: UnsafePointer<UInt8>
  /// The node of the first key, in the order of the text, that stands twice in its object.
  @exclusivity(unchecked) package internal(set) var firstDuplicateKey: Int?
  /// Whether a string or key holds half of a surrogate pair.
  @exclusivity(unchecked) package internal(set) var hasLoneSurrogate = false

  @exclusivity(unchecked) private(set) var capacity: Int
  @exclusivity(unchecked) private(set) var frames: UnsafeMutablePointer<JSONFrame>
  @exclusivity(unchecked) private(set) var frameCapacity = 16
  var scratch: [UInt64] = []

  /// An empty tape.
  package init(capacity: Int = 256) {
    self.capacity = max(capacity, 16)
    nodes = .allocate(capacity: self.capacity)
    frames = .allocate(capacity: 16)
    // Never looked at: a tape that has read nothing has no nodes.
    bytes = UnsafeRawPointer(nodes).assumingMemoryBound(to: UInt8.self)
  }

  deinit {
    nodes.deallocate()
    frames.deallocate()
  }

  /// The root value. Valid until the next `read` and as long as tape and text live.
  package var root: JSONCursor { JSONCursor(nodes: nodes, bytes: bytes, index: 0) }

  /// Takes back the buffer that a reader was lent and may have exchanged.
  func adopt(nodes: UnsafeMutablePointer<JSONNode>, capacity: Int) {
    self.nodes = nodes
    self.capacity = capacity
  }

  /// The same for the open containers.
  func adopt(frames: UnsafeMutablePointer<JSONFrame>, capacity: Int) {
    self.frames = frames
    frameCapacity = capacity
  }

  /// Makes room for so many nodes; what was on the tape is gone.
  func reserve(_ wanted: Int) {
    guard capacity < wanted else { return }
    nodes.deallocate()
    capacity = wanted
    nodes = .allocate(capacity: wanted)
  }

  /// Gives back what one huge text left behind, once a text of a sixteenth of its size comes: a
  /// text of 16 MiB can need 128 MiB of nodes.
  func shrink(forBytes size: Int) {
    guard capacity > 1 << 16, size < capacity / 16 else { return }
    nodes.deallocate()
    capacity = max(size, 256)
    nodes = .allocate(capacity: capacity)
    scratch = []
  }
}
