#if RealEngine
  import CWebKitGTK
  import Glibc

  /// Asks the page now and then whether it still answers: a script that never ends stops everything
  /// behind it, and nothing else tells.
  final class Watch {
    private weak var session: Session?
    private let interval: Int
    private var isAsked = false
    private var isSilent = false
    /// What the page had said when it was looked at last.
    private var messages = 0
    private var source: guint = 0

    init(_ session: Session, every interval: Int) {
      self.session = session
      self.interval = interval
      source = g_timeout_add(
        UInt32(interval),
        { context in
          context.map { Unmanaged<Watch>.fromOpaque($0).takeUnretainedValue() }?.ask() ?? 0
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { if source != 0 { g_source_remove(source) } }

    private func ask() -> gboolean {
      guard let session, !session.isEnded else {
        source = 0
        return 0
      }
      guard let view = session.view else { return 1 }
      // One that speaks does not hang: its answer waits behind what it says.
      let speaks = session.messageCount != messages
      messages = session.messageCount
      if isAsked {
        if !isSilent, !speaks {
          isSilent = true
          session.emit(Session.event("unresponsive").set("ms", Node(interval)))
        }
        return 1
      }
      isAsked = true
      // In a world of its own: the page's globals are not touched.
      webkit_web_view_evaluate_javascript(
        view, "0", 1, "bridge-engine-host", nil, nil,
        { source, result, context in
          guard let context else { return }
          let watch = Unmanaged<Watch>.fromOpaque(context).takeRetainedValue()
          if let source, let result {
            let view = UnsafeMutableRawPointer(source).assumingMemoryBound(to: WebKitWebView.self)
            let value = webkit_web_view_evaluate_javascript_finish(view, result, nil)
            if let value { g_object_unref(value) }
          }
          watch.answered()
        }, Unmanaged.passRetained(self).toOpaque())
      return 1
    }

    private func answered() {
      isAsked = false
      guard isSilent, let session, !session.isEnded else { return }
      isSilent = false
      session.emit(Session.event("responsive"))
    }
  }

  /// What this process can lose: its display, which ends it, and its bus, without which it goes on.
  enum Losses {
    nonisolated(unsafe) static var output: Int32 = 2

    static func watch() {
      _ = bridge_watch_bus { Losses.tell("bus") }
      // GDK's own handler would leave without a word.
      XSetIOErrorHandler { _ in
        Losses.tell("display")
        Output.finish(4)
      }
    }

    private static func tell(_ what: String) {
      Session.event("lost").set("what", what).withLine { Output.write($0, to: output) }
      Output.write("\n", to: output)
    }
  }
#endif
