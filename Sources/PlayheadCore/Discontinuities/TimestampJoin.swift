import PlayheadMedia
import PlayheadTimekeeping

/// Joins the parts of media whose clock jumps, such as concatenated recordings, on one timeline.
///
/// A new part begins where timestamps jump back, or ahead by more than any pause. Its start is
/// placed at the end of the previous part. The tracks reach the new part at different times, so
/// packets are held back until the end of the previous part and the start of the new one are known.
/// A jump of a single timestamp is damage, and the timestamp is removed.
struct TimestampJoin {
  /// A packet, with its payload if the track is decoded.
  struct Entry {
    var packet: PacketTiming
    var payload: (any EncodedPacket)?
    /// The packet as it is in the file, if its time was wrong and was corrected.
    var original: PacketTiming?
    /// The clock reference of MPEG-TS where the packet begins, in ticks of 90 kHz; nil if it is not known.
    var clockReference: Int64?
    /// Whether the packets around it show that it is presented behind a pause, long after it is decoded.
    var followsPause = false
    /// The number of its recording, if the source knows it.
    var recording = 0
    /// The number of its part, set when the entry is ready.
    var part = 0
    /// Whether its times are damaged and were not removed.
    var isDamaged = false
    /// The packets that are placed since it; nil while it has not been placed.
    var placed: PlacedPackets?
  }

  /// A part of the media, with a continuous clock. Its times are the container's, in nanoseconds or exact.
  struct Part {
    var number = 0
    /// The offset that is added to the container's times.
    var offset = MediaTime.zero
    /// The start on the joined timeline; nil for the first part.
    var start: MediaTime?
    /// The greatest time of a packet until now, in nanoseconds.
    var latest: Int64?
    /// The greatest time of a picture that is presented behind a pause, in nanoseconds: the clock goes on up to there.
    var announced = Int64.min
    /// The greatest end of a presented packet.
    var end: MediaTime?
    /// The time and the byte offset of the first packet that was read.
    var first: (time: Int64, byteOffset: Int64)?
    /// The byte offset of the last packet.
    var lastByteOffset: Int64?
  }

  /// The reading state of a track.
  struct TrackReading {
    let track: MediaTrack
    let timebase: Timebase
    /// On the joined timeline.
    var placement: PacketPlacement
    /// The part of the packet that was placed last; nil if none was.
    var placedPart: Int?
    var last: Int64?
    /// The number of the track's current part, and its offset in ticks.
    private(set) var part = 0
    private(set) var offset: Int64 = 0

    init(_ track: MediaTrack) {
      self.track = track
      timebase = track.timebase
      placement = PacketPlacement(track: track)
    }

    mutating func enter(_ part: Part) {
      self.part = part.number
      offset = part.offset.converted(to: timebase, rounding: .toNearestOrEven)?.ticks ?? 0
    }

    /// Returns a time of the container in nanoseconds.
    func nanoseconds(_ ticks: Int64) -> Int64 {
      MediaTime(ticks: ticks, timebase: timebase).wholeNanoseconds
    }
  }

  /// The packets that are held back until it is known whether a jump begins a new part.
  struct Jump {
    var held: [(entry: Entry, isOver: Bool)] = []
    var byteCount = 0
    /// The number of packets after the jump.
    var count = 0
    var earliest: Int64
    var latest: Int64
    /// Whether the source marks its first packet as the first one of another recording.
    let isMarked: Bool
    /// The last time of each track after the jump.
    var last: [Int: Int64] = [:]

    mutating func addCrossing(of index: Int, at time: Int64) {
      count += 1
      last[index] = time
      earliest = min(earliest, time)
      latest = max(latest, time)
    }
  }

  /// The number of played tracks, the first of `tracks`, which decide where a part starts.
  let leadingCount: Int
  /// Whether implausible timestamps are removed.
  let repairsTimes: Bool
  /// Whether the clock may jump; otherwise all packets are passed on.
  let mayJump: Bool
  /// Whether the clock of the file begins again after a period.
  let isPeriodic: Bool
  /// Whether a recording may pause for any time, so that only a clock that goes back shows another one.
  let mayPause: Bool
  /// Whether the source knows where another recording begins.
  let knowsRecordings: Bool
  /// The number of the recording of the last packet, if the source knows it.
  private var recording = 0
  /// The indices of the tracks, in their order.
  private(set) var numbers: [Int]
  var tracks: [TrackReading]
  var part = Part()
  var jump: Jump?
  /// The greatest time of a packet of the part before, in nanoseconds.
  var latestBefore: Int64?
  var ready: [Entry] = []
  var readyIndex = 0
  /// Whether parts have been joined. A seek does not reset it.
  var hasJoined = false
  /// Whether a part has only tracks that none before it has, so that the tracks have no common clock.
  var hasUnrelatedClocks = false
  /// The first thousand joins.
  var joins: [ClockDiscontinuity] = []
  /// Returns the times at which the media is declared to change to another recording, on the joined timeline.
  var findDeclaredJoins: (() -> [ClosedRange<MediaTime>])?
  /// The times near these, in nanoseconds, ascending and disjoint; nil before they are needed.
  private var declaredJoins: [ClosedRange<Int64>]?
  /// The likely first time in nanoseconds: one that is not near it may be damaged. Nil accepts any time.
  var expected: Int64?

