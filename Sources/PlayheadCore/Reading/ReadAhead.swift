import PlayheadMedia
import PlayheadTimekeeping

/// The media read ahead of the playhead, and the position that the playhead may reach with it.
///
/// Positions are counted from the start of the presented media. They are exact, as those of the
/// playhead, so that the two can be compared.
struct ReadAhead {
  /// The progress of reading since the last start.
  private enum Progress {
    case reading
    /// The source had no packet available at the last read.
    case dry
    /// The end of the media has been reached.
    case ended
    /// An error has stopped reading before the end.
    case failed(MediaError)
  }

  /// The greatest position, 146 years: greater timestamps are damaged, smaller ones are added without overflow.
  static let greatestPosition = MediaTime.nanoseconds(.max / 2)
  /// The nanoseconds by which a track may be behind in the file. Beyond, it may have ended, and limits nothing.
  private static let interleaving: Int64 = 1_000_000_000

  private var timeline: PacketTimeline
  private var queue = ReadAheadQueue()
  /// The frames of the video track; none without one.
  private(set) var frames = FrameBoundaryFeed(origin: .zero)
  private var end = ReadEnd()
  private var progress = Progress.reading
  /// The position that the playhead may reach. Never decreases, except at a restart.
  private(set) var limit = MediaTime.zero
  /// The limit since packets were last read again.
  private var packetLimit = MediaTime.zero

  /// Creates an empty buffer. Without `zero`, position zero is the start of the presented media.
  init(info: MediaInfo, zero: MediaTime? = nil) {
    timeline = PacketTimeline(info: info, zero: zero)
  }

  // MARK: Questions

  /// Whether reading has reached the end of the media, or an error, since the last start.
  var isAtEnd: Bool {
    switch progress {
    case .reading, .dry: false
    case .ended, .failed: true
    }
  }

  /// Whether the source had no packet available at the last read.
  var isDry: Bool { if case .dry = progress { true } else { false } }

  /// The error that stopped reading before the end.
  var error: MediaError? { if case .failed(let error) = progress { error } else { nil } }

  /// The greatest presentation end ever read. A known end is that of the last time that reading reached it, or later.
  var greatestEnd: MediaTime { end.greatest }

  /// Whether reading has ever reached the end of the media, which is then `greatestEnd`.
  var knowsEnd: Bool { end.isKnown }

  /// The greatest end of the last packets, if it is refused: too far behind the declared one.
  var refusedEnd: MediaTime? { timeline.refusedEnd }

  /// The start of the last frame, once the end is known.
  var lastFrameStart: MediaTime? { end.lastFrameStart }

  /// The container's time of position zero, once it is known.
  var zero: MediaTime? { timeline.zero }

  /// The track whose keyframes a seek may land on.
  var leadingTrack: MediaTrack? { timeline.tracks.first?.track }

  /// Whether there is a video track.
  var hasFrames: Bool { timeline.tracks.contains { $0.track.kind == .video } }

  /// Returns the container's time of a position, rounded down and clamped; nil while position zero is not known.
  func containerTime(of position: MediaTime) -> MediaTime? { timeline.containerTime(of: position) }

  /// Whether the media has been read to `position`, or to an end before it.
  func hasRead(to position: MediaTime) -> Bool { limit >= position || hasEnded }

  /// Whether the packets up to `position` have been read since they were last read again.
  func hasReadPackets(to position: MediaTime) -> Bool { packetLimit >= position || hasEnded }

  private var hasEnded: Bool { if case .ended = progress { true } else { false } }

  /// Whether enough media has been read ahead of a position, so that reading stops.
  func isFull(at position: MediaTime) -> Bool {
    queue.isFull(at: position.nanoseconds(rounding: .down))
  }

  /// Returns the position at which half of the media read ahead is played and reading continues.
  func refillPosition(from position: MediaTime) -> MediaTime {
    .nanoseconds(queue.refillPosition(from: position.nanoseconds(rounding: .down)))
  }

  // MARK: Reading

  /// Records the result of a read, and the packets that are placed since.
  mutating func record(_ read: MediaRead, _ placed: PlacedPackets) {
    switch read {
    case .packet(let packet): append(packet, placed)
    case .endOfMedia: finish(placed)
    case .nothingYet: progress = .dry
    }
  }

