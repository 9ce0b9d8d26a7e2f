import BridgeFindings
import BridgeReports
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a document with their attributes, in order.
private final class Elements: NSObject, XMLParserDelegate {
  var found: [(name: String, attributes: [String: String])] = []
  var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    found.append((name, attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  static func of(_ xml: String) throws -> Elements {
    let elements = Elements()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = elements
    try #require(parser.parse(), "not well-formed: \(String(describing: parser.parserError))")
    return elements
  }

  func named(_ name: String) -> [[String: String]] {
    found.filter { $0.name == name }.map(\.attributes)
  }
}

@Suite("junit") struct JUnitReportTests {
  @Test func aFileIsASuiteAndAGroupIsACase() throws {
    let elements = try Elements.of(Samples.text(.junit))
    #expect(
      elements.named("testsuite").map { $0["name"] } == [
        "logs/run.jsonl", "logs/a b,c:%.jsonl", "logs/clean.jsonl", "Contracts/sync.bridge.json",
      ])
    #expect(elements.named("testsuite").map { $0["tests"] } == ["4", "1", "1", "1"])
    #expect(elements.named("testsuite").map { $0["failures"] } == ["2", "1", "0", "1"])
    #expect(elements.named("testsuites").map { $0["tests"] } == ["7"])
    #expect(elements.named("testsuites").map { $0["failures"] } == ["4"])
    #expect(elements.named("testcase").count == 7)
    #expect(
      elements.named("testcase").first == [
        "classname": "bridge.ready", "name": "version-type at /version [0123456789ab]",
        "file": "logs/run.jsonl", "line": "7",
      ])
    #expect(
      elements.named("failure").map { $0["type"] } == [
        "version-type", "stale-id", "unknown-field", "contract-file",
      ])
    #expect(elements.named("failure")[1]["message"]?.hasSuffix("(2 times)") == true)
    #expect(elements.text.contains("and 1 more like it: line 30"))
  }

  @Test func whatFailsIsDecidedByFailOn() throws {
    for (failOn, count) in [(Severity.error, 4), (.warning, 5), (.info, 6)] {
      var context = Samples.context
      context.failOn = failOn
      let bytes = ReportFormat.junit.bytes(Samples.findings, Samples.summary, context)
      let elements = try Elements.of(String(decoding: bytes, as: UTF8.self))
      #expect(elements.named("failure").count == count)
    }
    var context = Samples.context
    context.failOn = nil
    let bytes = ReportFormat.junit.bytes(Samples.findings, Samples.summary, context)
    #expect(try Elements.of(String(decoding: bytes, as: UTF8.self)).named("failure").isEmpty)
  }

  @Test func hostileNamesStayText() throws {
    let elements = try Elements.of(Samples.text(.junit, [Samples.evil], Samples.evilSummary))
    #expect(elements.named("testcase").count == 4)
    let hostile = try Elements.of(Samples.text(.junit, [Samples.hostile]))
    #expect(hostile.found.map(\.name).contains("b") == false)
    #expect(hostile.named("failure")[0]["message"]?.contains("]]>&<b>\"it's\"</b>") == true)
  }

  @Test func aRunWithoutFilesHasACaseToo() throws {
    let bytes = ReportFormat.junit.bytes([], Summary(), ReportContext(toolVersion: "1.0.0"))
    #expect(try Elements.of(String(decoding: bytes, as: UTF8.self)).named("testcase").count == 1)
  }
}
