/// Text with positions typed into it: `{"a": «value»1}` gives the text without the marks and the
/// place of `value`.
///
/// A mark is a name between `«` and `»` (U+00AB, U+00BB), which therefore cannot stand in the text.
public struct MarkedText: Sendable {
  /// Where a mark stood: in the text without marks.
  public struct Place: Sendable, Hashable {
    /// Bytes from the beginning.
    public var offset: Int
    /// The line, from 1, where lines end with LF.
    public var line: Int
    /// The column in code points, from 1.
    public var column: Int

    /// Makes a place to compare with.
    public init(offset: Int, line: Int, column: Int) {
      self.offset = offset
      self.line = line
      self.column = column
    }
  }

  /// The text without marks.
  public let text: String
  /// The marks by name.
  public let places: [String: Place]

  /// Takes the marks out. A name that stands twice, or a mark that is not closed, is a fault of the
  /// test and stops it.
  public init(_ marked: String) {
    var out = String.UnicodeScalarView()
    var places: [String: Place] = [:]
    var at = Place(offset: 0, line: 1, column: 1)
    var name: String.UnicodeScalarView?
    for scalar in marked.unicodeScalars {
      if scalar == "«" {
        precondition(name == nil, "a mark inside a mark")
        name = String.UnicodeScalarView()
      } else if scalar == "»", let word = name {
        precondition(places[String(word)] == nil, "mark \(String(word)) stands twice")
        places[String(word)] = at
        name = nil
      } else if name != nil {
        name?.append(scalar)
      } else {
        out.append(scalar)
        at.offset += String(scalar).utf8.count
        if scalar == "\n" {
          at.line += 1
          at.column = 1
        } else {
          at.column += 1
        }
      }
    }
    precondition(name == nil, "a mark is not closed")
    text = String(out)
    self.places = places
  }

  /// The place of a mark; a missing one stops the test.
  public subscript(name: String) -> Place {
    guard let place = places[name] else { fatalError("no mark \(name)") }
    return place
  }
}
