extension RandomAccessCollection {
  /// Returns the first index for whose element, and for all later ones, a condition holds; the end if none. O(log *n*).
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
