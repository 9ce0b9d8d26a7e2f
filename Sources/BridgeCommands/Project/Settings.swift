/// What a run uses, and where each of it comes from: options, then project file, then defaults.
struct Settings {
  var projectFile: ProjectFile?
  /// Contract files; empty where none was found.
  var contracts: [String] = []
  var contractsSource = "nothing found"
  var failOn: FailOn
  var failOnSource: String
  var report: OutputPlan
  var reportSource: String
  var maxFindings: Int
  var map: [(name: String, place: String)]
  var channel: String?

  /// How many findings are explained one by one where nobody says.
  static let defaultMaxFindings = 1000

  /// Resolves the settings of a command.
  ///
  /// `named` are contracts that the command takes as operands. Every problem is said on standard
  /// error; nil where there was one.
  static func resolve(
    _ invocation: Invocation, named: [String] = []
  ) throws(UsageError) -> Settings? {
    let console = invocation.console
    var project: ProjectFile?
    switch projectPath(invocation) {
    case .success(let path):
      if let path {
        switch ProjectFile.load(path) {
        case .success(let file): project = file
        case .failure(let list):
          for problem in list.problems {
            console.fail(
              problem.sentence, help: problem.suggestion.map { ["did you mean \($0)?"] } ?? [])
          }
          return nil
        }
      }
    case .failure(let error): throw error
    }

    let source = "from \(project?.path ?? "")"
    let wishes = invocation.value(of: SharedOptions.format)
    let isProjectReport = wishes.isEmpty && project?.formats.isEmpty == false
    let failOn = invocation.value(of: SharedOptions.failOn)
    var settings = Settings(
      projectFile: project,
      failOn: failOn ?? project?.failOn ?? .error,
      failOnSource: failOn != nil ? "--fail-on" : project?.failOn != nil ? source : "default",
      report: try OutputPlan.make(
        wishes.isEmpty ? project?.formats ?? [] : wishes, isTerminal: console.out.isTerminal,
        isGitHub: Host.variable("GITHUB_ACTIONS") == "true"),
      reportSource: !wishes.isEmpty ? "--format" : isProjectReport ? source : "default",
      maxFindings: invocation.value(of: SharedOptions.maxFindings) ?? defaultMaxFindings,
      map: project?.map ?? [], channel: project?.channel)
    do throws(FileError) {
      try settings.findContracts(invocation, named: named)
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return nil
    }
    return settings
  }

  private mutating func findContracts(
    _ invocation: Invocation, named operands: [String]
  ) throws(FileError) {
    let named = operands + invocation.value(of: SharedOptions.contract)
    if !named.isEmpty {
      contracts = try ContractDiscovery.files(named: named)
      contractsSource = operands.isEmpty ? "--contract" : "the command line"
    } else if let project = projectFile, let paths = project.contracts {
      do throws(FileError) {
        contracts = try ContractDiscovery.files(named: paths)
      } catch {
        throw FileError(path: error.path, problem: "\(error.problem), named in \(project.path)")
      }
      contractsSource = "from \(project.path)"
    } else {
      contracts = try ContractDiscovery.nearest(from: Host.workingFolder())
      if !contracts.isEmpty {
        contractsSource = "nearest folder \(ContractDiscovery.folder) upward"
      }
    }
  }

  private static func projectPath(_ invocation: Invocation) -> Result<String?, UsageError> {
    let config = invocation.value(of: SharedOptions.config)
    if invocation.value(of: SharedOptions.isolated) {
      if config == nil { return .success(nil) }
      return .failure(
        UsageError(
          problem: "--config and --isolated contradict each other",
          command: invocation.command.name))
    }
    return .success(config ?? ContractDiscovery.projectFile(from: Host.workingFolder()))
  }

  /// The text of `--show-settings`.
  var text: String {
    var rows: [(String, String, String)] = [
      ("project file", projectFile?.path ?? "none", "")
    ]
    if contracts.isEmpty { rows.append(("contracts", "none", contractsSource)) }
    for (index, path) in contracts.enumerated() {
      rows.append((index == 0 ? "contracts" : "", path, index == 0 ? contractsSource : ""))
    }
    rows.append(("fail-on", failOn.rawValue, failOnSource))
    for (index, target) in report.targets.enumerated() {
      let place: String
      switch target.place {
      case .out: place = target.format.rawValue
      case .error: place = "\(target.format.rawValue) on standard error"
      case .file(let path): place = "\(target.format.rawValue)=\(path)"
      }
      rows.append((index == 0 ? "format" : "", place, index == 0 ? reportSource : ""))
    }
    rows.append(("max-findings", String(maxFindings), ""))
    for (index, entry) in map.enumerated() {
      rows.append((index == 0 ? "log map" : "", "\(entry.name)=\(entry.place)", ""))
    }
    if let channel { rows.append(("log channel", channel, "")) }
    if let released = projectFile?.released { rows.append(("released", released, "")) }
    return rows.map { name, value, source in
      let padded = name + String(repeating: " ", count: max(0, 14 - name.count))
      return padded + value + (source.isEmpty ? "" : "  (\(source))") + "\n"
    }.joined()
  }
}
