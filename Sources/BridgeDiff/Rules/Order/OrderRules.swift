internal import BridgeFindings

extension ChangeRule {
  static let order = ChangeRule(
    [
      ChangeKind(
        "order-tightened", "a rule of order that allows less",
        help: "let senders keep the new order first",
        meaning: """
          A rule of order is new or allows fewer runs of messages. A sender of before may say things \
          in an order that is refused now. The verdicts are those of the message at which the \
          printed run breaks.
          """,
        cells: Change.Cells(.narrowed), mirror: .kind("order-loosened")),
      ChangeKind(
        "order-loosened", "a rule of order that allows more",
        help: "keep to the old order until no old receiver is left",
        meaning: """
          A rule of order is gone or allows more runs of messages. A receiver of before refuses the \
          orders that are new.
          """,
        cells: Change.Cells(.widened), mirror: .kind("order-tightened")),
      ChangeKind(
        "order-replaced", "a rule of order that allows other runs",
        help: "keep to what both rules allow until no old side is left",
        meaning: "Each side may say things in an order that the other refuses.",
        cells: Change.Cells(.breaking), mirror: .itself),
    ], .elsewhere("OrderComparison, on all rules of both contracts"))
}
