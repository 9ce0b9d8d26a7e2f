package import BridgeFindings
package import BridgeJSON

/// Types and sizes of values: all that a report shows of traffic unless the contract allows more.
package enum Shapes {
  /// Type and size.
  package static func got(_ value: JSONCursor) -> Finding.Got {
    switch value.kind {
    case .string: .init(type: "string", size: value.codePointCount)
    case .array, .object: .init(type: value.kind.typeName, size: value.count)
    case .null, .bool, .number: .init(type: value.kind.typeName)
    }
  }

  /// The type with its article: `a string`, `an object`, `null`.
  package static func article(_ kind: JSONKind) -> String {
    switch kind {
    case .null: "null"
    case .array, .object: "an " + kind.typeName
    default: "a " + kind.typeName
    }
  }
}

/// Values that stand in for what is not there.
package enum JSONConstants {
  private static let document: JSONDocument? = {
    do throws(JSONError) {
      return try JSONDocument(Array("null".utf8), limits: .contract)
    } catch {
      return nil
    }
  }()

  /// `null`; alive as long as the process.
  package static var null: JSONCursor {
    guard let document else { preconditionFailure("the text null is JSON") }
    return document.tape.root
  }
}

extension JSONConstants {
  /// A document that is one string.
  package static func string(_ decoded: [UInt8]) -> JSONDocument? {
    var text: [UInt8] = []
    JSONString.appendQuoted(decoded, to: &text)
    do throws(JSONError) {
      return try JSONDocument(text, limits: .traffic)
    } catch {
      return nil
    }
  }
}
