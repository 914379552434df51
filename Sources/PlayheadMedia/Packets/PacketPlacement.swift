import PlayheadTimekeeping

/// Places the packets of one track on its timeline, and derives the times that the container omits.
///
///     var placed = placement.place(packet)
///     while let packet = placed {
///       …
///       placed = placement.next()
///     }
///
/// The rules are in docs/contributing/time.md. A packet without a presentation time may have to wait for later
/// packets, so `place` may return nil, its own packet, or an earlier one. Few packets wait at a
/// time, and none after `finish()`.
package struct PacketPlacement: Sendable {
  /// The maximum number of packets by which codecs reorder.
  private static let reordering = 16

  /// The basis for the times of packets that have none.
  private enum Origin {
    /// No packet has had a decode time or needed a derived time yet.
    case none
    /// Decode times: `steady` continues them.
    case decoding
    /// The start of the track: `steady` counts the packets before the least presentation time.
    /// `timedCount` packets had one.
    case start(least: Int64?, timedCount: Int)
    /// The end of the previous packet.
    case end
  }

  private let startTicks: Int64
  /// The end of the track that the container declares.
  private let declaredEnd: Int64?
  private let declaredPacketCount: Int
  private var origin = Origin.none
  private var steady: SteadyTicks
  private var slots: PresentationSlots
  private var intervals = RecentIntervals()
  /// Packets that wait for their presentation time, in decoding order.
  private var waiting: [PacketTiming] = []
  /// Packets that were placed and not returned yet.
  package private(set) var placed: [PlacedPacket] = []
  private var lastEnd: Int64?
  /// The last packet, if its duration is unknown.
  private var endless: PlacedPacket?
  private var packetCount = 0
  /// The decode time in ticks of the last packet, if it can be derived: no later or waiting one is presented before.
  package private(set) var decodeTicks: Int64?

  /// Creates the placement of a track's packets; the track's declared times are used if packets have none.
  package init(track: MediaTrack) {
    startTicks = track.startTicks ?? 0
    declaredPacketCount = track.declaredPacketCount ?? 1
    steady = SteadyTicks(track: track)
    slots = PresentationSlots(frameTicks: steady.frameTicks, delay: track.reorderDelayTicks)
    declaredEnd = track.declaredEndTicks
  }

  /// Discards the state of earlier packets, because the next packet is not contiguous with them.
  package mutating func forgetLast() {
    origin = .none
    slots.removeAll()
    intervals.forgetLast()
    waiting.removeAll()
    placed.removeAll()
    (lastEnd, endless, decodeTicks) = (nil, nil, nil)
    packetCount = 0
  }

  /// Places all waiting packets, because the next packet begins another recording on the same timeline.
  package mutating func beginRecording() {
    finish()
    origin = .none
    slots.removeAll()
    intervals.forgetLast()
    (endless, decodeTicks) = (nil, nil)
    packetCount = 0
  }

  /// Adds the next packet in decoding order; returns the first one that can be placed now, and `next` the others.
  package mutating func place(_ packet: PacketTiming) -> PlacedPacket? {
    // Packets whose times overflow are not placed.
    packetCount += 1
    if packet.durationTicks == nil, steady.frameTicks == nil,
      let ticks = packet.decodeTicks ?? packet.presentationTicks
    {
      intervals.add(ticks)
    }
    guard let start = packet.presentationTicks else {
      recordDecodeTime(of: packet)
      if case .decoding = origin { wait(packet) } else { continueTimes(with: packet) }
      return next()
    }
    recordDecodeTime(of: packet)
    switch origin {
    case .decoding:
      decodeTicks = packet.decodeTicks
      fillSlot(of: packet)
    case .start(let least, let timedCount):
      countTimed(least.map { min($0, start) } ?? start, timedCount + 1)
    case .none, .end: decodeTicks = nil
    }
    let packet = makePlaced(packet, at: start)
    if case .end = origin, let lastEnd { steady.begin(at: lastEnd) }
    guard !placed.isEmpty, let packet else { return packet ?? next() }
    // A packet that has waited was decoded before this one.
    placed.append(packet)
    return next()
  }

  /// Returns the next packet that was placed and not returned yet; nil if there is none.
  package mutating func next() -> PlacedPacket? {
    placed.isEmpty ? nil : placed.removeFirst()
  }

  /// Places all waiting packets after the last packet; `next` returns them.
  package mutating func finish() {
    // If the track has a single packet of unknown duration, that packet is returned again, with the end of the track.
    placeWaiting()
    guard let endless, let declaredEnd, declaredEnd > endless.interval.lowerBound,
      packetCount >= declaredPacketCount
    else { return }
    self.endless = nil
    placed.append(
      PlacedPacket(
        packet: endless.packet, interval: endless.interval.lowerBound..<declaredEnd,
        isExtension: true))
  }

  private mutating func recordDecodeTime(of packet: PacketTiming) {
    if let ticks = packet.decodeTicks {
      if slots.isInterrupted(at: ticks) {
        placeWaiting()
        slots.removeAll()
      }
      origin = .decoding
      steady.begin(at: ticks)
      // Before the first keyframe, libavformat may not know which frames are reordered.
      if packet.isKeyframe { slots.forgetOrder() }
    }
    if let start = packet.presentationTicks { slots.claim(start, by: packet) }
  }

  /// Uses the slot at the packet's decode time for the first waiting packet, if the slot is free.
  private mutating func fillSlot(of packet: PacketTiming, isOwn: Bool = false) {
    let slot = steady.next
    steady.advance(by: packet.durationTicks ?? intervals.usual)
    let isAlone = isOwn && waiting.count == 1
    let isForOthers = isAlone && slots.areForOthers
    let isFree = slots.record(slot, isWanted: !waiting.isEmpty && !isForOthers)
    if isFree, isAlone { slots.takesOwn = true }
    if isFree || waiting.count > PacketPlacement.reordering {
      append(waiting.removeFirst(), at: slot)
    }
  }

  private mutating func wait(_ packet: PacketTiming) {
    waiting.append(packet)
    decodeTicks = steady.next
    fillSlot(of: packet, isOwn: true)
  }

  /// Places a packet without any time after the previous packet, or at the start of the track.
  private mutating func continueTimes(with packet: PacketTiming) {
    switch origin {
    case .none:
      origin = lastEnd == nil ? .start(least: nil, timedCount: 0) : .end
      steady.begin(at: lastEnd ?? startTicks)
    case .start, .end, .decoding: break
    }
    let start = steady.next
    decodeTicks = start
    steady.advance(by: packet.durationTicks ?? intervals.usual)
    append(packet, at: start)
  }

  /// Records a presentation time that follows packets without one. It may be out of order.
  private mutating func countTimed(_ least: Int64, _ timedCount: Int) {
    if steady.next < least, timedCount <= PacketPlacement.reordering {
      origin = .start(least: least, timedCount: timedCount)
    } else {
      (origin, decodeTicks) = (.end, nil)
    }
  }

  /// Places the waiting packets after the last slot.
  private mutating func placeWaiting() {
    for packet in waiting {
      while slots.isClaimed(steady.next) {
        let before = steady.next
        // A step of a frame: a slot is as wide, and the packet may last much less.
        steady.advance(by: steady.frameTicks ?? packet.durationTicks ?? intervals.usual)
        if steady.next == before { break }
      }
      append(packet, at: steady.next)
      steady.advance(by: packet.durationTicks ?? intervals.usual)
    }
    waiting.removeAll()
  }

  private mutating func append(_ packet: PacketTiming, at start: Int64) {
    if let packet = makePlaced(packet, at: start) { placed.append(packet) }
  }

  private mutating func makePlaced(_ packet: PacketTiming, at start: Int64) -> PlacedPacket? {
    let duration = packet.durationTicks ?? steady.frameTicks ?? intervals.usual
    var (end, overflow) = start.addingReportingOverflow(max(duration ?? 0, 0))
    if overflow { return nil }
    if packet.durationTicks == nil, let declaredEnd, declaredEnd > start {
      end = min(end, declaredEnd)
    }
    lastEnd = end
    let placed = PlacedPacket(packet: packet, interval: start..<end)
    if duration == nil {
      endless = placed
    } else if endless != nil {
      endless = nil
    }
    return placed
  }
}

