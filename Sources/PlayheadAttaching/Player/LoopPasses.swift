import PlayheadTimekeeping

/// How the passes of a part that a player repeats follow each other.
///
/// While the sound of one pass is still heard, a player may report positions of the next one, before the start of the
/// part. They are made positions of the pass that is heard, so that the position is continuous up to the end of the
/// pass.
struct LoopPasses {
  /// How many seconds beyond the uncertainty a value may differ from the position, at the player's rate.
  private static let nearness = 0.1
  private static let reach = 1.0
  /// How far before the start of the part a position is that shows another pass, in nanoseconds.
  private static let leastLead: Int128 = 50_000_000
  private static let mostPasses: Int128 = 1_000

  private var part: PlayerFacts.Loop?
  /// The length of a pass that the values have shown, if it is not the stated one, in nanoseconds.
  private var shownLength: Int128?
  /// The number of passes that have begun and are not heard yet.
  private(set) var ahead: Int128 = 0
  /// The seeks that were requested here and not reported yet.
  private var requestedSeeks: [(target: MediaTime, instant: HostInstant)] = []
  /// When the last pass was over.
  private var lastSeam: HostInstant?
  /// Whether the player has played beyond the end of the part.
  private var isBeyondEnd = false
  /// Whether nothing is repeated after the pass that is heard.
  private var isLast = false
  /// Whether the player may have played the item before it was read.
  private var isFirstItem = false

  /// Another item is played, which may be one that began before the player was read.
  mutating func beginItem(isFirst: Bool) {
    self = LoopPasses()
    isFirstItem = isFirst
  }

  /// The player repeats another part, or none.
  mutating func follow(_ new: PlayerFacts.Loop?) {
    // The last pass may not be heard yet.
    isLast = new == nil && ahead > 0
    if new == part || isLast { return }
    (part, shownLength, isBeyondEnd, ahead) = (new, nil, false, 0)
  }

  /// The playhead was moved: nothing is heard of the pass before.
  mutating func restart() {
    (ahead, isBeyondEnd) = (0, false)
    endLast()
  }

  private mutating func endLast() {
    if isLast, ahead == 0 { (part, shownLength, isLast) = (nil, nil, false) }
  }

  private var start: Int128 { part?.start.wholeNanoseconds ?? 0 }

  /// The length of a pass in nanoseconds; nil if it is not known, or nothing is repeated.
  var length: Int64? {
    guard let part else { return nil }
    let length = shownLength ?? part.end.map { $0.wholeNanoseconds - start } ?? 0
    return length > 0 ? Int64(clamping: length) : nil
  }

  /// The position at which a pass ends, which is not passed; nil if none is known.
  var end: MediaTime? {
    guard !isBeyondEnd, let length else { return nil }
    return .nanoseconds(Int64(clamping: start + Int128(length)))
  }

  /// Returns the position that is heard of a value in the pass that the player has begun.
  mutating func heard(
    _ value: MediaTime, near position: MediaTime?, uncertainty: Duration, rate: Rate
  ) -> MediaTime {
    guard part != nil else { return value }
    let shown = value.wholeNanoseconds
    let second = rate.doubleValue * 1e9
    let near = Int128(second * Self.nearness) + uncertainty.wholeNanoseconds
    let position = (end.map { end in position.map { min($0, end) } } ?? position)?.wholeNanoseconds
    ahead = min(
      passes(from: shown, to: position, near: near, reach: Int128(second * Self.reach)),
      Self.mostPasses)
    isBeyondEnd = ahead == 0 && (length.map { shown > start + Int128($0) + near } ?? false)
    guard let length else { return value }
    return .nanoseconds(Int64(clamping: shown + ahead * Int128(length)))
  }

