/// A place in somebody's source: where a failure is shown.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
  /// `Module/File.swift`.
  public var fileID: String
  /// The file's path.
  public var filePath: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int

  /// A place.
  public init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// `Module/File.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}
