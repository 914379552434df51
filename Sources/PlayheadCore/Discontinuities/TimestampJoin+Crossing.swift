import PlayheadMedia
import PlayheadTimekeeping

// Returns packets, or holds them back while a jump is being confirmed.
extension TimestampJoin {
  /// The nanoseconds of a new part after which it begins without tracks that have not reached it: they may have ended.
  private static let interleaving: Int64 = 1_000_000_000
  private static let greatestHeldCount = 4_096
  private static let greatestHeldByteCount = 8 << 20
  /// After this time the clock of a transport stream or a program stream begins again.
  static let period = MediaTime(ticks: 1 << 33, timebase: Timebase(1, 90_000))
  /// The maximum number of stored joins.
  private static let greatestJoinCount = 1_000

  /// Makes a packet ready, or holds it back if packets before it are held. A track that is not joined has no index.
  mutating func pass(_ entry: Entry, _ index: Int? = nil) {
    if jump != nil {
      hold(entry, isOver: false)
    } else {
      var entry = entry
      if let index { shift(&entry, index) } else { entry.part = part.number }
      ready.append(entry)
    }
  }

  /// Adds a packet to the current part of its track.
  mutating func accept(_ entry: Entry, _ time: Int64, _ index: Int) {
    if tracks[index].last == nil { enterPart(index) }
    record(entry.packet, time, index)
    if entry.followsPause, tracks[index].part == part.number,
      let presented = presentation(of: entry.packet, index)
    {
      part.announced = max(part.announced, presented)
    }
    pass(entry, index)
  }

  mutating func record(_ packet: PacketTiming, _ time: Int64, _ index: Int) {
    tracks[index].last = time
    if tracks[index].part == part.number, index < leadingCount {
      part.first = part.first ?? packet.byteOffset.map { (time, $0) }
      part.lastByteOffset = max(packet.byteOffset ?? 0, part.lastByteOffset ?? 0)
      part.latest = max(part.latest ?? time, time)
    }
  }

  /// Holds back a packet after the jump.
  mutating func holdOver(_ entry: Entry, _ time: Int64, _ index: Int) {
    jump?.addCrossing(of: index, at: time)
    hold(entry, isOver: true)
  }

  /// Holds back a packet until enough of them after the jump are known to begin the new part, or a limit is reached.
  mutating func hold(_ entry: Entry, isOver: Bool) {
    jump?.held.append((entry, isOver))
    jump?.byteCount += entry.packet.byteCount
    guard let jump else { return }
    let isFull =
      jump.held.count >= Self.greatestHeldCount || jump.byteCount >= Self.greatestHeldByteCount
    let isWhole =
      jump.last.count == leadingCount
      || distance(from: jump.earliest, to: jump.latest) >= Self.interleaving
    if jump.count > 1, isWhole || isFull {
      beginPart()
    } else if isFull {
      finish()
    }
  }

  /// Records that a track has not reached a new part: its timestamps after the jump were damaged.
  mutating func revokeCrossing(_ index: Int) {
    guard var jump else { return }
    let number = tracks[index].track.index
    for place in jump.held.indices
    where jump.held[place].isOver && jump.held[place].entry.packet.track == number {
      forgetTimes(of: &jump.held[place].entry)
      jump.held[place].isOver = false
      jump.count -= 1
    }
    jump.last[index] = nil
    self.jump = jump
    if jump.last.isEmpty { dismissJump() }
  }

  /// Discards the jump and makes its packets ready. Damaged timestamps are removed.
  mutating func dismissJump() {
    guard let jump = jump.take() else { return }
    for held in jump.held {
      var entry = held.entry
      if held.isOver { forgetTimes(of: &entry) }
      pass(entry, numbers.firstIndex(of: entry.packet.track))
    }
  }

