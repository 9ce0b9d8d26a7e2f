package import BridgeBus

/// A place in a test. XCTest wants the path as a literal, Swift Testing as text.
package struct TestSite: Sendable {
  package let fileID: String
  package let filePath: StaticString
  package let line: Int
  package let column: Int

  package init(_ fileID: String, _ filePath: StaticString, _ line: Int, _ column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The same for the bus.
  package var call: CallSite {
    CallSite(fileID: fileID, filePath: "\(filePath)", line: line, column: column)
  }
}
