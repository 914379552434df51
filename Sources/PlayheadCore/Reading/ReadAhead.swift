import Media
import Timekeeping

/// The media read ahead of the playhead, and the position that the playhead may reach with it.
///
/// Positions are counted from the start of the presented media. They are exact, as those of the
/// playhead, so that the two can be compared. Integers are nanoseconds, rounded down: they measure how
/// much has been read ahead.
struct ReadAhead {
  /// The duration of the media read ahead above which reading stops, in nanoseconds.
  static let greatestDuration: Int64 = 5_000_000_000
  /// The number of bytes read ahead above which reading stops.
  static let greatestByteCount = 16 * 1_048_576
  /// The greatest position, 146 years. Greater timestamps are damaged. Smaller ones can be added in
  /// nanoseconds without overflow.
  static let greatestPosition = MediaTime.nanoseconds(.max / 2)
  /// The greatest distance between tracks in the file, in nanoseconds. A track that is further behind
  /// no longer limits the playhead, because it may have ended or be sparse.
  private static let interleaving: Int64 = 1_000_000_000

  private struct TrackReading {
    let track: Track
    var placement: PacketPlacement
    /// The greatest presentation end read since the last start.
    var end = MediaTime.zero
    var reordering: ReorderWindow
    /// The duration of the newest packet in ticks.
    private var newestDuration: Int64 = 0

    init(_ track: Track) {
      self.track = track
      placement = PacketPlacement(track: track)
      reordering = ReorderWindow(track: track)
    }

    /// Returns the time at the end of a packet in which nothing is heard. If the packet is shorter than
    /// the one before, the container has left that time out already.
    mutating func padding(of placed: PlacedPacket) -> MediaTime {
      let (start, end) = (placed.interval.lowerBound, placed.interval.upperBound)
      let (duration, overflow) = end.subtractingReportingOverflow(start)
      guard !overflow else { return .zero }
      // Timestamps may be rounded to a tick.
      let isWhole = duration >= newestDuration - 1
      newestDuration = duration
      guard isWhole, placed.packet.paddingSamples > 0,
        let rate = track.sampleRate.flatMap(Int32.init(exactly:)), rate > 0
      else { return .zero }
      let padding = MediaTime(
        ticks: Int64(placed.packet.paddingSamples), timebase: Timebase(1, rate))
      return min(padding, MediaTime(ticks: duration, timebase: track.timebase))
    }

    /// Forgets the previous packet, because the next one is read elsewhere.
    mutating func forgetLast() {
      placement.forgetLast()
      reordering.removeAll()
    }
  }

  private var tracks: [TrackReading]
  private var credible: CredibleTimes
  private var queue = ReadAheadQueue()
  /// The frames of the video track; none without one.
  private(set) var frames = FrameBoundaryFeed(origin: .zero)
  /// The greatest presentation end read since the last start, of all tracks.
  private var frontier: Int64 = 0
  /// The container's time of position zero, once it is known.
  private(set) var zero: MediaTime?
  /// The greatest presentation end ever read. Once the end of the media is known, it is the end as of
  /// the last time that reading reached it, or later.
  private(set) var greatestEnd = MediaTime.zero
  /// The greatest presentation end read since the last start.
  private var latestEnd = MediaTime.zero
  /// The start of the last frame, once the end is known.
  private(set) var lastFrameStart: MediaTime?
  /// Whether reading has reached the end of the media, or an error, since the last start.
  private(set) var isAtEnd = false
  /// Whether the source had no packet available at the last read.
  private(set) var isDry = false
  /// The error that stopped reading before the end.
  private(set) var error: MediaError?
  /// Whether reading has ever reached the end of the media, which is then `greatestEnd`.
  private(set) var knowsEnd = false

  /// Whether the media ends with the last sound instead of the encoder's padding.
  private let leavesOutPadding: Bool

  init(info: MediaInfo, leavingOutPadding: Bool = false) {
    leavesOutPadding = leavingOutPadding
    zero = info.presentationStart
    credible = CredibleTimes(info: info)
    tracks = info.timelineTracks.map(TrackReading.init)
  }

  /// The position that the playhead may reach. Never decreases, except at a restart.
  private(set) var limit = MediaTime.zero
  /// The limit since packets were last read again.
  private var packetLimit = MediaTime.zero

  /// The track whose keyframes a seek may land on.
  var leadingTrack: Track? { tracks.first?.track }

