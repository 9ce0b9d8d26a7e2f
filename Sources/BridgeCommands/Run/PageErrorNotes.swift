/// Errors that a page did not catch, each told once with how often it came.
struct PageErrorNotes {
  private var counts: [(text: String, count: Int)] = []
  private var places: [String: Int] = [:]

  mutating func add(_ text: String) {
    if let place = places[text] {
      counts[place].count += 1
    } else {
      places[text] = counts.count
      counts.append((text, 1))
    }
  }

  var notes: [String] {
    counts.map {
      "warning: the page threw: \($0.text)" + ($0.count > 1 ? " (\($0.count) times)" : "")
    }
  }
}
