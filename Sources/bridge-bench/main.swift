// Measures the package on this machine: `bridge-bench WORKLOAD ARGUMENTS [RUNS]`, one JSON line out.
// A workload stands in a file of its own and in this table.

let workloads: [Workload] = [
  .json,
  .jsonWalk,
  .encode,
  .schema,
  .subset,
  .diff,
  .log,
  .logMix,
  .bus,
  .orders,
  .faults,
]

runBenchmarks(CommandLine.arguments, workloads)
