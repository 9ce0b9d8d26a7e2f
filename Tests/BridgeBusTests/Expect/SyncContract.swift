import BridgeBus
import BridgeContract
import BridgeFindings
import Foundation
import TestSupport

extension Contract {
  /// The shipped contract of ready and sync.
  static func sync() throws -> Contract {
    try load(String(contentsOf: Project.url("Contracts/sync.bridge.json"), encoding: .utf8))
  }

  static func load(_ text: String) throws -> Contract {
    switch Contract.load(Array(text.utf8), file: "test.bridge.json") {
    case .loaded(let contract): return contract
    case .broken(let findings): throw SupportError("\(findings.map(\.message))")
    }
  }
}

extension Page {
  /// The mirror of `Fixtures/BridgeFixture.html`, line by line; `body` is what it says first.
  static func fixture(
    saying body: BridgeValue? = ["kind": "ready", "version": 1],
    then more: @escaping (PageWindow) throws -> Void = { _ in }
  ) -> Page {
    Page { window in
      window.receive("bridgeReceive") { message in
        guard message["kind"]?.string == "sync", let value = message["value"]?.string else {
          throw PageError("Invalid native message")
        }
        window.dataset["received"] = value
      }
      if let body { try window.post("bridge", body) }
      try more(window)
    }
  }
}

extension Bus {
  /// What the fixture keeps for tests.
  func received() throws -> String? {
    try observe("document.body.dataset.received") {
      $0.dataset["received"].map { .string(JSText($0)) } ?? .undefined
    }.string
  }
}

/// The failure that `body` throws.
func failure(_ body: () throws -> Void) throws -> BridgeFailure {
  do {
    try body()
  } catch let failure as BridgeFailure {
    return failure
  }
  throw SupportError("nothing failed")
}

/// The misuse that `body` throws.
func misuse(_ body: () throws -> Void) throws -> String {
  do {
    try body()
  } catch let misuse as BridgeMisuse {
    return misuse.message
  }
  throw SupportError("nothing was misused")
}
