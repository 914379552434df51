import PlayheadTimekeeping

/// Places the decoded frames of one track on its timeline.
///
/// Not a `PacketPlacement`: frames have their own times, as decoders split, join and trim packets. They come in the
/// order of presentation, so that none waits for a later one: a frame without a time follows the one before.
package struct FramePlacement: Sendable {
  private let startTicks: Int64
  /// The end of the track that the container declares.
  private let declaredEnd: Int64?
  private var steady: SteadyTicks
  private var intervals = RecentIntervals()

  /// Creates the placement of a track's frames, with the track's declarations.
  package init(track: MediaTrack) {
    startTicks = track.startTicks ?? 0
    declaredEnd = track.declaredEndTicks
    steady = SteadyTicks(track: track)
    steady.begin(at: startTicks)
  }

  /// Discards the state of earlier frames, because the next one is not contiguous with them.
  package mutating func forgetLast() {
    steady.begin(at: startTicks)
    intervals.forgetLast()
  }

  /// Returns the interval in ticks of the next frame, whose start and duration may be unknown; nil if it overflows.
  package mutating func place(at start: Int64?, lasting duration: Int64?) -> Range<Int64>? {
    if let start, duration == nil, steady.frameTicks == nil { intervals.add(start) }
    let length = duration ?? steady.frameTicks ?? intervals.usual
    let own = start ?? steady.next
    var (end, overflow) = own.addingReportingOverflow(max(length ?? 0, 0))
    if overflow { return nil }
    if duration == nil, let declaredEnd, declaredEnd > own { end = min(end, declaredEnd) }
    if start == nil {
      // They are counted, so that rounding errors do not accumulate.
      steady.advance(by: duration ?? intervals.usual)
    } else {
      steady.begin(at: end)
    }
    return own..<end
  }
}
