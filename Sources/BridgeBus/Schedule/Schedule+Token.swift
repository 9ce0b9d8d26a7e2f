// Tokens: `-` or choices (`place-number`, joined by `.`), then `~f` and the letters of faults that
// may happen, then `~x` and the numbers of actions that are left out: `3-1.7-2~fr~x0.4`.

extension Schedule {
  /// The order that a token names; nil if it is none. `-` is the standard order.
  public init?(token: String, slack: Double = 5) {
    var sections = token.split(separator: "~", omittingEmptySubsequences: false)[...]
    guard let first = sections.popFirst(), let choices = Self.choices(first) else { return nil }
    self.init(.replay(choices), slack: slack)
    if let letters = sections.first, letters.first == "f" {
      sections.removeFirst()
      guard let faults = Self.faults(letters.dropFirst()) else { return nil }
      self.faults = faults
    }
    if let list = sections.first, list.first == "x" {
      sections.removeFirst()
      var last = -1
      for part in list.dropFirst().split(separator: ".", omittingEmptySubsequences: false) {
        guard let number = Int(part), number > last, number < 1_000_000 else { return nil }
        last = number
        omitted.insert(number)
      }
    }
    if !sections.isEmpty { return nil }
  }

  private static func choices(_ text: Substring) -> [Int]? {
    if text == "-" { return [] }
    var choices: [Int] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: "-", omittingEmptySubsequences: false)
      guard numbers.count == 2, let place = Int(numbers[0]), let chosen = Int(numbers[1]),
        place >= choices.count, place < 1_000_000, chosen > 0, chosen < 1000
      else { return nil }
      choices += Array(repeating: 0, count: place - choices.count) + [chosen]
    }
    return choices
  }

  private static func faults(_ letters: Substring) -> Set<Fault>? {
    var out: Set<Fault> = []
    for letter in letters {
      guard let fault = Fault.allCases.first(where: { $0.letter == letter }) else { return nil }
      out.insert(fault)
    }
    return out.isEmpty ? nil : out
  }

  /// The token of these choices under this schedule's faults and omissions.
  package func token(of choices: [Int]) -> String {
    let parts = choices.enumerated().filter { $0.element != 0 }
      .map { "\($0.offset)-\($0.element)" }
    var token = parts.isEmpty ? "-" : parts.joined(separator: ".")
    if !faults.isEmpty {
      token += "~f" + String(Fault.allCases.filter(faults.contains).map(\.letter))
    }
    if !omitted.isEmpty {
      token += "~x" + omitted.sorted().map(String.init).joined(separator: ".")
    }
    return token
  }
}
