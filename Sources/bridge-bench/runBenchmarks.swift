#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs the workload that the command line names, `--runs N` times (5), and prints one JSON line:
/// the fastest run and the median, in megabytes (10^6) per second of processor time.
func runBenchmarks(_ commandLine: [String], _ workloads: [Workload]) {
  var arguments = Array(commandLine.dropFirst())
  var runs = 5
  if let at = arguments.firstIndex(of: "--runs"), at + 1 < arguments.count,
    let n = Int(arguments[at + 1]), n > 0
  {
    runs = n
    arguments.removeSubrange(at...at + 1)
  }
  guard let name = arguments.first, let workload = workloads.first(where: { $0.name == name })
  else {
    print("bridge-bench WORKLOAD ARGUMENTS [--runs N]")
    for w in workloads { print("  \(w.name) \(w.arguments): \(w.summary)") }
    exit(64)
  }
  do {
    let measures = try (0..<runs).map { _ in try workload.run(Array(arguments.dropFirst())) }
    print(line(name, measures.sorted { $0.seconds < $1.seconds }))
  } catch {
    print("\(error)")
    exit(1)
  }
}

private func line(_ name: String, _ sorted: [Measure]) -> String {
  let (best, median) = (sorted[0], sorted[sorted.count / 2])
  var out = #"{"workload":"\#(name)","runs":\#(sorted.count),"bytes":\#(best.bytes)"#
  out += #","cpuSeconds":\#(rounded(best.seconds, 1e6)),"medianCpuSeconds":"#
  out += "\(rounded(median.seconds, 1e6))"
  if best.seconds > 0 {
    out += #","mbPerCpuSecond":\#(rounded(Double(best.bytes) / 1e6 / best.seconds, 10))"#
    out += #","medianMbPerCpuSecond":"#
    out += "\(rounded(Double(median.bytes) / 1e6 / median.seconds, 10))"
  }
  for (name, value) in best.counts { out += #","\#(name)":\#(value)"# }
  return out + "}"
}

private func rounded(_ value: Double, _ factor: Double) -> Double {
  (value * factor).rounded() / factor
}
