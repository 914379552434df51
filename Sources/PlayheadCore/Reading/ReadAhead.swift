import Media
import Timekeeping

/// What has been read of a medium ahead of the playhead, and how far that lets the playhead go.
///
/// Positions are counted from zero, the start of what is presented.
struct ReadAhead {
  static let longest: Int64 = 5_000_000_000
  static let heaviest = 16 * 1_048_576
  /// Beyond it, 146 years, nothing is placed: timestamps that say so are broken, and positions up
  /// to it can be reckoned with in nanoseconds without overflow.
  static let greatestPosition = MediaTime.nanoseconds(.max / 2)
  /// How far one track may lie behind another in the file before it no longer holds the playhead
  /// back: it may have ended, or be sparse.
  private static let interleaving: Int64 = 1_000_000_000

  private struct TrackReading {
    let track: Track
    var placement: PacketPlacement
    /// The greatest presentation end read since the last start.
    var end: Int64
    var reordering: ReorderWindow

    /// Forgets the packet before: the next is read from another place.
    mutating func forgetLast() {
      placement.forgetLast()
      reordering.removeAll()
    }
  }

  private var tracks: [TrackReading]
  private var credible: CredibleTimes
  private var queue = ReadAheadQueue()
  /// Of the video track, where there is one.
  private(set) var frames = FrameIndex(origin: .zero)
  /// The greatest presentation end read since the last start, of all tracks.
  private var frontier: Int64 = 0
  /// The container's time of position zero, once it is known.
  private(set) var zero: MediaTime?
  /// The greatest presentation end that was ever read; once the end is known, that of the reading
  /// that came to it last, or more.
  private(set) var greatestEnd = MediaTime.zero
  /// The same since the last start.
  private var latestEnd = MediaTime.zero
  /// The start of the last frame, once the end is known.
  private(set) var lastFrameStart: MediaTime?
  /// Whether reading has come to the end since the last start, or to where it cannot go on.
  private(set) var isAtEnd = false
  /// Whether the source had nothing to give when it was asked last.
  private(set) var isDry = false
  /// Why reading cannot go on, where that is before the end.
  private(set) var error: MediaError?
  /// Whether reading has ever come to the end: then `greatestEnd` is the end of the media.
  private(set) var knowsEnd = false

  init(info: MediaInfo) {
    zero = info.presentationStart
    credible = CredibleTimes(info: info)
    tracks = info.timelineTracks.map {
      TrackReading(
        track: $0, placement: PacketPlacement(track: $0), end: 0,
        reordering: ReorderWindow(track: $0))
    }
  }

  /// How far the playhead may go. Only grows, but for a new start.
  private(set) var limit = MediaTime.zero

  /// The track whose keyframes a seek may land on.
  var leadingTrack: Track? { tracks.first?.track }

  /// The container's time of a position, rounded down where it has to be; the greatest there is
  /// for what lies beyond. Nil while zero is not known.
  func containerTime(of position: MediaTime) -> MediaTime? {
    guard let zero else { return nil }
    if let time = zero.adding(position, rounding: .down) { return time }
    // Nanoseconds cannot count to a zero so far away: its own ticks can.
    let ticks = position.converted(to: zero.timebase, rounding: .down)?.ticks ?? .max
    let (sum, overflow) = zero.ticks.addingReportingOverflow(ticks)
    return MediaTime(ticks: overflow ? .max : sum, timebase: zero.timebase)
  }

  mutating func append(_ packet: PacketTiming) {
    isDry = false
    guard let index = tracks.firstIndex(where: { $0.track.index == packet.track }) else {
      queue.append(end: frontier, byteCount: packet.byteCount)
      return raiseLimit()
    }
    let placed = tracks[index].placement.place(packet)
    let isBelieved = placed.map { take($0, index) } ?? true
    takeOthers(index)
    let track = tracks[index].track
    var timing = packet
    timing.decodeTicks = tracks[index].placement.decodeTicks
    if track.kind == .video, isBelieved, let zero,
      let start = placed?.interval.lowerBound ?? timing.decodeTicks,
      let ticks = tracks[index].reordering.insert(timing, presentedAt: start),
      let position = track.time(ofTicks: ticks).subtracting(zero)
    {
      frames.knowAll(through: position)
    }
    queue.append(end: frontier, byteCount: packet.byteCount)
    raiseLimit()
  }

  /// Records what else of a track was placed.
  private mutating func takeOthers(_ index: Int) {
    while let placed = tracks[index].placement.next() { _ = take(placed, index) }
  }

