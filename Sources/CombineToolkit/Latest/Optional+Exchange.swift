extension Optional {
  /// Stores a value, and returns the value that it replaces.
  @inlinable
  mutating func exchange(_ new: Wrapped) -> Wrapped? {
    var replaced: Wrapped? = new
    swap(&replaced, &self)
    return replaced
  }
}