  mutating func append(_ packet: PacketTiming, _ placed: PlacedPackets) {
    progress = .reading
    if let index = timeline.index(ofTrack: packet.track) {
      let isAccepted = placed.first.map { record($0, index) } ?? true
      for other in placed.others { _ = record(other, index) }
      if isAccepted, let position = timeline.completeness(after: packet, placed, index) {
        frames.know(through: position)
      }
    }
    queue.append(byteCount: packet.byteCount)
    let apart = MediaTime.nanoseconds(queue.frontier - ReadAhead.interleaving)
    raiseLimit(
      to: queue.isFull ? .nanoseconds(queue.frontier) : max(timeline.commonEnd, apart))
  }

  /// Records when a packet is presented. Returns whether that is credible.
  private mutating func record(_ placed: PlacedPacket, _ index: Int) -> Bool {
    if placed.packet.isDiscarded { return true }
    guard let presented = timeline.present(placed, index, frontier: queue.frontier) else {
      return false
    }
    end.extend(to: presented.end)
    queue.extend(to: presented.end.nanoseconds(rounding: .down))
    if presented.isVideo {
      frames.insert(.init(start: presented.start, isKeyframe: presented.isKeyframe))
    }
    return true
  }

  private mutating func raiseLimit(to limit: MediaTime) {
    self.limit = max(self.limit, limit)
    packetLimit = max(packetLimit, limit)
  }

  /// Records the packets whose times depended on later ones, as none comes.
  private mutating func recordLast(_ placed: PlacedPackets) {
    for packet in [placed.first].compactMap(\.self) + placed.others {
      if let index = timeline.index(ofTrack: packet.packet.track) { _ = record(packet, index) }
    }
  }

  /// Records the end of the media.
  mutating func finish(_ placed: PlacedPackets) {
    recordLast(placed)
    for last in timeline.removeLast() { _ = record(last.packet, last.index) }
    timeline.settleZero()
    progress = .ended
    frames.complete()
    end.finish(from: frames.origin, lastFrame: frames.last)
    (limit, packetLimit) = (end.greatest, end.greatest)
  }

  /// Records an error that stops reading.
  mutating func finish(with error: MediaError, _ placed: PlacedPackets) {
    recordLast(placed)
    progress = .failed(error)
    limit = max(limit, end.latest)
    frames.complete()
  }

  // MARK: Reading elsewhere

  /// Restarts at a position and forgets the media read, except its end.
  mutating func restart(at position: MediaTime) {
    readPackets(from: position)
    end.restart()
    limit = position
    frames = FrameBoundaryFeed(origin: position, after: frames)
  }

  /// Continues reading elsewhere. Media that has been read is kept.
  mutating func readOnElsewhere() { timeline.forgetLast() }

  /// Reads again from a position on. The limit of the playhead stays.
  mutating func readAgain(from position: MediaTime) { readPackets(from: position) }

  private mutating func readPackets(from position: MediaTime) {
    timeline.restart(at: position)
    queue.restart(at: position.nanoseconds(rounding: .down))
    packetLimit = position
    progress = .reading
  }

  /// Forgets the media before a position, but keeps frames for a while, and those from `kept` on.
  mutating func consume(until position: MediaTime, keepingFramesFrom kept: MediaTime? = nil) {
    let nanoseconds = position.nanoseconds(rounding: .down)
    queue.consume(until: nanoseconds)
    let passed = MediaTime.nanoseconds(
      nanoseconds - min(FrameBoundaryFeed.behind, max(nanoseconds, 0)))
    frames.forget(before: kept.map { min($0, passed) } ?? passed)
  }
}

/// The end of the media that has been read.
struct ReadEnd {
  /// The greatest presentation end ever read. A known end is that of the last time that reading reached it, or later.
  private(set) var greatest = MediaTime.zero
  /// The greatest presentation end read since the last start.
  private(set) var latest = MediaTime.zero
  /// Whether reading has ever reached the end.
  private(set) var isKnown = false
  /// The start of the last frame, once the end is known.
  private(set) var lastFrameStart: MediaTime?

  mutating func extend(to end: MediaTime) {
    (greatest, latest) = (max(greatest, end), max(latest, end))
  }

  mutating func restart() { latest = .zero }

  /// Records that reading, which began at `origin`, has reached the end.
  mutating func finish(from origin: MediaTime, lastFrame: FrameBoundary?) {
    isKnown = true
    // All media after the origin has been read, so this end is right. Media whose clock jumps may have
    // had other positions when it was read before.
    if latest > origin { greatest = latest }
    if let lastFrame { lastFrameStart = lastFrame.start }
  }
}
