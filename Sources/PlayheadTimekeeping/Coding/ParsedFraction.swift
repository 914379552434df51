/// Returns the numerator and the denominator of a text such as `30000/1001`; nil if it is no such text.
package func parsedFraction(_ text: String) -> (numerator: Int32, denominator: Int32)? {
  let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int32($0) }
  guard parts.count == 2, let numerator = parts[0], let denominator = parts[1] else { return nil }
  return (numerator, denominator)
}
