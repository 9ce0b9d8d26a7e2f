import BridgeJSON
import BridgeSchema
import BridgeSubset

/// `schema compare --lines`: a pair of schemas a line, an answer a line, in the same order.
final class CompareLines {
  private let options: SchemaOptions
  private let console: Console
  private let tape = JSONTape()
  private var outcome = Outcome.success
  private var number = 0

  private static let limits = JSONLimits(depth: 30_000, bytes: 64 << 20)

  init(options: SchemaOptions, console: Console) {
    self.options = options
    self.console = console
  }

  func run() -> Outcome {
    do throws(SystemError) {
      try InputLines.forEach(Descriptor.standardInput) { line in
        self.answer(line)
        return !self.console.out.isClosed
      } beforeWaiting: {
        self.console.out.flush()
      }
    } catch {
      console.fail("standard input: \(error.words)")
      outcome.formUnion(.broken)
    }
    return outcome
  }

  private struct Refusal: Error {
    var words: String
  }

  private func answer(_ line: UnsafeBufferPointer<UInt8>) {
    number += 1
    var line = line
    if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) {
      line = UnsafeBufferPointer(rebasing: line.dropFirst(3))
    }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    var id = "null"
    do throws(Refusal) {
      do throws(JSONError) {
        try tape.read(line, limits: Self.limits)
      } catch {
        throw Refusal(
          words: "the request is no JSON: column \(error.offset + 1): \(error.sentence)")
      }
      guard tape.root.kind == .object else { throw Refusal(words: "the request is no object") }
      if let value = tape.root.member("id") { id = String(decoding: value.text, as: UTF8.self) }
      let result = ComparedPair(old: try schema("old"), new: try schema("new"))
      console.out.write("{\"id\":\(id),\(result.members)}\n")
      if !result.isDecided { outcome.formUnion(.undecided) }
    } catch {
      outcome.formUnion(.broken)
      let words = JSONString.quoted("line \(number): \(error.words)")
      console.out.write("{\"id\":\(id),\"error\":\(words)}\n")
    }
  }

  private func schema(_ name: String) throws(Refusal) -> SchemaSide {
    guard let value = tape.root.member(name) else {
      throw Refusal(words: "the request has no '\(name)'")
    }
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(Array(value.text), limits: Self.limits)
    } catch {
      throw Refusal(words: "'\(name)': \(error.sentence)")
    }
    let program: SchemaProgram
    do throws(SchemaErrors) {
      program = try SchemaCompiler.compile(document, options: options)
    } catch {
      let first = error.list.first
      throw Refusal(
        words: "'\(name)': \(first?.pointer ?? ""): \(first?.message ?? "this is no schema")")
    }
    guard let side = SchemaSide(program) else { throw Refusal(words: "'\(name)' is no schema") }
    return side
  }
}
