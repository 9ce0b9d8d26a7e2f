#if os(Linux)
  extension WebKitHostEngine {
    /// Whether the host has said all that it knows: one that is busy with a large value says nothing
    /// for long, and one that was stopped for ever.
    struct Silence {
      private(set) var isAsked = false
      private var since = 0.0
      private var isBroken = false
      /// It answered, and said nothing since it was asked.
      private(set) var isWhole = false

      mutating func ask(_ host: HostProcess) {
        isWhole = false
        isBroken = false
        since = HostProcess.now()
        if !isAsked { host.say("{\"do\":\"ping\"}") }
        isAsked = true
      }

      /// Something was said that is no answer.
      mutating func end() {
        isWhole = false
        isBroken = true
        since = HostProcess.now()
      }

      mutating func answered() {
        isWhole = isAsked && !isBroken
        isAsked = false
      }

      /// Whether it was asked, and nothing at all was heard for so long.
      func isLonger(than patience: Double) -> Bool {
        isAsked && HostProcess.now() - since >= patience
      }
    }
  }
#endif
