/// What the parser, the help and the completions need to know of an option.
struct OptionDeclaration: Sendable {
  /// How an argument of an option, or an operand, is completed by a shell.
  enum Completion: Equatable, Sendable {
    case nothing
    case files
    case folders
    /// One of these words; help lists them.
    case words([String])
    /// These words are offered, others are possible.
    case choices([String])
  }

  /// Without dashes.
  var name: String
  /// One character, without its dash.
  var short: Character?
  /// What stands for the value in help; nil for a flag.
  var placeholder: String?
  var summary: String
  var isRepeatable = false
  var completion = Completion.nothing
  /// A variable of the environment that has a say too.
  var environment: String?
  /// Why a value is refused; nil for a good one.
  var check: @Sendable (String) -> ValueProblem? = { _ in nil }

  /// `--name`.
  var long: String { "--" + name }
}

/// Why a value of an option is refused.
struct ValueProblem: Error, Equatable {
  /// What was wanted, such as `a number from 1`.
  var expected: String
  /// The nearest value that would do.
  var suggestion: String?
}

/// A typed option: a declaration, and how its values are read once the declaration's check has
/// passed.
struct Option<Value: Sendable>: Sendable {
  var declaration: OptionDeclaration
  /// The values in the order of the command line; none where the option was not given.
  var read: @Sendable ([String]) -> Value
}

/// Options that stand together in help and are shared by commands.
struct OptionGroup: Sendable {
  var title: String
  var options: [OptionDeclaration]
}

extension Option where Value == Bool {
  static func flag(
    _ name: String, short: Character? = nil, _ summary: String
  ) -> Option {
    Option(declaration: .init(name: name, short: short, summary: summary)) { !$0.isEmpty }
  }
}

extension Option where Value == String? {
  static func text(
    _ name: String, _ placeholder: String, _ summary: String,
    completion: OptionDeclaration.Completion = .nothing
  ) -> Option {
    Option(
      declaration: .init(
        name: name, placeholder: placeholder, summary: summary, completion: completion)
    ) { $0.last }
  }
}

extension Option where Value == [String] {
  static func texts(
    _ name: String, _ placeholder: String, _ summary: String,
    completion: OptionDeclaration.Completion = .nothing
  ) -> Option {
    Option(
      declaration: .init(
        name: name, placeholder: placeholder, summary: summary, isRepeatable: true,
        completion: completion)
    ) { $0 }
  }
}

extension Option where Value == Int? {
  /// A whole number from `minimum`, and up to `maximum` where that is given: then help names both.
  static func number(
    _ name: String, _ placeholder: String, _ summary: String, minimum: Int, maximum: Int? = nil
  ) -> Option {
    let range = maximum.map { "\(minimum) to \($0)" }
    return Option(
      declaration: .init(
        name: name, placeholder: placeholder,
        summary: summary + (range.map { "; from \($0)" } ?? ""),
        check: { text in
          guard let number = Int(text), number >= minimum, number <= maximum ?? .max else {
            return ValueProblem(expected: "a whole number from \(range ?? "\(minimum)")")
          }
          return nil
        })
    ) { $0.last.flatMap { Int($0) } }
  }
}

extension Option {
  /// One of a closed set of words.
  static func choice<Word>(
    _ name: String, _ words: Word.Type, _ summary: String, environment: String? = nil
  ) -> Option where Value == Word?, Word: RawRepresentable<String> & CaseIterable & Sendable {
    let names = Word.allCases.map(\.rawValue)
    return Option(
      declaration: .init(
        name: name, placeholder: "WORD", summary: summary, completion: .words(names),
        environment: environment,
        check: { text in
          Word(rawValue: text) == nil
            ? ValueProblem(expected: list(names), suggestion: nearest(text, names)) : nil
        })
    ) { $0.last.flatMap { Word(rawValue: $0) } }
  }
}

/// `a, b or c`.
func list(_ words: [String], _ last: String = "or") -> String {
  guard let final = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(last) " + final
}
