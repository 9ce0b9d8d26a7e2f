package import BridgeBus

extension Script {
  /// The script's text, for an engine that runs scripts; nil of Swift code.
  package func source(isBody: Bool = false) -> String? {
    switch self {
    case .text(let text): return text
    case .call(let path, let arguments):
      let call = "\(path)(\(arguments.map(\.javaScript).joined(separator: ",")))"
      return isBody ? "return \(call)" : call
    case .swift: return nil
    }
  }
}