  /// Records when a packet is presented. Returns whether that is believed.
  private mutating func take(_ placed: PlacedPacket, _ index: Int) -> Bool {
    if placed.packet.isDiscarded { return true }
    let track = tracks[index].track
    let start = track.time(ofTicks: placed.interval.lowerBound)
    let zero = zero ?? start
    self.zero = zero
    guard let end = track.time(ofTicks: placed.interval.upperBound).subtracting(zero),
      end <= ReadAhead.greatestPosition,
      credible.believe(end.nanoseconds(rounding: .down), frontier: frontier)
    else { return false }
    greatestEnd = max(greatestEnd, end)
    latestEnd = max(latestEnd, end)
    tracks[index].end = max(tracks[index].end, end.nanoseconds(rounding: .down))
    frontier = max(frontier, tracks[index].end)
    if track.kind == .video, let start = start.subtracting(zero) {
      frames.insert(.init(start: start, isKeyframe: placed.packet.isKeyframe))
    }
    return true
  }

  /// Places the packets whose times depended on later ones, as none comes.
  private mutating func finishPlacing() {
    for index in tracks.indices {
      tracks[index].placement.finish()
      takeOthers(index)
    }
  }

  private mutating func raiseLimit() {
    let isHeavy = queue.byteCount >= ReadAhead.heaviest
    let least = tracks.lazy.map(\.end).min() ?? 0
    let limit = isHeavy ? frontier : max(least, frontier - ReadAhead.interleaving)
    self.limit = max(self.limit, .nanoseconds(limit))
  }

  mutating func take(_ read: MediaRead) {
    switch read {
    case .packet(let packet): append(packet)
    case .endOfMedia: finish()
    case .nothingYet: isDry = true
    }
  }

  /// Takes in that there is no more.
  mutating func finish() {
    finishPlacing()
    zero = zero ?? .zero
    isAtEnd = true
    knowsEnd = true
    // All that is presented behind the start has been read. What was read before may have been put
    // elsewhere: where clocks jump that is only known on the way.
    if latestEnd > frames.origin { greatestEnd = latestEnd }
    limit = greatestEnd
    frames.complete()
    if frames.count > 0 { lastFrameStart = frames[frames.count - 1].start }
  }

  /// Takes in that reading cannot go on.
  mutating func finish(with error: MediaError) {
    finishPlacing()
    isAtEnd = true
    limit = max(limit, .nanoseconds(frontier))
    self.error = error
    frames.complete()
  }

  /// Begins anew at a position: what was read is forgotten, the end is not.
  mutating func restart(at position: Int64) {
    queue.removeAll()
    frontier = position
    latestEnd = .zero
    limit = .nanoseconds(position)
    (isAtEnd, isDry) = (false, false)
    error = nil
    let origin = MediaTime.nanoseconds(position)
    frames = FrameIndex(origin: origin, countBefore: frames.number(before: origin))
    for index in tracks.indices {
      tracks[index].end = position
      tracks[index].forgetLast()
    }
  }

  /// Goes on at another place, from which what was read already is read once more.
  mutating func readOnElsewhere() {
    for index in tracks.indices { tracks[index].forgetLast() }
  }

  /// Reads once more from a position on; the playhead may go as far as before.
  mutating func readAgain(from position: Int64) {
    readOnElsewhere()
    queue.removeAll()
    frontier = position
    for index in tracks.indices { tracks[index].end = position }
    isAtEnd = false
  }

  /// Whether the playhead may go to `position`, or to an end before it.
  func hasRead(to position: MediaTime) -> Bool {
    limit >= position || (isAtEnd && error == nil)
  }

  /// Lets go of what has been presented at `position`, but of no frame at or after `kept`.
  mutating func consume(until position: Int64, keepingFramesFrom kept: MediaTime? = nil) {
    queue.consume(until: position)
    let passed = MediaTime.nanoseconds(position - min(FrameIndex.behind, max(position, 0)))
    frames.forget(before: kept.map { min($0, passed) } ?? passed)
  }

  /// Whether the timeline has a video track, whose frames are told.
  var hasFrames: Bool { tracks.contains { $0.track.kind == .video } }

  /// Whether as much has been read as may be.
  func isFull(at position: Int64) -> Bool {
    frontier - position >= ReadAhead.longest || queue.byteCount >= ReadAhead.heaviest
  }

  /// The position at which half of what was read is played, and reading should go on.
  func refillPosition(from position: Int64) -> Int64 {
    position + max(frontier - position, 0) / 2
  }
}