  /// Returns the container's time of a position, rounded down and limited to the greatest time; nil
  /// while the time of position zero is not known.
  func containerTime(of position: MediaTime) -> MediaTime? {
    guard let zero else { return nil }
    if let time = zero.adding(position, rounding: .down) { return time }
    // Zero cannot be represented in nanoseconds, but in its own ticks.
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
      frames.know(through: position)
    }
    queue.append(end: frontier, byteCount: packet.byteCount)
    raiseLimit()
  }

  private mutating func end(
    of placed: PlacedPacket, _ index: Int, from zero: MediaTime
  ) -> MediaTime? {
    let end = tracks[index].track.time(ofTicks: placed.interval.upperBound).subtracting(zero)
    return leavesOutPadding ? end?.subtracting(tracks[index].padding(of: placed)) : end
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
    guard let end = end(of: placed, index, from: zero), end <= ReadAhead.greatestPosition
    else { return false }
    let nanoseconds = end.nanoseconds(rounding: .down)
    guard credible.believe(nanoseconds, frontier: frontier) else { return false }
    greatestEnd = max(greatestEnd, end)
    latestEnd = max(latestEnd, end)
    tracks[index].end = max(tracks[index].end, end)
    frontier = max(frontier, nanoseconds)
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
    let isFull = queue.byteCount >= ReadAhead.greatestByteCount
    let least = tracks.lazy.map(\.end).min() ?? .zero
    let limit =
      isFull
      ? .nanoseconds(frontier) : max(least, .nanoseconds(frontier - ReadAhead.interleaving))
    self.limit = max(self.limit, limit)
    packetLimit = max(packetLimit, limit)
  }

  mutating func take(_ read: MediaRead) {
    switch read {
    case .packet(let packet): append(packet)
    case .endOfMedia: finish()
    case .nothingYet: isDry = true
    }
  }

  /// Records the end of the media.
  mutating func finish() {
    finishPlacing()
    zero = zero ?? .zero
    isAtEnd = true
    knowsEnd = true
    // All media after the start has been read, so this end is right. Media whose clock jumps may have
    // had other positions when it was read before.
    if latestEnd > frames.origin { greatestEnd = latestEnd }
    (limit, packetLimit) = (greatestEnd, greatestEnd)
    frames.complete()
    if let last = frames.last { lastFrameStart = last.start }
  }

  /// Records an error that stops reading.
  mutating func finish(with error: MediaError) {
    finishPlacing()
    isAtEnd = true
    limit = max(limit, latestEnd)
    self.error = error
    frames.complete()
  }

  /// Restarts at a position and forgets the media read, except its end.
  mutating func restart(at position: MediaTime) {
    queue.removeAll()
    frontier = position.nanoseconds(rounding: .down)
    latestEnd = .zero
    (limit, packetLimit) = (position, position)
    (isAtEnd, isDry) = (false, false)
    error = nil
    frames = FrameBoundaryFeed(origin: position, after: frames)
    for index in tracks.indices {
      tracks[index].end = position
      tracks[index].forgetLast()
    }
  }

  /// Continues reading elsewhere. Media that has been read is kept.
  mutating func readOnElsewhere() {
    for index in tracks.indices { tracks[index].forgetLast() }
  }

  /// Reads again from a position on. The limit of the playhead stays.
  mutating func readAgain(from position: MediaTime) {
    readOnElsewhere()
    queue.removeAll()
    (frontier, packetLimit) = (position.nanoseconds(rounding: .down), position)
    for index in tracks.indices { tracks[index].end = position }
    isAtEnd = false
  }

  /// Whether the media has been read to `position`, or to an end before it.
  func hasRead(to position: MediaTime) -> Bool {
    limit >= position || (isAtEnd && error == nil)
  }

  /// Whether the packets up to `position` have been read since they were last read again.
  func hasReadPackets(to position: MediaTime) -> Bool {
    packetLimit >= position || (isAtEnd && error == nil)
  }

  /// Forgets the media before a position.
  ///
  /// - Parameters:
  ///   - position: The position of the playhead in nanoseconds.
  ///   - kept: The position from which frames are kept even if they are far behind the playhead.
  mutating func consume(until position: Int64, keepingFramesFrom kept: MediaTime? = nil) {
    queue.consume(until: position)
    let passed = MediaTime.nanoseconds(position - min(FrameBoundaryFeed.behind, max(position, 0)))
    frames.forget(before: kept.map { min($0, passed) } ?? passed)
  }

  /// Whether there is a video track.
  var hasFrames: Bool { tracks.contains { $0.track.kind == .video } }

  /// Whether enough media has been read ahead of a position, so that reading stops.
  func isFull(at position: Int64) -> Bool {
    frontier - position >= ReadAhead.greatestDuration
      || queue.byteCount >= ReadAhead.greatestByteCount
  }

  /// Returns the position at which half of the media read ahead is played and reading continues.
  func refillPosition(from position: Int64) -> Int64 {
    position + max(frontier - position, 0) / 2
  }
}
