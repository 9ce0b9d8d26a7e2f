package import BridgeBus
internal import Testing
internal import XCTest

/// Hands what failed to the framework in which the test runs, at the caller's line.
package enum TestReport {
  /// Records an error: a failure of the bridge with its diagram, or a misuse.
  package static func record(
    _ error: any Error, at site: TestSite, attaching bus: Bus?, bodies: Bool
  ) {
    var text = "\(error)"
    var place = site
    var known: CallSite?
    if let failure = error as? BridgeFailure {
      text = failure.description
      known = failure.site
    } else if let misuse = error as? BridgeMisuse {
      text = misuse.message
      known = misuse.site
    }
    // The bus may name another line: that of an answer within native's code.
    if let known {
      if known.filePath == "\(site.filePath)" {
        place = TestSite(known.fileID, site.filePath, known.line, known.column)
      } else {
        text += "\n(\(known))"
      }
    }
    if Test.current != nil, let bus { attach(bus, bodies: bodies) }
    record(text, at: place)
  }

  /// Records a text as a failure.
  package static func record(_ text: String, at site: TestSite) {
    if Test.current != nil {
      Issue.record(
        Comment(rawValue: text),
        sourceLocation: SourceLocation(
          fileID: site.fileID, filePath: "\(site.filePath)", line: site.line,
          column: max(1, site.column)))
    } else {
      XCTFail(text, file: site.filePath, line: UInt(site.line))
    }
  }

  /// Says something without failing.
  package static func note(_ text: String) {
    // Both frameworks pass on what a test prints.
    print(text)
  }

  /// The diagram as an attachment, and the trace where its bodies may be kept.
  private static func attach(_ bus: Bus, bodies: Bool) {
    Attachment.record(bus.diagram, named: "bridge-diagram.txt")
    if bodies {
      Attachment.record(
        bus.trace.joined(separator: "\n") + "\n", named: "bridge-trace.jsonl")
    }
  }
}
