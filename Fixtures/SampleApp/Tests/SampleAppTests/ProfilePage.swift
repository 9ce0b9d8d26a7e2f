import BridgeTesting

extension Page {
  /// The mirror of `ProfilePage.html`, for the headless engine.
  static var profile: Page {
    Page { window in
      window.receive("App.receive") { message in
        if message["kind"]?.string == "theme" {
          window.dataset["theme"] = message["data"]?.string
        } else if message["id"]?.number == 1 {
          let name = message["data"]?["name"]?.string
          window.dataset["greeting"] = name.map { "Hello, \($0)" } ?? "Please sign in"
        } else {
          throw PageError("Invalid native message")
        }
      }
      try window.post("app", ["kind": "profile.get", "id": 1, "data": .null])
    }
  }
}
