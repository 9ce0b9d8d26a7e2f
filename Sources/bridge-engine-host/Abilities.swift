#if RealEngine
  import CWebKitGTK

  /// What the engine on this machine is and can do.
  enum Abilities {
    static var node: Node {
      let version =
        "\(webkit_get_major_version()).\(webkit_get_minor_version()).\(webkit_get_micro_version())"
      return Session.event("engine").set("engine", "WebKitGTK").set("version", version)
        .set("api", "4.1").set("protocol", Node(1))
        .set("display", getenv("DISPLAY").map { String(cString: $0) } ?? "")
        .set(
          "observes",
          .array(
            ["messages", "replies", "worlds", "navigation", "completions", "dialogs", "policy"]
              .map { Node($0) })
        )
        .set("cannotObserve", .array(["frame", "origin", "world of a message"].map { Node($0) }))
    }
  }
#endif
