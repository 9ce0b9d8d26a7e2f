/// What the audit can find wrong with an element or a page. The words are stable.
enum AuditKind: String, CaseIterable, Sendable {
  case scriptError = "script-error"
  case frameWithoutScript = "frame-without-script"
  case contested
  case noTestID = "no-test-id"
  case blankTestID = "blank-test-id"
  case duplicateTestID = "duplicate-test-id"
  case textOnly = "text-only"
  case idNotInName = "id-not-in-name"
  case notInTree = "not-in-tree"
  case swallowedByParent = "swallowed-by-parent"
  case closedShadowRoot = "closed-shadow-root"
  case staticTestID = "static-test-id"
  case clickableWithoutRole = "clickable-without-role"
  case focusableWithoutRole = "focusable-without-role"
  case emptyName = "empty-name"
  case placeholderOnlyName = "placeholder-only-name"
  case uiStringName = "ui-string-name"
  case nameTooLong = "name-too-long"
  case textTruncated = "text-truncated"
  case ambiguousSuffix = "ambiguous-suffix"
  case sameText = "same-text"
  case leakedName = "leaked-name"
  case linkWithMixedContent = "link-with-mixed-content"
  case deepTree = "deep-tree"

  /// What it means, in one line.
  var title: String {
    switch self {
    case .scriptError: "the locator script failed"
    case .frameWithoutScript: "a frame in which the script does not run"
    case .contested: "the page and the script fight over a label"
    case .noTestID: "a control without a test id"
    case .blankTestID: "a test id without a character"
    case .duplicateTestID: "a test id that several elements have"
    case .textOnly: "reachable by its text only"
    case .idNotInName: "labelled, but the id is not in its name"
    case .notInTree: "not in the accessibility tree"
    case .swallowedByParent: "inside a control that hides what is in it"
    case .closedShadowRoot: "a control in a closed shadow tree"
    case .staticTestID: "a test id on what is no control"
    case .clickableWithoutRole: "reacts to clicks and has no role"
    case .focusableWithoutRole: "takes the focus and has no role"
    case .emptyName: "has no name of its own"
    case .placeholderOnlyName: "its only name is its placeholder"
    case .uiStringName: "its name comes from the engine"
    case .nameTooLong: "longer than XCTest looks for"
    case .textTruncated: "its text was cut"
    case .ambiguousSuffix: "its id is the end of another label"
    case .sameText: "the same role and text as another"
    case .leakedName: "another's name contains an injected label"
    case .linkWithMixedContent: "a link that is more than text"
    case .deepTree: "deeper than XCTest can read"
    }
  }

  /// What to do.
  var advice: String {
    switch self {
    case .scriptError: "report the page and the error; elements may be left without labels"
    case .frameWithoutScript:
      "give the frame a document of its own (src or srcdoc); an empty one gets no user scripts"
    case .contested:
      "the page puts its own aria-label back: let it write the test id into the label itself"
    case .noTestID: "give it a data-testid, once for all platforms"
    case .blankTestID: "give the attribute a value, or remove it"
    case .duplicateTestID:
      "make test ids unique; a number in the identity changes with the order of elements"
    case .textOnly: "audit and install with the policy every, or name it by aria-label"
    case .idNotInName: "something outranks aria-label, most often aria-labelledby: remove it"
    case .notInTree: "show it before the test looks for it"
    case .swallowedByParent: "do not put controls into controls; make them siblings"
    case .closedShadowRoot:
      "open the shadow root in test builds; no script reaches into a closed one"
    case .staticTestID: "look for its text, or give it a role if it is a control"
    case .clickableWithoutRole, .focusableWithoutRole:
      "use a button or a link, or give it a role and a name"
    case .emptyName: "give it a text or an aria-label; users of VoiceOver hear nothing either"
    case .placeholderOnlyName:
      "give it a label: iOS does not take a placeholder for a name, so there it has none"
    case .uiStringName:
      "give it a value or an aria-label; the engine's word changes with its language"
    case .nameTooLong: "shorten the test id: XCTest refuses to look for more than 128 characters"
    case .textTruncated: "look for it by its id; the text in the label ends with an ellipsis"
    case .ambiguousSuffix: "rename one of the two, and compare the end with the separator before it"
    case .sameText: "look for it by its id, not by its text"
    case .leakedName:
      "look for the other by its own id; in a label, put the control beside the text"
    case .linkWithMixedContent:
      "on iOS its texts are elements and it may be none: put an aria-label on it or simplify it"
    case .deepTree: "flatten the page; XCTest gives up at about 60 levels"
    }
  }
}
