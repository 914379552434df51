import Media
import Timekeeping

/// Makes one timeline of media whose clock jumps, as in recordings that were put one behind the
/// other.
///
/// Where timestamps jump back, or ahead by more than any pause, a part begins: its start is put
/// where the part before ends. The tracks cross over one by one, so what comes meanwhile is held
/// back until both are known. A single timestamp that jumps is damage, and is left out.
struct TimestampJoin {
  /// A packet on its way, with its payload where that is decoded.
  struct Entry {
    var packet: PacketTiming
    var payload: (any EncodedPacket)?
  }

  /// All times of a part are the container's, as distances in nanoseconds or exact.
  private struct Part {
    var number = 0
    /// What is added to the container's times.
    var offset = MediaTime.zero
    /// The greatest time that was read.
    var latest: Int64?
    /// The greatest end of what is presented.
    var end: MediaTime?
  }

  private struct TrackReading {
    let track: Track
    var placement: PacketPlacement
    var last: Int64?
    /// Of the part that it was in last.
    var part = 0
    var offset = MediaTime.zero
  }

  /// What is held back while it is not known whether and where a part begins.
  private struct Jump {
    var held: [(entry: Entry, isOver: Bool)] = []
    var byteCount = 0
    /// How many packets have come of what lies behind the jump.
    var count = 0
    var earliest: Int64
    var latest: Int64
    /// The last time of each track that has crossed over.
    var last: [Int: Int64] = [:]

    mutating func noteCrossing(of index: Int, at time: Int64) {
      count += 1
      last[index] = time
      earliest = min(earliest, time)
      latest = max(latest, time)
    }
  }

  /// A greater hole in all tracks is a jump.
  private static let longestPause: Int64 = 10_000_000_000
  /// By so much times of decoding may go back.
  private static let disorder: Int64 = 100_000_000
  /// By so much times of presentation may, as they are reordered.
  private static let reordering: Int64 = 1_000_000_000
  /// How much of a part may come before all tracks have crossed over: one may have ended.
  private static let interleaving: Int64 = 1_000_000_000
  private static let greatestHeldCount = 4_096
  private static let greatestHeldByteCount = 8 << 20

  private var tracks: [TrackReading]
  private var part = Part()
  private var jump: Jump?
  private var ready: [Entry] = []
  private var readyIndex = 0
  /// Whether parts have been joined, ever.
  private(set) var hasJoined = false

  init(info: MediaInfo) {
    tracks = info.timelineTracks.map {
      TrackReading(track: $0, placement: PacketPlacement(track: $0))
    }
  }

  /// The next packet that may go on.
  mutating func next() -> Entry? {
    guard readyIndex < ready.count else { return nil }
    defer {
      readyIndex += 1
      if readyIndex == ready.count {
        ready.removeAll(keepingCapacity: true)
        readyIndex = 0
      }
    }
    return ready[readyIndex]
  }

  /// Begins anew: the next packet is of another place, on the container's own clock.
  mutating func restart() {
    (part, jump, ready, readyIndex) = (Part(), nil, [], 0)
    for index in tracks.indices {
      tracks[index].last = nil
      tracks[index].part = 0
      tracks[index].offset = .zero
      tracks[index].placement.forgetLast()
    }
  }

  mutating func take(_ entry: Entry) {
    // What is not presented needs no place, but keeps its own.
    guard let index = tracks.firstIndex(where: { $0.track.index == entry.packet.track }) else {
      return pass(entry)
    }
    var entry = entry
    repair(&entry, index)
    guard let time = time(of: entry.packet, index) else { return pass(entry, index) }
    if jump == nil {
      if goesOn(entry.packet, time, index) { return accept(entry, time, index) }
      if tracks[index].part != part.number, isNear(time, part.latest) {
        enterPart(index)
        return accept(entry, time, index)
      }
      jump = Jump(earliest: time, latest: time)
      return holdOver(entry, time, index)
    }
    takeDuringJump(entry, time, index)
  }

  /// Takes in that no more comes, or not now.
  mutating func finish() {
    guard let jump else { return }
    if jump.count > 1 { beginPart() } else { dismissJump() }
  }

  private mutating func takeDuringJump(_ entry: Entry, _ time: Int64, _ index: Int) {
    guard let jump else { return }
    var entry = entry
    if let last = jump.last[index] {
      if isOrdered(entry.packet, time, after: last, latest: jump.latest) {
        return holdOver(entry, time, index)
      }
      if goesOn(entry.packet, time, index) {
        takeBack(index)
        return accept(entry, time, index)
      }
    } else if goesOn(entry.packet, time, index) {
      return accept(entry, time, index)
    } else if isNear(time, jump.latest) {
      return holdOver(entry, time, index)
    }
    forgetTimes(of: &entry)
    pass(entry, index)
  }

  // MARK: Where a packet belongs

  /// Times of decoding and of presentation that lie far apart cannot both be right.
  private func repair(_ entry: inout Entry, _ index: Int) {
    let track = tracks[index].track
    guard let presented = entry.packet.presentationTicks, let decoded = entry.packet.decodeTicks,
      abs(
        distance(
          from: track.time(ofTicks: decoded).nanoseconds(rounding: .down),
          to: track.time(ofTicks: presented).nanoseconds(rounding: .down))) > Self.longestPause
    else { return }
    let time = track.time(ofTicks: decoded).nanoseconds(rounding: .down)
    if goesOn(entry.packet, time, index) {
      entry.packet.presentationTicks = nil
    } else {
      entry.packet.decodeTicks = nil
    }
    entry.payload = entry.payload?.retimed(as: entry.packet)
  }

