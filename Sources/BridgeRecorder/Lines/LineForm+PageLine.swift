extension LineForm {
  /// Appends what a page's own recorder wrote, under this session and page.
  func appendPageLine(_ text: [UInt8], _ line: PendingLine, to out: inout [UInt8]) {}
}
