import BridgeContract
import Foundation
import TestSupport
import Testing

@testable import BridgeRecorder

@Suite("Writing without holding anybody up", .serialized)
struct WritingTests {
  /// A pipe nobody reads yet.
  private func pipeEnds() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  /// Numbers in `n` of bodies, and lines that were dropped, in the order of the log.
  private func contents(_ log: String) -> (numbers: [Int], dropped: Int) {
    let numbers = log.matches(of: /"body":\{"n":(\d+)/).compactMap { Int($0.1) }
    let dropped = log.matches(of: /"event":"linesDropped","lines":(\d+)/).compactMap { Int($0.1) }
    return (numbers, dropped.reduce(0, +))
  }

  @Test(
    "a full pipe: whole lines are dropped and counted, the caller never waits",
    arguments: [
      false, true,
    ])
  func full(_ isNonBlocking: Bool) throws {
    let ends = try pipeEnds()
    if isNonBlocking { _ = fcntl(ends.write, F_SETFL, O_NONBLOCK) }
    // More than a pipe takes by itself.
    let capacity = 256 << 10
    let recorder = BridgeRecorder(
      to: ends.write, contracts: nil, options: Recording.options(.all, capacity: capacity))
    let session = recorder.session("s")
    let filler = String(repeating: "x", count: 1000)
    let start = ContinuousClock.now
    for n in 0..<5000 {
      session.received(.json("{\"n\":\(n),\"text\":\"\(filler)\"}"), on: "bridge")
    }
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(!recorder.flush(timeout: 50))
    let reader = Reader(ends.read)
    #expect(recorder.flush(timeout: 60_000))
    session.received(.json("{\"n\":5000}"), on: "bridge")
    let summary = recorder.finish(timeout: 60_000)
    close(ends.write)
    let log = reader.end()
    let (numbers, dropped) = contents(log)
    #expect(numbers == numbers.sorted())
    #expect(numbers.last == 5000)
    #expect(numbers.count + dropped == 5001)
    #expect(summary.dropped == dropped)
    #expect(dropped > 4000)
    // The buffer and the pipe's own 64 KiB: nothing more was held.
    #expect(numbers.count * 1000 < capacity + (64 << 10) + 4096)
    #expect(summary.failure == nil)
    close(ends.read)
  }

  @Test("events are still taken where bodies no longer fit")
  func eventsFirst() throws {
    let ends = try pipeEnds()
    let recorder = BridgeRecorder(
      to: ends.write, contracts: nil, options: Recording.options(.all, capacity: 64 << 10))
    let session = recorder.session("s")
    let filler = String(repeating: "x", count: 1000)
    for n in 0..<1000 { session.received(.json("{\"n\":\(n),\"x\":\"\(filler)\"}"), on: "b") }
    session.event(.loadCommitted)
    session.event(.loadFinished)
    let reader = Reader(ends.read)
    recorder.finish(timeout: 60_000)
    close(ends.write)
    let log = reader.end()
    #expect(log.contains("@loadCommitted"))
    #expect(log.contains("@loadFinished"))
    close(ends.read)
  }

  @Test("a body that is too long is dropped and counted")
  func tooLong() throws {
    var options = Recording.options(.all)
    options.maxBodyBytes = 100
    let recording = try Recording(nil, options)
    let session = recording.recorder.session("s")
    session.received(.string(String(repeating: "x", count: 200)), on: "bridge")
    session.event(.teardown)
    let log = try recording.end()
    #expect(log.contains(#""event":"linesDropped","lines":1"#))
    #expect(!log.contains("xxx"))
  }

  @Test("a closed descriptor ends the writing, not the app")
  func closed() throws {
    let ends = try pipeEnds()
    close(ends.read)
    close(ends.write)
    // A number that is surely nobody's.
    let recorder = BridgeRecorder(to: 4099, contracts: nil, options: Recording.options(.all))
    let session = recorder.session("s")
    for _ in 0..<100 { session.event(.loadStarted) }
    #expect(!recorder.flush(timeout: 60_000))
    session.event(.loadStarted)
    let summary = recorder.finish(timeout: 60_000)
    #expect(summary == RecorderSummary(written: 0, dropped: 101, failure: EBADF))
  }

  @Test("a reader that went away is an error and no signal")
  func brokenPipe() throws {
    let ends = try pipeEnds()
    close(ends.read)
    let recorder = BridgeRecorder(
      to: ends.write, contracts: nil, options: Recording.options(.all))
    recorder.session("s").event(.teardown)
    #expect(recorder.finish(timeout: 60_000).failure == EPIPE)
    close(ends.write)
  }

  @Test("finish gives up a pipe that nobody reads")
  func givesUp() throws {
    let ends = try pipeEnds()
    let recorder = BridgeRecorder(
      to: ends.write, contracts: nil, options: Recording.options(.all))
    let session = recorder.session("s")
    let filler = String(repeating: "x", count: 10_000)
    for _ in 0..<100 { session.received(.string(filler), on: "bridge") }
    #expect(recorder.finish(timeout: 20).failure == nil)
    session.event(.teardown)
    // The thread notices within a tenth of a second and counts what it left.
    #expect(recorder.handle.core.wait(milliseconds: 60_000, forEnd: true))
    let summary = recorder.summary
    #expect(summary.written + summary.dropped == 101)
    #expect(summary.dropped > 0)
    close(ends.write)
    close(ends.read)
  }

  @Test("eight threads: no line is torn, lost or out of its thread's order")
  func threads() throws {
    let recording = try Recording(nil, Recording.options(.all, capacity: 64 << 20))
    let recorder = recording.recorder
    let each = 2000
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let session = recorder.session("s\(thread)")
      for n in 0..<each {
        if n % 10 == 0 { session.event(.loadCommitted) }
        session.received(.json("{\"n\":\(n),\"text\":\"äöü\"}"), on: "bridge")
        if n % 500 == 0 { recorder.flush(timeout: 60_000) }
      }
    }
    let log = try recording.end()
    let lines = log.split(separator: "\n")
    #expect(lines.count == 8 * (each + each / 10))
    var next = [String: Int]()
    var lastT = 0
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let name = try #require(object?["session"] as? String)
      let t = try #require(object?["t"] as? Int)
      #expect(t >= lastT)
      lastT = t
      guard let body = object?["body"] as? [String: Any] else { continue }
      #expect(body["n"] as? Int == next[name, default: 0])
      next[name, default: 0] += 1
    }
    #expect(next.values.allSatisfy { $0 == each })
  }

  @Test("the last copy that goes writes what is left")
  func deinitWrites() throws {
    let ends = try pipeEnds()
    do {
      let recorder = BridgeRecorder(
        to: ends.write, contracts: nil, options: Recording.options(.all))
      let session = recorder.session("s")
      for n in 0..<20 { session.received(.json("{\"n\":\(n)}"), on: "bridge") }
    }
    // Twenty lines end the reading; the descriptor stays ours and open.
    var log = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while log.split(separator: "\n").count < 20 || !log.hasSuffix("\n") {
      let count = read(ends.read, &buffer, buffer.count)
      try #require(count > 0)
      log += String(decoding: buffer[..<count], as: UTF8.self)
    }
    #expect(contents(log).numbers == Array(0..<20))
    close(ends.write)
    close(ends.read)
  }
}

/// Reads a pipe to its end on a thread of its own.
final class Reader: @unchecked Sendable {
  private var out: [UInt8] = []
  private let done = DispatchSemaphore(value: 0)

  init(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        out += buffer[..<count]
      }
      done.signal()
    }
  }

  func end() -> String {
    done.wait()
    return String(decoding: out, as: UTF8.self)
  }
}
