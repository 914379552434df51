extension FixedWidthInteger {
  /// Parses a whole number as command lines have it: decimal digits, without a sign. Returns nil for any other text.
  package init?(digits text: some StringProtocol) {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    self.init(text)
  }
}

/// Returns the numerator and the denominator of a text such as `30000/1001`; nil if it is no such text.
package func parsedFraction(_ text: String) -> (numerator: Int32, denominator: Int32)? {
  let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int32($0) }
  guard parts.count == 2, let numerator = parts[0], let denominator = parts[1] else { return nil }
  return (numerator, denominator)
}
