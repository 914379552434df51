import PlayheadTimekeeping

/// Decides when the playhead goes back over a loop, and where it is then.
///
/// It has the range, counts the passes, and derives each wrap from one origin, so that no rounding
/// adds up over many passes.
struct LoopMachine {
  /// The course of the playhead from which wraps are counted.
  struct Origin {
    var timeline: Timeline
    var range: Range<MediaTime>
    /// How often the playhead has gone back since.
    var wraps: Int64 = 0
  }

  /// One return to the start of the range, or several that are reported as one.
  struct Wrap {
    /// How many passes are over with it.
    var count: Int64
    /// The instant when the playhead reached the end of the last pass.
    var instant: HostInstant
    /// Where the playhead is at that instant: the start of the range, or the rounding beyond it.
    var position: MediaTime
    fileprivate var origin: Origin
  }

  /// How many of the passes that have ended at once are reported one by one; those before them are reported as one.
  private static let greatestReportCount: Int64 = 32

  private(set) var loop: PlaybackLoop?
  /// How many passes are over.
  private(set) var passes = 0
  private var origin: Origin?

  /// Whether the playhead has gone back, and kept its course since.
  var isCounting: Bool { origin != nil }

  /// Whether the playhead returns once more after the passes that are over.
  var goesBack: Bool { loop?.goesBack(after: passes) ?? false }

  /// Whether the pass after the current one is the last one.
  var endsWithNextPass: Bool { goesBack && loop?.goesBack(after: passes + 1) == false }

  mutating func set(_ loop: PlaybackLoop?) {
    self = LoopMachine()
    self.loop = loop
  }

  /// Returns the range whose end sends the playhead back; nil if playback continues beyond it, or the end is not known.
  func range(
    from position: MediaTime, mediaEnd: MediaTime?, forwardEnd: MediaTime?
  ) -> Range<MediaTime>? {
    // The position is that of the playhead's last anchor. Inside the range, the place where playback stops has
    // precedence.
    guard let loop, loop.goesBack(after: passes) else { return nil }
    guard let end = loop.end.map({ min($0, mediaEnd ?? $0) }) ?? mediaEnd, loop.start < end
    else { return nil }
    if position >= end, end != mediaEnd { return nil }
    if let forwardEnd, position < forwardEnd, forwardEnd < end { return nil }
    return loop.start..<end
  }

  /// Returns the wrap that is due at the end of the range that the playhead has met, along its course to that end.
  func nextWrap(
    over range: Range<MediaTime>, along timeline: Timeline, isMoving: Bool, isWhole: Bool,
    at now: HostInstant
  ) -> Wrap {
    // If it does not move, the wrap is at `now`. Several passes can be over if the media of all further ones was read.
    var origin = Origin(timeline: timeline, range: range)
    if let known = self.origin, known.range == range { origin = known }
    let due = isWhole ? wrapCount(from: origin, at: now) : 1
    let count = max(due - Self.greatestReportCount + 1, 1)
    if let end = origin.end(ofWrap: count), let instant = origin.timeline.instant(of: end),
      let beyond = origin.timeline.position(at: instant).subtracting(end),
      let position = range.lowerBound.adding(max(beyond, .zero))
    {
      origin.wraps += count
      return Wrap(
        count: count, instant: isMoving ? min(instant, now) : now, position: position,
        origin: origin)
    }
    // The numbers have become too great: counting starts again.
    origin = Origin(timeline: timeline, range: range, wraps: count)
    return Wrap(count: count, instant: now, position: range.lowerBound, origin: origin)
  }

  /// Counts the passes that are over with `wrap`.
  mutating func count(_ wrap: Wrap) {
    passes += Int(wrap.count)
  }

  /// Counts the pass in which playback would have started, if it had not been late.
  mutating func countLatePass() { passes += 1 }

  /// Counts further wraps from the origin of `wrap`, because the playhead continues without a pause.
  mutating func keepCounting(from wrap: Wrap) {
    origin = wrap.origin
  }

  /// Forgets the origin, as the playhead takes another course.
  mutating func stopCounting() {
    origin = nil
  }

  /// How often the playhead has reached the end until now.
  private func wrapCount(from origin: Origin, at now: HostInstant) -> Int64 {
    guard let due = origin.end(ofWrap: 1),
      let beyond = origin.timeline.position(at: now).subtracting(due), beyond >= .zero,
      let loop
    else { return 1 }
    let count = max(beyond.wholeMultiples(of: origin.length), 0)
    let left = loop.count.map { Int64($0 - 1 - passes) } ?? .max
    return min(count, .max - 1, left - 1) + 1
  }
}

extension LoopMachine.Origin {
  fileprivate var length: MediaTime {
    range.upperBound.subtracting(range.lowerBound) ?? range.upperBound
  }

  /// The position on the origin's timeline at which the pass so many wraps from now ends.
  fileprivate func end(ofWrap number: Int64) -> MediaTime? {
    let (count, overflow) = wraps.addingReportingOverflow(number - 1)
    return overflow ? nil : length.multiplied(by: count).flatMap { range.upperBound.adding($0) }
  }
}