  /// Confirms the jump: begins a new part, and makes the held packets ready.
  mutating func beginPart() {
    guard var jump = jump.take() else { return }
    placePart(before: &jump)
    if part.end != nil, !knowsRecordings,
      jump.last.keys.allSatisfy({ tracks[$0].last == nil })
    {
      hasUnrelatedClocks = true
    }
    let held = jump.held.filter { $0.isOver }.map(\.entry.packet)
    // FFmpeg presents no packets of a fragment of MP4 whose clock went back.
    let (start, byteOffset) =
      start(of: held.filter { !$0.isDiscarded }) ?? start(of: held) ?? (nil, nil)
    let before = part
    part.number += 1
    latestBefore = before.latest
    // If the previous part has no end, nothing was presented. The new part is the first one, and
    // uses the container's clock.
    if let start, let end = before.end {
      hasJoined = true
      part.start = before.offset.adding(end) ?? end
      part.offset =
        before.offset.adding(end).flatMap { $0.subtracting(start) } ?? before.offset
      if joins.count < Self.greatestJoinCount {
        let (clockBefore, clockAfter) = stored(end, start)
        joins.append(
          ClockDiscontinuity(
            time: part.start ?? end, clockBefore: clockBefore, clockAfter: clockAfter,
            byteOffset: byteOffset, lastByteOffset: before.lastByteOffset))
      }
    }
    (part.latest, part.end, part.first, part.lastByteOffset) = (jump.latest, nil, nil, nil)
    part.announced = .min
    for held in jump.held {
      let index = numbers.firstIndex(of: held.entry.packet.track)
      if held.isOver, let index {
        if tracks[index].part != part.number { enterPart(index) }
        if let time = time(of: held.entry.packet, index) { record(held.entry.packet, time, index) }
      }
      if held.entry.placed == nil { pass(held.entry, index) } else { ready.append(held.entry) }
    }
  }

  /// Returns two times as the file has them. libavformat adds a period to times that are well before the first one.
  private func stored(_ end: MediaTime, _ start: MediaTime) -> (end: MediaTime, start: MediaTime) {
    guard isPeriodic, start >= Self.period else { return (end, start) }
    let earlier = end >= Self.period ? end.subtracting(Self.period) : end
    return (earlier ?? end, start.subtracting(Self.period) ?? start)
  }

  /// Returns the start of packets of played tracks, and the byte offset; nil if there are none with a time.
  private func start(of packets: [PacketTiming]) -> (MediaTime?, Int64?)? {
    var start: MediaTime?
    var byteOffset: Int64?
    for packet in packets {
      guard let ticks = packet.presentationTicks ?? packet.decodeTicks,
        let track = tracks.prefix(leadingCount).first(where: { $0.track.index == packet.track })?
          .track
      else { continue }
      byteOffset = packet.byteOffset.map { min($0, byteOffset ?? $0) } ?? byteOffset
      let time = track.time(ofTicks: ticks).adding(Self.priming(of: packet, track)) ?? .zero
      start = start.map { min($0, time) } ?? time
    }
    return start.map { ($0, byteOffset) }
  }

  /// The length of the samples at the start of a recording that are not presented.
  private static func priming(of packet: PacketTiming, _ track: MediaTrack) -> MediaTime {
    guard packet.skippedSamples > 0, let rate = track.sampleRate.flatMap({ Int32(exactly: $0) }),
      rate > 0
    else { return .zero }
    return MediaTime(ticks: Int64(packet.skippedSamples), timebase: Timebase(1, rate))
  }

  /// Moves a track to the newest part.
  mutating func enterPart(_ index: Int) {
    tracks[index].enter(part)
  }

  /// Removes the damaged times of a packet, if the join repairs times.
  func forgetTimes(of entry: inout Entry) {
    guard repairsTimes else {
      entry.isDamaged = true
      return
    }
    entry.packet.presentationTicks = nil
    entry.packet.decodeTicks = nil
    entry.payload = entry.payload?.retimed(as: entry.packet)
  }

  /// Moves a packet to its part on the joined timeline.
  func shift(_ entry: inout Entry, _ index: Int) {
    let offset = tracks[index].offset
    entry.part = tracks[index].part
    if offset == 0 { return }
    func shift(_ ticks: Int64?) -> Int64? {
      ticks.flatMap {
        let (sum, overflow) = $0.addingReportingOverflow(offset)
        return overflow ? nil : sum
      }
    }
    entry.packet.presentationTicks = shift(entry.packet.presentationTicks)
    entry.packet.decodeTicks = shift(entry.packet.decodeTicks)
    let original = entry.original
    entry.original?.presentationTicks = shift(original?.presentationTicks)
    entry.original?.decodeTicks = shift(original?.decodeTicks)
    entry.payload = entry.payload?.retimed(as: entry.packet)
  }
}
