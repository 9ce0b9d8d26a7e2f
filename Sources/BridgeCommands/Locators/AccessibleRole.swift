/// The roles of the accessibility tree in words.
///
/// The engine is not asked for them: it answers in its own language, and its process ends when it is
/// asked for the word of a column header (WebKitGTK 2.50).
enum AccessibleRole {
  /// The names of AT-SPI 2.46 by their numbers (`AtspiRole`), with a hyphen for a space.
  private static let names: StaticString = """
    invalid accelerator-label alert animation arrow calendar canvas check-box check-menu-item \
    color-chooser column-header combo-box date-editor desktop-icon desktop-frame dial dialog \
    directory-pane drawing-area file-chooser filler focus-traversable font-chooser frame \
    glass-pane html-container icon image internal-frame label layered-pane list list-item menu \
    menu-bar menu-item option-pane page-tab page-tab-list panel password-text popup-menu \
    progress-bar push-button radio-button radio-menu-item root-pane row-header scroll-bar \
    scroll-pane separator slider spin-button split-pane status-bar table table-cell \
    table-column-header table-row-header tearoff-menu-item terminal text toggle-button \
    tool-bar tool-tip tree tree-table unknown viewport window extended header footer paragraph \
    ruler application autocomplete editbar embedded entry chart caption document-frame heading \
    page section redundant-object form link input-method-window table-row tree-item \
    document-spreadsheet document-presentation document-text document-web document-email \
    comment list-box grouping image-map notification info-bar level-bar title-bar block-quote \
    audio video definition article landmark log marquee math rating timer static math-fraction \
    math-root subscript superscript description-list description-term description-value \
    footnote content-deletion content-insertion mark suggestion push-button-menu
    """

  private static let words: [String] = names.description.split(separator: " ").map {
    $0.split(separator: "-").joined(separator: " ")
  }

  /// What an object with this number is called, `role 200` where it has no name.
  static func name(of number: Int) -> String {
    words.indices.contains(number) ? words[number] : "role \(number)"
  }
}
