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
    /// The number of its part, set when the entry is ready.
    var part = 0
  }

  /// All times of a part are the container's, as distances in nanoseconds or exact.
  struct Part {
    var number = 0
    /// What is added to the container's times.
    var offset = MediaTime.zero
    /// The greatest time that was read.
    var latest: Int64?
    /// The greatest end of what is presented.
    var end: MediaTime?
    /// The offset of its last packet in the file.
    var lastByteOffset: Int64?
  }

  struct TrackReading {
    let track: Track
    var placement: PacketPlacement
    var last: Int64?
    /// Of the part that it was in last.
    var part = 0
    var offset = MediaTime.zero
  }

  /// What is held back while it is not known whether and where a part begins.
  struct Jump {
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

  /// The number of played tracks, the first of `tracks`. They decide where a part starts; the others
  /// follow.
  let leadingCount: Int
  /// Whether implausible timestamps are removed.
  let repairsTimes: Bool
  var tracks: [TrackReading]
  var part = Part()
  var jump: Jump?
  var ready: [Entry] = []
  var readyIndex = 0
  /// Whether parts have been joined, ever.
  var hasJoined = false
  /// The first thousand joins.
  var joins: [ClockJoin] = []
  /// What the first time is to be near to, where that is known: else it may be damaged.
  var expected: Int64?

  /// - Parameter following: tracks besides the played ones.
  init(info: MediaInfo, following: [Track] = [], repairsTimes: Bool = true) {
    leadingCount = info.timelineTracks.count
    self.repairsTimes = repairsTimes
    tracks = (info.timelineTracks + following).map {
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

  /// Begins anew: the next packet is of another place, near `expected` on the container's own clock
  /// or, less likely, anywhere.
  mutating func restart(near expected: MediaTime?) {
    (part, jump, ready, readyIndex) = (Part(), nil, [], 0)
    self.expected = expected?.nanoseconds(rounding: .down)
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
    if index >= leadingCount { return follow(entry, time, index) }
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

  /// Processes a packet of a track that is not played: it starts no part.
  private mutating func follow(_ entry: Entry, _ time: Int64, _ index: Int) {
    if goesOn(entry.packet, time, index) { return accept(entry, time, index) }
    if let jump {
      if isNear(time, jump.latest) { return hold(entry, isOver: true) }
    } else if tracks[index].part != part.number, isNear(time, part.latest) {
      enterPart(index)
      return accept(entry, time, index)
    }
    tracks[index].last = time
    pass(entry, index)
  }

  /// Takes in that no more comes, or not now.
  mutating func finish() {
    guard let jump else { return }
    if jump.count > 1 || part.latest == nil { beginPart() } else { dismissJump() }
  }

  mutating func takeDuringJump(_ entry: Entry, _ time: Int64, _ index: Int) {
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
}