  /// Returns how many passes a value is ahead of a position.
  private mutating func passes(
    from value: Int128, to position: Int128?, near: Int128, reach: Int128
  ) -> Int128 {
    let isBefore = value < start - Self.leastLead
    guard let position else {
      guard isFirstItem, isBefore, let length else { return 0 }
      return (start - value).divided(by: Int128(length), rounding: .up)
    }
    isFirstItem = false
    // Beyond the end the stated length is wrong.
    if let length, !isBeyondEnd {
      let count = max((position - value).divided(by: Int128(length), rounding: .toNearestOrEven), 0)
      let distance = (value + count * Int128(length) - position).magnitude
      let limit = value < start ? near : position >= start + Int128(length) - reach ? reach : 0
      if distance <= limit { return count }
    }
    // A pass is not as long as stated.
    guard isBefore, position > start else { return 0 }
    shownLength = position - value
    return 1
  }

  /// Whether the next pass has begun, and its sound is heard, if the player states a position.
  func hasBegun(at value: MediaTime) -> Bool { ahead > 0 && value.wholeNanoseconds >= start }

  /// A pass is over.
  mutating func finishPass(at now: HostInstant) {
    ahead = max(ahead - 1, 0)
    lastSeam = now
    endLast()
  }

  // MARK: Seams that a player reports

  /// How long after a seam a player may report it, in nanoseconds.
  private static let reportTime: Int64 = 500_000_000

  /// For how long a seek that was requested is expected, in nanoseconds.
  private static let seekTime: Int64 = 2_000_000_000
  private static let mostSeeks = 100

  /// A seek was requested here: the next move is no seam.
  mutating func expectSeek(to target: MediaTime, at now: HostInstant) {
    requestedSeeks.removeAll { now.nanoseconds(since: $0.instant) > Self.seekTime }
    if requestedSeeks.count == Self.mostSeeks { requestedSeeks.removeFirst() }
    requestedSeeks.append((target, now))
  }

  /// A seek that was requested here is refused. Others are still expected.
  mutating func forgetSeek(to target: MediaTime) {
    let index = requestedSeeks.firstIndex { $0.target == target }
    if let index { requestedSeeks.remove(at: index) }
  }

  /// Returns whether a move may be a seek that was requested here.
  mutating func matchRequestedSeek(at now: HostInstant) -> Bool {
    defer { requestedSeeks = [] }
    return isSeekExpected(at: now)
  }

  /// Whether a seek was requested here, and has not been reported.
  func isSeekExpected(at now: HostInstant) -> Bool {
    requestedSeeks.contains { now.nanoseconds(since: $0.instant) <= Self.seekTime }
  }

  /// A seam between two passes that a player reports.
  enum Seam {
    case due
    /// The position has shown it already.
    case over
    /// A pass ends where that was not known.
    case unexpected
  }

  /// Whether an item begins again at its start: a pass may end anywhere if its length is not known, or was exceeded.
  private var mayEndAnywhere: Bool { part?.start == .zero && end == nil }

  /// Whether a value is of a pass that began since the previous value, and not of a seek that was requested here.
  func hasRestarted(
    at value: MediaTime, since earlier: HostInstant, rate: Rate, at now: HostInstant
  ) -> Bool {
    guard part != nil, !isSeekExpected(at: now) else { return false }
    let near = Int128(rate.doubleValue * 1e9 * Self.nearness)
    let played = Int128(rate.doubleValue * Double(max(now.nanoseconds(since: earlier), 0)))
    return (start - near...start + near + played).contains(value.wholeNanoseconds)
  }

  /// Returns the seam if a reported move from a heard position, with its uncertainty, is one.
  func seam(
    _ target: MediaTime, from position: MediaTime, uncertainty: Duration, rate: Rate,
    at now: HostInstant
  ) -> Seam? {
    guard part != nil else { return nil }
    let near = Int128(rate.doubleValue * 1e9 * Self.nearness) + uncertainty.wholeNanoseconds
    let position = position.wholeNanoseconds
    guard (target.wholeNanoseconds - start).magnitude <= near.magnitude else { return nil }
    if let end, position >= end.wholeNanoseconds - near { return .due }
    let isAfterSeam = lastSeam.map { now.nanoseconds(since: $0) <= Self.reportTime } ?? false
    if isAfterSeam, (position - start).magnitude <= near.magnitude { return .over }
    return mayEndAnywhere ? .unexpected : nil
  }
}
