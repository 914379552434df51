extension RandomAccessCollection {
  /// Returns the index of the first element for which a condition holds; the end if there is none.
  ///
  /// - Parameter belongs: The condition. It holds for all elements after the first one for which it
  ///   does.
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if belongs(self[middle]) {
        count /= 2
      } else {
        low = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return low
  }
}
