import PlayheadMedia
import PlayheadTimekeeping

/// The places of the packets read: their presentation, counted from the start of the presented media.
struct PacketTimeline {
  /// The presented part of a packet.
  struct Presentation {
    var start: MediaTime
    /// The presented end, without the encoder's padding.
    var end: MediaTime
    var isVideo: Bool
    var isKeyframe: Bool
  }

  private(set) var tracks: [TrackReading]
  private var credibleTimes: CredibleTimes
  /// The last packets, while their times are refused.
  private var refused: [(packet: PlacedPacket, index: Int)] = []
  /// The container's time of position zero, once it is known.
  private(set) var zero: MediaTime?

  init(info: MediaInfo, zero: MediaTime?) {
    self.zero = zero ?? info.presentationStart
    credibleTimes = CredibleTimes(info: info, zero: self.zero)
    tracks = info.timelineTracks.map(TrackReading.init)
  }

  /// The end up to which all tracks have been read.
  var commonEnd: MediaTime { tracks.lazy.map(\.end).min() ?? .zero }

  /// The greatest end of the last packets, if it is refused: too far behind the declared one.
  var refusedEnd: MediaTime? { credibleTimes.refusedEnd.map { .nanoseconds($0) } }

  /// Returns the index of a track; nil if it is not played.
  func index(ofTrack number: Int) -> Int? { tracks.firstIndex { $0.track.index == number } }

  /// Returns the container's time of a position, rounded down and clamped; nil while position zero is not known.
  func containerTime(of position: MediaTime) -> MediaTime? {
    guard let zero else { return nil }
    if let time = zero.adding(position, rounding: .down) { return time }
    // Zero cannot be represented in nanoseconds, but in its own ticks.
    let ticks = position.converted(to: zero.timebase, rounding: .down)?.ticks ?? .max
    let (sum, overflow) = zero.ticks.addingReportingOverflow(ticks)
    return MediaTime(ticks: overflow ? .max : sum, timebase: zero.timebase)
  }

  // MARK: Packets

  /// Removes and returns the last packets if their times were refused, and are right because no packet follows.
  mutating func removeLast() -> [(packet: PlacedPacket, index: Int)] {
    defer { refused.removeAll() }
    return credibleTimes.acceptLast() ? refused : []
  }

  /// Returns the presented part of a packet; nil if its time is not credible.
  mutating func present(
    _ placed: PlacedPacket, _ index: Int, frontier: Int64
  ) -> Presentation? {
    // Not the track, of which a copy retains all its values for each packet.
    let (kind, timebase) = (tracks[index].track.kind, tracks[index].track.timebase)
    let start = MediaTime(ticks: placed.interval.lowerBound, timebase: timebase)
    let zero = zero ?? start
    self.zero = zero
    var end = MediaTime(ticks: placed.interval.upperBound, timebase: timebase).subtracting(zero)
    if kind == .audio { end = end?.subtracting(tracks[index].padding(of: placed)) }
    guard let end, end <= ReadAhead.greatestPosition else { return nil }
    guard credibleTimes.accept(end.nanoseconds(rounding: .down), frontier: frontier) else {
      refused.append((placed, index))
      return nil
    }
    if !refused.isEmpty { refused.removeAll() }
    tracks[index].end = max(tracks[index].end, end)
    guard let start = start.subtracting(zero) else { return nil }
    return Presentation(
      start: start, end: end, isVideo: kind == .video, isKeyframe: placed.packet.isKeyframe)
  }

  /// Returns the position before which no later packet of a video track starts; nil if unknown.
  mutating func completeness(
    after packet: PacketTiming, _ placed: PlacedPackets, _ index: Int
  ) -> MediaTime? {
    guard tracks[index].track.kind == .video, let zero else { return nil }
    var timing = packet
    timing.decodeTicks = placed.decodeTicks
    guard
      let start = placed.first?.interval.lowerBound ?? timing.decodeTicks,
      let ticks = tracks[index].reordering.insert(timing, presentedAt: start)
    else { return nil }
    return MediaTime(ticks: ticks, timebase: tracks[index].track.timebase).subtracting(zero)
  }

  // MARK: Reading elsewhere

  /// Forgets the packets, because the next ones are read elsewhere.
  mutating func forgetLast() {
    for index in tracks.indices { tracks[index].reordering.removeAll() }
  }

  /// Counts the ends of the tracks from a position, because reading restarts there.
  mutating func restart(at position: MediaTime) {
    forgetLast()
    refused.removeAll()
    credibleTimes.restart()
    for index in tracks.indices { tracks[index].end = position }
  }

  /// Sets position zero at the end of media without any packet that is presented.
  mutating func settleZero() { zero = zero ?? .zero }
}
