import BridgeContract
import BridgeDiff

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Options that `diff`, `can-ship` and `changelog` share.
enum DiffSettings {
  static let policy = Option.choice(
    "policy", DiffOptions.Policy.self,
    "what is an error: web-first (default): a break of a new page in an old app; full: any break; "
      + "strict: anything dangerous too")
  static let contentModel = Option.choice(
    "content-model", DiffOptions.ContentModel.self,
    "declared (default): who sends, sends declared fields only; strict: as written")
  static let released = Option.text(
    "released", "DIR", "contracts that are in the field", completion: .folders)
  static let today = Option(
    declaration: .init(
      name: "today", placeholder: "DAY", summary: "the day for \"until\", such as 2026-11-30",
      check: { text in
        CalendarDay.isDay(text) ? nil : ValueProblem(expected: "a day such as 2026-11-30")
      })
  ) { $0.last }

  static let group = OptionGroup(
    title: "Comparison",
    options: [policy.declaration, contentModel.declaration, today.declaration])

  static func options(_ invocation: Invocation) -> DiffOptions {
    var options = DiffOptions()
    options.policy = invocation.value(of: policy) ?? .webFirst
    options.contentModel = invocation.value(of: contentModel) ?? .declared
    options.today = invocation.value(of: today) ?? day()
    return options
  }

  /// Today, in UTC.
  private static func day() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func padded(_ number: Int32, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    return padded(parts.tm_year + 1900, 4) + "-" + padded(parts.tm_mon + 1, 2) + "-"
      + padded(parts.tm_mday, 2)
  }
}