  /// Creates a join without packets. The played tracks of the media decide where a part starts.
  init(info: MediaInfo, following: [MediaTrack] = [], repairsTimes: Bool = true) {
    leadingCount = info.timelineTracks.count
    self.repairsTimes = repairsTimes
    mayJump = info.isClockDiscontinuous || info.mayContinue
    knowsRecordings = info.knowsRecordings
    isPeriodic = ["mpegts", "mpeg"].contains(info.container)
    mayPause = info.storesContinuousTimes
    tracks = (info.timelineTracks + following).map(TrackReading.init)
    numbers = tracks.map(\.track.index)
  }

  /// Joins another track, which is not played.
  mutating func follow(_ track: MediaTrack) {
    if numbers.contains(track.index) { return }
    tracks.append(TrackReading(track))
    numbers.append(track.index)
  }

  /// Removes and returns the next packet that is ready; nil if more packets are needed.
  mutating func next() -> Entry? {
    guard readyIndex < ready.count else { return nil }
    var entry: Entry
    if readyIndex == ready.count - 1 {
      entry = ready.removeLast()
      if readyIndex > 0 { ready.removeAll(keepingCapacity: true) }
      readyIndex = 0
    } else {
      entry = ready[readyIndex]
      readyIndex += 1
    }
    if entry.placed == nil {
      entry.placed = place(entry.packet, part: entry.part, isDamaged: entry.isDamaged)
    }
    return entry
  }

  var hasNext: Bool { readyIndex < ready.count }

  /// Accepts the next packet if it may be passed on at once, in the first part and without changes: none is before it,
  /// and the clock cannot jump or has not jumped. Otherwise returns false, and changes nothing.
  mutating func passes(_ packet: PacketTiming, _ recording: Int) -> Bool {
    if hasNext { return false }
    guard mayJump else { return true }
    guard jump == nil, !knowsRecordings, recording == self.recording,
      let index = numbers.firstIndex(of: packet.track), index < leadingCount,
      tracks[index].part == 0, tracks[index].offset == 0, tracks[index].last != nil,
      !hasDistantTimes(packet, index), let time = time(of: packet, index),
      continuesTrack(packet, time, index)
    else { return false }
    record(packet, time, index)
    return true
  }

  /// Restarts after a seek near a time on the container's clock, if it is known; the offset is added to times there.
  mutating func restart(near expected: MediaTime?, offset: MediaTime = .zero) {
    (part, jump, ready, readyIndex) = (Part(), nil, [], 0)
    part.offset = offset
    (declaredJoins, recording) = (nil, 0)
    self.expected = expected?.nanoseconds(rounding: .down)
    for index in tracks.indices {
      tracks[index].last = nil
      tracks[index].enter(part)
      tracks[index].placedPart = nil
      tracks[index].placement.forgetLast()
    }
  }

  /// Processes the next packet of the source.
  mutating func process(_ entry: Entry) {
    guard mayJump else { return ready.append(entry) }
    guard let index = numbers.firstIndex(of: entry.packet.track) else {
      return pass(entry)
    }
    if knowsRecordings { return processKnown(entry, index) }
    var entry = entry
    repair(&entry, index)
    guard let time = time(of: entry.packet, index) else { return pass(entry, index) }
    if entry.recording != recording, index < leadingCount {
      finish()
      recording = entry.recording
      jump = Jump(earliest: time, latest: time, isMarked: true)
      return holdOver(entry, time, index)
    }
    if index >= leadingCount { return follow(entry, time, index) }
    if jump == nil {
      if continuesTrack(entry.packet, time, index) { return accept(entry, time, index) }
      if tracks[index].part != part.number, isNear(time, part.latest) {
        enterPart(index)
        return accept(entry, time, index)
      }
      jump = Jump(earliest: time, latest: time, isMarked: entry.packet.beginsEdit)
      return holdOver(entry, time, index)
    }
    processDuringJump(entry, time, index)
  }

