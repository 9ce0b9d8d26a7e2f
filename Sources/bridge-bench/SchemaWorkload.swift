import BridgeJSON
import BridgeSchema

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Workload {
  /// Parses and validates generated documents, one after the other.
  static let schema = Workload(
    name: "schema", arguments: "package|geo|openapi [DIR]",
    summary:
      "parse and validate documents; with DIR also by jsonschema-rs and orjson, with the ratio"
  ) { arguments in
    guard let name = arguments.first, let data = SchemaData.all.first(where: { $0.name == name })
    else { throw BenchError("schema: package, geo or openapi?") }
    let program = try SchemaCompiler.compile(
      try JSONDocument(Array(data.schema.utf8), limits: .contract))
    let texts = data.documents.map { Array($0.utf8) }
    let tape = JSONTape()
    let evaluator = SchemaEvaluator()
    let rounds = 20
    var invalid = 0
    var measure = try Measure(bytes: texts.reduce(0) { $0 + $1.count } * rounds) {
      for _ in 0..<rounds {
        invalid = 0
        for text in texts {
          try text.withUnsafeBufferPointer { buffer in
            try tape.read(buffer, limits: .traffic)
            if !evaluator.isValid(tape.root, by: program.roots[0], of: program) { invalid += 1 }
          }
        }
      }
    }
    measure.counts = [("documents", texts.count * rounds), ("invalid", invalid)]
    if arguments.count > 1 {
      let other = try compare(data, in: arguments[1], rounds: rounds)
      if other.invalid != invalid {
        throw BenchError("jsonschema-rs finds \(other.invalid) invalid")
      }
      measure.counts.append(("otherMicroseconds", Int(other.seconds * 1e6)))
      measure.counts.append(("ratioPercent", Int(other.seconds / measure.seconds * 100)))
    }
    return measure
  }

  /// The same by jsonschema-rs and orjson, in a Python of this machine that has them.
  private static func compare(
    _ data: SchemaData, in folder: String, rounds: Int
  ) throws -> (seconds: Double, invalid: Int) {
    let base = "\(folder)/bench-\(data.name)"
    try write(data.schema, to: "\(base).schema.json")
    try write(data.documents.joined(separator: "\n"), to: "\(base).jsonl")
    try write(script, to: "\(base).py")
    guard let pipe = popen("python3 '\(base).py' '\(base)' \(rounds)", "r") else {
      throw BenchError("python3 does not start")
    }
    var buffer = [CChar](repeating: 0, count: 256)
    let line = fgets(&buffer, 256, pipe)
    guard pclose(pipe) == 0, line != nil else {
      throw BenchError("python3 with jsonschema-rs and orjson is not there")
    }
    let words = buffer.prefix { $0 != 0 && $0 != 10 }
      .map { Character(Unicode.Scalar(UInt8(bitPattern: $0))) }
    let parts = String(words).split(separator: " ")
    guard parts.count == 2, let seconds = Double(parts[0]), let invalid = Int(parts[1]) else {
      throw BenchError("an answer of python3 that is not understood")
    }
    return (seconds, invalid)
  }

  private static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw BenchError("cannot write \(path)") }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw BenchError("cannot write \(path)")
    }
  }

  private static let script = """
    import sys, time, orjson, jsonschema_rs
    base, rounds = sys.argv[1], int(sys.argv[2])
    validator = jsonschema_rs.validator_for(orjson.loads(open(base + '.schema.json', 'rb').read()))
    lines = open(base + '.jsonl', 'rb').read().split(b'\\n')
    loads, is_valid = orjson.loads, validator.is_valid
    start = time.process_time()
    for _ in range(rounds):
        invalid = 0
        for line in lines:
            if not is_valid(loads(line)):
                invalid += 1
    print(time.process_time() - start, invalid)
    """
}
