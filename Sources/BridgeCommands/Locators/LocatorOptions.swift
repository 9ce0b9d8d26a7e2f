import BridgeLocators

/// The options of the `locators` commands.
enum LocatorOptions {
  static let policy = Option.choice(
    "policy", LocatorConfiguration.Policy.self,
    "which elements get a label; default: not those that have a name by other means")
  static let attribute = Option.text(
    "attribute", "NAME", "the attribute that holds test ids (default: data-testid)")
  static let separator = Option.text(
    "separator", "TEXT", "what stands between text and id (default: \" | \")")
  static let maxLength = Option.number(
    "max-length", "N", "the longest label in UTF-16 units (default: 128)", minimum: 1)
  static let quiet = Option.number(
    "start-after-quiet", "MS", "begin once nothing has changed for so long (default: at once)",
    minimum: 0)
  static let file = Option.text(
    "script", "FILE", "this script instead of the tool's own", completion: .files)

  static let labels = OptionGroup(
    title: "Labels",
    options: [
      policy.declaration, attribute.declaration, separator.declaration, maxLength.declaration,
      file.declaration,
    ])
  static let printed = OptionGroup(
    title: "Labels",
    options: [
      policy.declaration, attribute.declaration, separator.declaration, maxLength.declaration,
      quiet.declaration,
    ])

  static let wait = Option.text(
    "wait", "JS", "an expression of the page's that is true when the page is ready")
  static let timeout = Option.number(
    "timeout", "SECONDS", "how long a page may take (default: 20)", minimum: 1)
  static let loading = OptionGroup(
    title: "Loading", options: [wait.declaration, timeout.declaration])

  static let baseline = Option.text(
    "baseline", "FILE", "an earlier JSON report: only what is new counts", completion: .files)
  static let report = OptionGroup(
    title: "Report",
    options: [
      SharedOptions.format.declaration, SharedOptions.failOn.declaration, baseline.declaration,
    ])

  static func configuration(of invocation: Invocation) -> LocatorConfiguration {
    var configuration = LocatorConfiguration()
    if let policy = invocation.value(of: policy) { configuration.policy = policy }
    if let attribute = invocation.value(of: attribute) { configuration.attribute = attribute }
    if let separator = invocation.value(of: separator) { configuration.separator = separator }
    if let maxLength = invocation.value(of: maxLength) { configuration.maxLength = maxLength }
    if let quiet = invocation.value(of: quiet) { configuration.startAfterQuiet = quiet }
    return configuration
  }

  /// The script that is injected: the tool's own, or a file that may have marks for its settings too.
  static func script(
    of invocation: Invocation, _ configuration: LocatorConfiguration
  ) throws(FileError) -> String {
    let text: String
    if let path = invocation.value(of: file) {
      text = String(decoding: try Files.read(path, limit: 1 << 24), as: UTF8.self)
    } else {
      text = LocatorScriptText.text.description
    }
    return LocatorScript(configuration: configuration).source(of: text)
  }

  static func isURL(_ name: String) -> Bool {
    name.contains("://") || name.utf8.starts(with: "data:".utf8)
  }
}
