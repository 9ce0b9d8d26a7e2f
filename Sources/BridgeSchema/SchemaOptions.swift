/// How a schema document is read.
public struct SchemaOptions: Sendable {
  /// The drafts that are known.
  public enum Draft: String, Sendable, CaseIterable {
    case draft2020 = "2020-12"
    case draft2019 = "2019-09"
    case draft7 = "7"
  }

  /// The draft of documents that do not say theirs by `$schema`.
  public var draft = Draft.draft2020
  /// Whether `format` can fail also where the dialect takes it as an annotation.
  public var assertsFormat = false
  /// The URI the document was found under, for relative references where it has no `$id`.
  public var uri = ""
  /// The bytes of other documents by absolute URI without fragment. Nothing is ever fetched
  /// otherwise.
  public var resolver: (@Sendable (_ uri: String) -> [UInt8]?)?
  /// Whether the document is held against its meta-schema.
  public var checksMetaSchema = true

  /// 2020-12, format as annotation, no other documents.
  public init() {}

  /// The same with a draft.
  public init(draft: Draft) { self.draft = draft }
}
