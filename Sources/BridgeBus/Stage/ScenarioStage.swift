/// An engine that plays the page of a live scenario in its own JavaScript.
///
/// The page is compiled to a program of data, which a script of the stage plays. What a page cannot
/// know by itself, such as whether the contract accepts what it heard, it asks with a synchronous
/// question; questions keep their place in the order of all that the page says.
package protocol ScenarioStage: Engine {
  /// The document that plays a program, which is JSON text.
  func document(playing program: String) -> String
  /// Serves a document under a URL, now and later.
  func serve(_ url: String, html: String)
  /// Runs a script for native; where `path` is no function, that is the cause of its failure.
  func run(_ call: String, _ script: String, calling path: String?, isAsync: Bool)
  /// Answers the page's questions, JSON for JSON.
  var onQuestion: ((String) -> String)? { get set }
  /// Until when the page has something to do, by the engine's clock.
  var busyUntil: Double { get set }
  /// How many milliseconds of the scenario pass in one of the engine.
  var speed: Double { get set }
  /// Why the engine is gone, if it is, in words.
  var loss: String? { get }
}
