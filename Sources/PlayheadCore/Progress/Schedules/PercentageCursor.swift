import PlayheadTimekeeping

/// The percentages of the duration that the playhead has not crossed yet.
///
/// Their positions change with the estimate of the duration. 100 % has no position until the exact duration is known.
struct PercentageCursor {
  /// In millionths of a percent, in ascending order.
  private let percentages: [Int64]
  /// The index of the next percentage; nil if no duration has been known since the last move.
  private var next: Int?
  private var passStart: MediaTime

  /// Creates a cursor over ascending millionths of a percent. Those at earlier positions count as crossed.
  init(_ percentages: [Int64], from position: MediaTime) {
    self.percentages = percentages
    passStart = position
  }

  /// Moves to the first percentage at or after a position.
  mutating func move(to position: MediaTime) {
    next = nil
    passStart = position
  }

  /// The position of the next percentage; nil if there is none, or none is known.
  mutating func nextDue(_ duration: MediaDuration?) -> MediaTime? {
    guard let duration, !percentages.isEmpty else { return nil }
    var place =
      next ?? percentages.firstIndex { due($0, duration).map { $0 >= passStart } ?? true }
      ?? percentages.count
    // If the exact duration moves a percentage to before the pass, the pass has not crossed it.
    while duration.isExact, place < percentages.count,
      let due = due(percentages[place], duration), due < passStart
    {
      place += 1
    }
    next = place
    return place < percentages.count ? due(percentages[place], duration) : nil
  }

  /// Passes the percentages at `due` if they are next, and adds the first one to the boundary.
  mutating func pass(_ due: MediaTime, _ duration: MediaDuration?, into boundary: inout Boundary) {
    guard let duration, var place = next else { return }
    while place < percentages.count, self.due(percentages[place], duration) == due {
      boundary.percentage = boundary.percentage ?? Double(percentages[place]) / 1_000_000
      place += 1
    }
    next = place
  }

  private func due(_ percentage: Int64, _ duration: MediaDuration) -> MediaTime? {
    if percentage == Schedule.wholePercentage { return duration.isExact ? duration.time : nil }
    let whole = Int128(Schedule.wholePercentage)
    let part = Int128(duration.time.nanoseconds(rounding: .down)) * Int128(percentage)
    return Int64(exactly: (part + whole - 1) / whole).map(MediaTime.nanoseconds)
  }
}
