/// Something that is asked of a value besides a schema: what stands at a place in it.
package indirect enum ValueShape {
  /// Anything.
  case any
  /// All of these.
  case all([ValueShape])
  /// This value, as JSON text.
  case value([UInt8])
  /// An object with a member of this name.
  case member([UInt8], ValueShape)
  /// An object with a member of another name than these.
  case otherMember([[UInt8]], ValueShape)
  /// An array with an item at this place.
  case item(Int, ValueShape)
  /// An array with an item at this place or behind it.
  case someItem(from: Int, ValueShape)
}
