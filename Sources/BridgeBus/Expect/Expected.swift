public import BridgeContract
public import BridgeFindings

/// What a test waits for: one thing in one direction.
///
/// ```swift
/// try bus.expect(.webToNative("ready"), within: 5000)
/// try bus.expect(.nativeToWeb("sync"), within: 1000)
/// ```
public struct Expected: Sendable {
  enum Wanted: Sendable {
    case message(Side, String)
    case reply(Target, error: String?)
    case event(Event)
    case failure(Cause)
  }

  /// Whose reply.
  enum Target: Sendable {
    case last(String)
    case line(Int, String)
  }

  let wanted: Wanted

  /// A message of the page that native receives and the contract accepts, by its name there.
  public static func webToNative(_ name: String) -> Expected {
    Expected(wanted: .message(.web, name))
  }

  /// A message of native that the page takes without an error, by its name in the contract.
  public static func nativeToWeb(_ name: String) -> Expected {
    Expected(wanted: .message(.native, name))
  }

  /// The good reply to the last request of this name; either side may have asked.
  public static func reply(to name: String) -> Expected {
    Expected(wanted: .reply(.last(name), error: nil))
  }

  /// The good reply to this very request, by its id: one to an earlier request of the same name does
  /// not count.
  public static func reply(to request: BusMessage) -> Expected {
    Expected(wanted: .reply(.line(request.line, request.name), error: nil))
  }

  /// A reply with a declared error to the last request of this name.
  public static func errorReply(_ error: String, to name: String) -> Expected {
    Expected(wanted: .reply(.last(name), error: error))
  }

  /// A reply with a declared error to this very request.
  public static func errorReply(_ error: String, to request: BusMessage) -> Expected {
    Expected(wanted: .reply(.line(request.line, request.name), error: error))
  }

  /// An event of the view's life, such as the end of the load.
  public static func event(_ event: Event) -> Expected { Expected(wanted: .event(event)) }

  /// That something goes wrong in this way: the refuse path of a bridge.
  public static func failure(_ cause: Cause) -> Expected { Expected(wanted: .failure(cause)) }
}

extension Expected: CustomStringConvertible {
  /// `web → native "ready"`, `reply to "get" (w1)`, `@loadFinished`, `failure version-missing`.
  public var description: String {
    switch wanted {
    case .message(let side, let name): "\(side.arrow) \"\(name)\""
    case .reply(let target, nil): "reply to \"\(target.name)\""
    case .reply(let target, let error?): "error reply \"\(error)\" to \"\(target.name)\""
    case .event(let event): event.rawValue
    case .failure(let cause): "failure \(cause.id)"
    }
  }
}

extension Expected.Target {
  var name: String {
    switch self {
    case .last(let name), .line(_, let name): name
    }
  }
}

extension Side {
  /// `web → native` or `native → web`.
  var arrow: String { self == .web ? "web → native" : "native → web" }
}
