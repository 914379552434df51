extension RandomAccessCollection {
  /// Returns the first index from which on a condition holds for all elements; the end if there is none. O(log *n*).
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