  private func time(of packet: PacketTiming, _ index: Int) -> Int64? {
    (packet.decodeTicks ?? packet.presentationTicks).map {
      tracks[index].track.time(ofTicks: $0).nanoseconds(rounding: .down)
    }
  }

  /// Whether it comes after what its track had before.
  private func goesOn(_ packet: PacketTiming, _ time: Int64, _ index: Int) -> Bool {
    let track = tracks[index]
    guard let last = track.last else { return part.latest == nil || isNear(time, part.latest) }
    let latest = track.part == part.number ? part.latest ?? last : last
    return isOrdered(packet, time, after: last, latest: latest)
  }

  private func isOrdered(
    _ packet: PacketTiming, _ time: Int64, after last: Int64, latest: Int64
  ) -> Bool {
    let disorder = packet.decodeTicks == nil ? Self.reordering : Self.disorder
    return distance(from: last, to: time) >= -disorder
      && distance(from: latest, to: time) <= Self.longestPause
  }

  private func isNear(_ time: Int64, _ other: Int64?) -> Bool {
    guard let other else { return false }
    return abs(distance(from: other, to: time)) <= Self.longestPause
  }

  /// Never `Int64.min`.
  private func distance(from one: Int64, to other: Int64) -> Int64 {
    let (difference, overflow) = other.subtractingReportingOverflow(one)
    return overflow ? (other < one ? -.max : .max) : max(difference, -.max)
  }

  // MARK: What becomes of it

  /// Lets it go on, or has it wait for those before it.
  private mutating func pass(_ entry: Entry, _ index: Int? = nil) {
    if jump != nil {
      hold(entry, isOver: false)
    } else {
      ready.append(index.map { shifted(entry, $0) } ?? entry)
    }
  }

  /// Takes in that it belongs to the part in which its track is.
  private mutating func accept(_ entry: Entry, _ time: Int64, _ index: Int) {
    note(entry.packet, time, index)
    pass(entry, index)
  }

  private mutating func note(_ packet: PacketTiming, _ time: Int64, _ index: Int) {
    tracks[index].last = time
    let placed = tracks[index].placement.place(packet)
    guard tracks[index].part == part.number else { return }
    part.latest = max(part.latest ?? time, time)
    guard let placed, !packet.isDiscarded else { return }
    let end = tracks[index].track.time(ofTicks: placed.upperBound)
    part.end = part.end.map { max($0, end) } ?? end
  }

  private mutating func holdOver(_ entry: Entry, _ time: Int64, _ index: Int) {
    jump?.noteCrossing(of: index, at: time)
    hold(entry, isOver: true)
  }

  private mutating func hold(_ entry: Entry, isOver: Bool) {
    jump?.held.append((entry, isOver))
    jump?.byteCount += entry.packet.byteCount
    guard let jump else { return }
    let isFull =
      jump.held.count >= Self.greatestHeldCount || jump.byteCount >= Self.greatestHeldByteCount
    let isWhole =
      jump.last.count == tracks.count
      || distance(from: jump.earliest, to: jump.latest) >= Self.interleaving
    if jump.count > 1, isWhole || isFull {
      beginPart()
    } else if isFull {
      dismissJump()
    }
  }

  /// Takes in that a track has not crossed over: what it had from there was damaged.
  private mutating func takeBack(_ index: Int) {
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

  /// Goes on as if there had been no jump.
  private mutating func dismissJump() {
    guard let jump = jump.take() else { return }
    for held in jump.held {
      var entry = held.entry
      if held.isOver { forgetTimes(of: &entry) }
      pass(entry, tracks.firstIndex { $0.track.index == entry.packet.track })
    }
  }

  private mutating func beginPart() {
    guard let jump = jump.take() else { return }
    var start: MediaTime?
    for held in jump.held where held.isOver && !held.entry.packet.isDiscarded {
      let packet = held.entry.packet
      guard let ticks = packet.presentationTicks ?? packet.decodeTicks,
        let track = tracks.first(where: { $0.track.index == packet.track })?.track
      else { continue }
      let time = track.time(ofTicks: ticks)
      start = start.map { min($0, time) } ?? time
    }
    let before = part
    part.number += 1
    if let start, let end = before.end {
      part.offset =
        before.offset.adding(end).flatMap { $0.subtracting(start) } ?? before.offset
    }
    (part.latest, part.end) = (jump.latest, nil)
    hasJoined = true
    for held in jump.held {
      let index = tracks.firstIndex { $0.track.index == held.entry.packet.track }
      if held.isOver, let index, let time = time(of: held.entry.packet, index) {
        if tracks[index].part != part.number { enterPart(index) }
        note(held.entry.packet, time, index)
      }
      pass(held.entry, index)
    }
  }

  private mutating func enterPart(_ index: Int) {
    tracks[index].part = part.number
    tracks[index].offset = part.offset
    tracks[index].placement.forgetLast()
  }

  private func forgetTimes(of entry: inout Entry) {
    entry.packet.presentationTicks = nil
    entry.packet.decodeTicks = nil
    entry.payload = entry.payload?.retimed(as: entry.packet)
  }

  private func shifted(_ entry: Entry, _ index: Int) -> Entry {
    let track = tracks[index]
    guard track.offset != .zero,
      let offset = track.offset.converted(to: track.track.timebase, rounding: .toNearestOrEven)
    else { return entry }
    func shift(_ ticks: Int64?) -> Int64? {
      ticks.flatMap {
        let (sum, overflow) = $0.addingReportingOverflow(offset.ticks)
        return overflow ? nil : sum
      }
    }
    var entry = entry
    entry.packet.presentationTicks = shift(entry.packet.presentationTicks)
    entry.packet.decodeTicks = shift(entry.packet.decodeTicks)
    entry.payload = entry.payload?.retimed(as: entry.packet)
    return entry
  }
}
