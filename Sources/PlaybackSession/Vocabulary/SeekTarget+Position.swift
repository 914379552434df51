import PlayheadTimekeeping

extension SeekTarget {
  /// Returns the position of the target: zero or later, and not beyond a known end unless requested as a position.
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
