import PlayheadTimekeeping

extension SeekTarget {
  /// Returns the position of the target. It is not before zero, and not beyond the end unless that is
  /// requested as a position.
  ///
  /// - Parameters:
  ///   - duration: The known duration.
  ///   - locate: Returns the position of a point or of a chapter, or throws an error if there is none.
  /// - Throws: `invalidValue` or `unknownDuration`, or an error of `locate`.
  package func position(
    from current: () -> MediaTime, duration: MediaTime?,
    _ locate: (SeekTarget) throws(SessionRefusal) -> MediaTime
  ) throws(SessionRefusal) -> MediaTime {
    switch self {
    case .position(let position): return max(position, .zero)
    case .offset(let offset):
      let from = current()
      guard let target = from.adding(offset) else { throw .invalidValue }
      // The end is the limit, although the duration may be an estimate.
      let last = duration.map { max($0, from) } ?? target
      return max(min(target, last), .zero)
    case .fraction(let share):
      guard (0...1).contains(share) else { throw .invalidValue }
      guard let duration else { throw .unknownDuration }
      if share == 1 { return duration }
      guard let target = MediaTime(seconds: duration.seconds * share) else { throw .invalidValue }
      return target
    case .point, .chapters: return try locate(self)
    }
  }
}