extension MediaTrack {
  /// The end that the container declares; nil if it declares none.
  var declaredEndTicks: Int64? {
    durationTicks.flatMap { length in
      let (end, overflow) = (startTicks ?? 0).addingReportingOverflow(length)
      return overflow ? nil : end
    }
  }
}

/// The most recent intervals between the packets of a track, and their usual value.
///
/// The usual value is the median, so that a single gap has no effect.
package struct RecentIntervals: Sendable {
  private static let capacity = 8

  private var intervals: [Int64] = []
  private var oldest = 0
  private var last: Int64?

  /// Creates a list without intervals.
  package init() {}

  /// Records the time of the next packet.
  package mutating func add(_ ticks: Int64) {
    defer { last = ticks }
    guard let last, case let (interval, overflow) = ticks.subtractingReportingOverflow(last),
      !overflow, interval > 0
    else { return }
    if intervals.count < RecentIntervals.capacity {
      intervals.append(interval)
    } else {
      intervals[oldest] = interval
      oldest = (oldest + 1) % RecentIntervals.capacity
    }
  }

  /// Forgets the last packet, but not the intervals.
  mutating func forgetLast() {
    last = nil
  }

  /// The median interval in ticks; nil before the second packet.
  package var usual: Int64? {
    intervals.isEmpty ? nil : intervals.sorted()[(intervals.count - 1) / 2]
  }
}
