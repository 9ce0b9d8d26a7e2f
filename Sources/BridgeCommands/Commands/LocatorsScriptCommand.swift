import BridgeLocators

extension Command {
  static let locatorsScript = Command(
    name: "locators script", group: .lookUp,
    summary: "the script that makes test ids visible to UI tests",
    discussion: [
      "Writes the locator script with its settings, for those who inject it by other means than the "
        + "package: at document end, in all frames, best in a world of its own. For test builds only."
    ],
    options: [LocatorOptions.printed],
    examples: [
      .init(line: "bridge-contract locators script > locators.js", what: "with the usual settings"),
      .init(
        line: "bridge-contract locators script --policy every --attribute data-test",
        what: "every element, by another attribute"),
    ]
  ) { (invocation) throws(UsageError) in
    let configuration = LocatorOptions.configuration(of: invocation)
    invocation.console.out.write(
      LocatorScript(configuration: configuration).source(of: LocatorScriptText.text.description))
    return .success
  }
}
