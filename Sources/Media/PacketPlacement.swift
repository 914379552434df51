import Timekeeping

/// Places the packets of one track on its timeline, filling in what the container leaves out.
///
///     var placed = placement.place(packet)
///     while let packet = placed {
///       …
///       placed = placement.next()
///     }
///
/// The rules are in docs/time.md. A packet without a presentation time may have to wait for later
/// ones, so a packet that comes may place none, itself, or others that came before it. Few wait at a
/// time, and none after `finish()`.
public struct PacketPlacement: Sendable {
  /// Codecs reorder by so many packets at most.
  private static let reordering = 16

  /// From what the times are derived of packets that have none.
  private enum Origin {
    /// Nothing has come yet that has a decode time or needs to be placed without one.
    case none
    /// Decode times: `steady` continues them.
    case decoding
    /// The start of the track: `steady` counts the packets before the least presentation time.
    /// `timedCount` packets had one.
    case start(least: Int64?, timedCount: Int)
    /// The end of the packet before.
    case end
  }

  private let startTicks: Int64
  /// The end of the track, as the container declares it.
  private let declaredEnd: Int64?
  private let declaredPacketCount: Int
  private var origin = Origin.none
  private var steady: SteadyTicks
  private var slots: PresentationSlots
  private var intervals = RecentIntervals()
  /// Packets that wait for their presentation time, in decoding order.
  private var waiting: [PacketTiming] = []
  /// Packets that were placed and not returned yet.
  private var placed: [PlacedPacket] = []
  private var lastEnd: Int64?
  /// The last packet, if its duration is not known.
  private var endless: PlacedPacket?
  private var packetCount = 0
  /// The decode time of the last packet, derived if the container gives none; nil if that cannot be
  /// done. No later packet is presented before it, and none that waits.
  public private(set) var decodeTicks: Int64?

  public init(track: Track) {
    startTicks = track.startTicks ?? 0
    declaredPacketCount = track.declaredPacketCount ?? 1
    steady = SteadyTicks(track: track)
    slots = PresentationSlots(frameTicks: steady.frameTicks, delay: track.reorderDelayTicks)
    declaredEnd = track.durationTicks.flatMap { length in
      let (end, overflow) = (track.startTicks ?? 0).addingReportingOverflow(length)
      return overflow ? nil : end
    }
  }

  /// Forgets the packets before: the next one is read from another place.
  public mutating func forgetLast() {
    origin = .none
    slots.removeAll()
    intervals.forgetLast()
    waiting.removeAll()
    placed.removeAll()
    (lastEnd, endless, decodeTicks) = (nil, nil, nil)
    packetCount = 0
  }

  /// Takes the track's next packet. Returns the first packet that it places; `next` returns the
  /// others. Packets whose times cannot be counted are not placed.
  public mutating func place(_ packet: PacketTiming) -> PlacedPacket? {
    packetCount += 1
    if packet.durationTicks == nil, steady.frameTicks == nil,
      let ticks = packet.decodeTicks ?? packet.presentationTicks
    {
      intervals.add(ticks)
    }
    guard let start = packet.presentationTicks else {
      takeDecodeTime(of: packet)
      if case .decoding = origin { wait(packet) } else { continueTimes(with: packet) }
      return next()
    }
    takeDecodeTime(of: packet)
    switch origin {
    case .decoding:
      decodeTicks = packet.decodeTicks
      takeSlot(of: packet)
    case .start(let least, let timedCount):
      countTimed(least.map { min($0, start) } ?? start, timedCount + 1)
    case .none, .end: decodeTicks = nil
    }
    let packet = makePlaced(packet, at: start)
    if case .end = origin, let lastEnd { steady.begin(at: lastEnd) }
    return packet ?? next()
  }

  /// The next of the packets that were placed and not returned yet.
  public mutating func next() -> PlacedPacket? {
    placed.isEmpty ? nil : placed.removeFirst()
  }

  /// Places the packets that wait, as no more come: `next` returns them.
  ///
  /// The only packet of a track, if its duration is not known, is returned again with the end of the
  /// track.
  public mutating func finish() {
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

  private mutating func takeDecodeTime(of packet: PacketTiming) {
    if let ticks = packet.decodeTicks {
      if slots.isInterrupted(at: ticks) {
        placeWaiting()
        slots.removeAll()
      }
      origin = .decoding
      steady.begin(at: ticks)
    }
    if let start = packet.presentationTicks { slots.claim(start, by: packet) }
  }

  /// Takes the slot at which `packet` is decoded, for the first packet that waits.
  private mutating func takeSlot(of packet: PacketTiming) {
    let slot = steady.next
    steady.advance(by: packet.durationTicks ?? intervals.usual)
    let isFree = slots.take(slot, isWanted: !waiting.isEmpty)
    if isFree || waiting.count > PacketPlacement.reordering {
      append(waiting.removeFirst(), at: slot)
    }
  }

  private mutating func wait(_ packet: PacketTiming) {
    waiting.append(packet)
    decodeTicks = steady.next
    takeSlot(of: packet)
  }

  /// Places a packet that has no time at all behind the one before, or at the start of the track.
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

  /// Records a presentation time that came after packets without one, and may be out of order.
  private mutating func countTimed(_ least: Int64, _ timedCount: Int) {
    if steady.next < least, timedCount <= PacketPlacement.reordering {
      origin = .start(least: least, timedCount: timedCount)
    } else {
      (origin, decodeTicks) = (.end, nil)
    }
  }

  /// Places those that wait behind the last slot.
  private mutating func placeWaiting() {
    for packet in waiting {
      while slots.isClaimed(steady.next) {
        let before = steady.next
        steady.advance(by: packet.durationTicks ?? intervals.usual)
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
    endless = duration == nil ? placed : nil
    return placed
  }
}