  /// Processes a packet of which the source knows the recording, whatever its time is.
  private mutating func processKnown(_ entry: Entry, _ index: Int) {
    if entry.recording != recording {
      if jump != nil { beginPart() }
      recording = entry.recording
      jump = Jump(earliest: .max, latest: .min, isMarked: true)
    }
    let time = time(of: entry.packet, index)
    if jump != nil {
      guard let time, index < leadingCount else { return hold(entry, isOver: true) }
      return holdOver(entry, time, index)
    }
    if tracks[index].part != part.number { enterPart(index) }
    guard let time else { return pass(entry, index) }
    accept(entry, time, index)
  }

  /// Processes a packet of a following track, which cannot start a part.
  private mutating func follow(_ entry: Entry, _ time: Int64, _ index: Int) {
    if tracks[index].track.kind == .subtitle, isNewer(time, index) {
      if jump != nil { return hold(entry, isOver: true) }
      enterPart(index)
      return accept(entry, time, index)
    }
    if continuesTrack(entry.packet, time, index) { return accept(entry, time, index) }
    if let jump {
      if isNear(time, jump.latest) { return hold(entry, isOver: true) }
    } else if tracks[index].part != part.number, isNear(time, part.latest) {
      enterPart(index)
      return accept(entry, time, index)
    }
    tracks[index].last = time
    pass(entry, index)
  }

  /// Whether a packet of subtitles belongs to the part after that of its track: it is nearer to the packets there.
  private func isNewer(_ time: Int64, _ index: Int) -> Bool {
    let (newer, older) =
      jump.map { ($0.latest, part.latest) }
      ?? (tracks[index].part == part.number ? nil : part.latest, latestBefore)
    guard let newer, isNear(time, newer) else { return false }
    return older.map { abs(distance(from: newer, to: time)) < abs(distance(from: $0, to: time)) }
      ?? true
  }

  /// Ends the current jump, at the end of the media or an error.
  mutating func finish() {
    guard let jump else { return }
    if jump.count > 1 || jump.isMarked || part.latest == nil { beginPart() } else { dismissJump() }
  }

  /// Whether the last packet is near a declared change to another recording.
  mutating func isNearDeclaredJoin() -> Bool {
    let joins = declaredJoins ?? timesNearDeclaredJoins()
    declaredJoins = joins
    guard let latest = part.latest else { return false }
    let time = StrayRun.sum(latest, part.offset.nanoseconds(rounding: .down))
    let index = joins.partitioningIndex { $0.upperBound >= time }
    return index < joins.count && joins[index].contains(time)
  }

  private func timesNearDeclaredJoins() -> [ClosedRange<Int64>] {
    var joins: [ClosedRange<Int64>] = []
    for join in findDeclaredJoins?() ?? [] {
      let first = join.lowerBound.nanoseconds(rounding: .down)
      let last = join.upperBound.nanoseconds(rounding: .up)
      // Behind many rounded lengths the place of the change is unknown.
      if distance(from: first, to: last) > 2 * Self.declaredTolerance { continue }
      let near =
        StrayRun.sum(first, -Self.declaredTolerance)...StrayRun.sum(last, Self.declaredTolerance)
      if let before = joins.last, near.lowerBound <= before.upperBound {
        joins[joins.count - 1] = before.lowerBound...max(before.upperBound, near.upperBound)
      } else {
        joins.append(near)
      }
    }
    return joins
  }

  /// Processes a packet of a played track while a jump is not confirmed.
  mutating func processDuringJump(_ entry: Entry, _ time: Int64, _ index: Int) {
    guard let jump else { return }
    var entry = entry
    if let last = jump.last[index] {
      if entry.packet.beginsEdit, distance(from: last, to: time) <= 0 {
        beginPart()
        self.jump = Jump(earliest: time, latest: time, isMarked: true)
        return holdOver(entry, time, index)
      }
      if isOrdered(entry.packet, time, after: last, latest: jump.latest) {
        return holdOver(entry, time, index)
      }
      if continuesTrack(entry.packet, time, index) {
        revokeCrossing(index)
        return accept(entry, time, index)
      }
    } else if part.latest == nil, isNear(time, jump.latest) {
      // After a seek beyond the end, tracks that agree with each other may differ from the expected time.
      return holdOver(entry, time, index)
    } else if tracks[index].last == nil, isNear(time, jump.latest), let latest = part.latest,
      abs(distance(from: jump.latest, to: time)) < abs(distance(from: latest, to: time))
    {
      // The recording before has no such track.
      return holdOver(entry, time, index)
    } else if continuesTrack(entry.packet, time, index) {
      return accept(entry, time, index)
    } else if isNear(time, jump.latest) {
      return holdOver(entry, time, index)
    }
    forgetTimes(of: &entry)
    pass(entry, index)
  }
}
