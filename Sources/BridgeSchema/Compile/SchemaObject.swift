internal import BridgeJSON

/// A schema object under compilation: its members sorted out by keyword.
struct SchemaObject {
  /// One member: its keyword (`unknown` for what the dialect does not know) and where its key is.
  struct Member {
    let keyword: SchemaKeyword
    let key: JSONCursor
    let value: JSONCursor
  }

  let block: UInt32
  let document: UInt32
  let cursor: JSONCursor
  let scope: SchemaScope
  let dialect: SchemaDialect
  /// In document order. With a `$ref` of draft-07 only that.
  private(set) var members: [Member] = []

  init(
    block: UInt32, document: UInt32, cursor: JSONCursor, scope: SchemaScope,
    dialect: SchemaDialect, compilation: Compilation
  ) {
    self.block = block
    self.document = document
    self.cursor = cursor
    self.scope = scope
    self.dialect = dialect
    var members: [Member] = []
    cursor.forEachMember { key, value in
      members.append(Member(keyword: Self.keyword(of: key, in: dialect), key: key, value: value))
    }
    if dialect.refHidesSiblings, let ref = members.first(where: { $0.keyword == .ref }) {
      members = [ref]
    }
    self.members = members
  }

  /// The keyword of a key, `unknown` if it is none of the dialect's.
  static func keyword(of key: JSONCursor, in dialect: SchemaDialect) -> SchemaKeyword {
    guard let keyword = SchemaKeyword.byName[key.stringBytes] else { return .unknown }
    if dialect.keywords.contains(keyword) { return keyword }
    return dialect.isContract && SchemaDialect.refusedInContract.contains(keyword)
      ? keyword : .unknown
  }

  /// The value of a keyword, if the object has it.
  subscript(_ keyword: SchemaKeyword) -> JSONCursor? {
    members.first { $0.keyword == keyword }?.value
  }
}
