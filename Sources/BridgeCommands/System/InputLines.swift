/// The lines of a stream, as they come.
enum InputLines {
  /// Calls `body` with each line, without its line feed, until it says false. The last line needs no
  /// line feed. `beforeWaiting` runs before each read, when all that came is done: who asks a line
  /// and waits for its answer must get it.
  static func forEach(
    _ descriptor: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Bool,
    beforeWaiting: () -> Void
  ) throws(SystemError) {
    var held: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      beforeWaiting()
      let read: Result<Int, SystemError> = chunk.withUnsafeMutableBytes { buffer in
        do throws(SystemError) {
          return .success(try Descriptor.read(into: buffer, from: descriptor))
        } catch {
          return .failure(error)
        }
      }
      let count = try read.get()
      if count == 0 {
        if !held.isEmpty { _ = held.withUnsafeBufferPointer(body) }
        return
      }
      var start = 0
      while let end = chunk[start..<count].firstIndex(of: 0x0A) {
        let goesOn: Bool
        if held.isEmpty {
          goesOn = chunk.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[start..<end]))
          }
        } else {
          held += chunk[start..<end]
          goesOn = held.withUnsafeBufferPointer(body)
          held.removeAll(keepingCapacity: true)
        }
        if !goesOn { return }
        start = end + 1
      }
      held += chunk[start..<count]
    }
  }
}
