/// Hands a text's UTF-8 to a sink.
func write(_ text: String, to sink: (UnsafeRawBufferPointer) -> Void) {
  var text = text
  text.withUTF8 { sink(UnsafeRawBufferPointer($0)) }
}
