package import BridgeJSON

/// Where the roles sit in a body.
package struct Framing: Sendable {
  package var decode: [Decoding] = []
  package var batch = false
  package var kind: Place?
  package var version: Place?
  package var id: Place?
  package var errorID: Place?
  package var payload: Place?
  package var envelope: SchemaHandle?
  package var ids = IDRules()
  package var reply = ReplyFraming()
}

/// Text at a pointer is replaced by what it decodes to.
package struct Decoding: Sendable {
  package enum Step: String, Sendable, CaseIterable {
    /// Only at the beginning: a value that is no text is an error.
    case text
    case json, percent, base64
  }

  package var at: JSONPointer
  package var steps: [Step]
}

/// A place in a decoded body.
package struct Place: Sendable {
  /// One pointer, or several whose values are joined by `.`.
  package var pointers: [JSONPointer]
  /// Of text there, what capture group 1 takes; no match is absence.
  package var match: Pattern?

  /// The pointer that findings about the place show.
  package var first: JSONPointer { pointers[0] }
}

/// A condition on a decoded body. Absent is false.
package struct Test: Sendable {
  package enum Condition: Sendable {
    /// Something is there.
    case present
    /// One of these values is there.
    case oneOf([JSONValue])
    /// Text that matches is there.
    case match(Pattern)
  }

  package var at: JSONPointer
  package var condition: Condition
}

/// What ids of a channel's requests look like and how long they are taken.
package struct IDRules: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case integer, string, any
  }
  package enum Scope: String, Sendable, CaseIterable {
    case page, frame, session
  }

  package var type = Kind.any
  package var pattern: Pattern?
  package var scope = Scope.page
  package var reuse = true
  package var noReply: [JSONValue] = []
}

/// How a body that is a reply is read.
package struct ReplyFraming: Sendable {
  package enum When: Sendable {
    case always
    case test(Test)
  }

  package var when: When?
  package var id: Place?
  package var payload: Place?
  package var error: Place?
  package var code: Place?
  package var ok: Test?
}
