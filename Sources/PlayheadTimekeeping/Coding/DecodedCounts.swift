extension KeyedDecodingContainer {
  /// Decodes a number of things: not negative, and small enough to add others or multiply it by 100.
  package func count(forKey key: Key) throws -> Int {
    let count = try decode(Int.self, forKey: key)
    guard (0...1 << 53).contains(count) else { throw damaged(key, "\(count) is no count") }
    return count
  }

  /// Returns the error of a value that cannot be used.
  package func damaged(_ key: Key, _ reason: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
  }
}
