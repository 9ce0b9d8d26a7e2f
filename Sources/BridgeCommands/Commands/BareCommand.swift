extension Command {
  static let bare = Command(
    name: "", group: .start,
    summary: "find contracts, check them and their examples, say what to do next",
    options: [SharedOptions.contracts, SharedOptions.report, SharedOptions.settings]
  ) { (invocation) throws(UsageError) in
    .success
  }
}
