/// Packets of one track that do not continue its clock, or the first ones. Times are in nanoseconds.
struct StrayRun {
  /// Packets whose times are counted from one that the file stores.
  struct Unit {
    let first: Int64
    var last: Int64
    var count = 1
    /// The duration of the last packet; nil if it is unknown.
    var duration: Int64?
    /// See `TrackClock.lead`.
    var lead: Int64?
  }

  /// What to add to the times of the first packets of a run.
  struct Correction {
    var nanoseconds: Int64
    var count: Int
  }

  /// The index of the track in the list of those that are judged.
  let index: Int
  private(set) var units: [Unit]
  /// When the first packet is presented; nil if that is unknown.
  let presented: Int64?
  /// The number of packets without a time behind the first unit.
  private(set) var untimedCount: Int64 = 0
  /// Whether the first packet has a byte offset, so that one without it has no stored time.
  private let hasOffsets: Bool
  private(set) var byteOffset: Int64?
  /// The offset of the Ogg page on which the last unit ends.
  private var nextByteOffset: Int64?
  /// The latest time of another track before the run, or the first one during it.
  var others: Int64?
  /// The times of each other track during the run: the first one on its clock, and the last one.
  private var otherTracks: [Int: (first: Int64, last: Int64)] = [:]

  init(
    index: Int, time: Int64, presented: Int64? = nil, duration: Int64?, lead: Int64?,
    byteOffset: Int64?, others: Int64?
  ) {
    (self.index, self.presented) = (index, presented)
    units = [Unit(first: time, last: time, duration: duration, lead: lead)]
    (self.byteOffset, self.others, hasOffsets) = (byteOffset, others, byteOffset != nil)
  }

  var first: Int64 { units[0].first }
  var last: Int64 { units[units.count - 1].last }
  var duration: Int64? { units[units.count - 1].duration }
  var count: Int { units.reduce(0) { $0 + $1.count } }

  /// Records the offset of a packet; returns whether it belongs to the last unit, if its time does.
  mutating func record(_ offset: Int64?, in container: TrackClock.Container) -> Bool {
    if hasOffsets, offset == nil || offset == byteOffset { return container.countsTimes }
    // The first packet that ends on a page is counted from the page before.
    guard container.isOgg, hasOffsets, nextByteOffset == nil else { return false }
    nextByteOffset = offset
    return true
  }

  /// Records a packet of the track without a time.
  mutating func countUntimed() {
    if units.count == 1 { untimedCount += 1 }
  }

  mutating func extend(to time: Int64, _ duration: Int64?) {
    units[units.count - 1].last = time
    units[units.count - 1].count += 1
    units[units.count - 1].duration = duration
  }

  /// Records a packet of another track. Returns true if the run must be judged without more packets.
  mutating func follow(_ time: Int64, ofTrack index: Int, longestWait: Int64) -> Bool {
    others = others ?? time
    guard let (first, last) = otherTracks[index] else {
      otherTracks[index] = (time, time)
      return false
    }
    if abs(Self.distance(from: last, to: time)) > StrayTimes.interleaving,
      abs(Self.distance(from: self.last, to: time)) <= StrayTimes.interleaving
    {
      // It has the clock of the run, too.
      others = time
      otherTracks[index] = (time, time)
      return false
    }
    otherTracks[index] = (first, time)
    return Self.distance(from: first, to: time) > longestWait
  }

  mutating func beginUnit(at time: Int64, _ duration: Int64?, lead: Int64?, byteOffset: Int64?) {
    units.append(Unit(first: time, last: time, duration: duration, lead: lead))
    (self.byteOffset, nextByteOffset) = (byteOffset, nil)
  }

  /// The correction of a track's first times; nil if they are right, or later units do not follow without a gap.
  var startCorrection: Correction? {
    guard let change = units.indices.dropFirst().first(where: { !follows($0) }),
      change == 1, units.count > 2, units.indices.dropFirst(2).allSatisfy(follows)
    else { return nil }
    let correction = Self.distance(from: end(of: 0), to: units[1].first)
    // A track may pause after its first packets.
    if correction > StrayTimes.interleaving, let others,
      abs(Self.distance(from: others, to: first))
        <= abs(Self.distance(from: others, to: Self.sum(first, correction)))
    {
      return nil
    }
    return Correction(nanoseconds: correction, count: units[0].count)
  }

  /// Whether a later packet is decoded when the first one is presented, or other tracks begin there, so that both times
  /// of that one are right.
  var isConfirmed: Bool {
    guard let presented, Self.distance(from: first, to: presented) > StrayTimes.interleaving
    else { return false }
    let isAmongOthers = others.map {
      abs(Self.distance(from: presented, to: $0)) <= StrayTimes.interleaving
        && abs(Self.distance(from: first, to: $0)) > StrayTimes.interleaving
    }
    return isAmongOthers == true
      || units.dropFirst().contains {
        abs(Self.distance(from: presented, to: $0.first)) <= TrackClock.tolerance
      }
  }

  /// Whether the units after the first one are at equal intervals.
  var isSteady: Bool {
    let steps = units.indices.dropFirst(2).map {
      Self.distance(from: units[$0 - 1].last, to: units[$0].first)
    }
    return steps.count > 1
      && steps.allSatisfy { abs(Self.distance(from: steps[0], to: $0)) <= TrackClock.rounding }
  }

  /// Whether a unit begins at the end of the previous one.
  private func follows(_ index: Int) -> Bool {
    abs(Self.distance(from: end(of: index - 1), to: units[index].first)) <= TrackClock.tolerance
  }

  private func end(of index: Int) -> Int64 {
    let unit = units[index]
    // Without durations, units of video are as long as the last one.
    let step = Self.distance(
      from: units[max(units.count - 2, 0)].last, to: units[units.count - 1].first)
    let count = index == 0 ? untimedCount + 1 : 1
    let (length, overflow) = (unit.duration ?? step).multipliedReportingOverflow(by: count)
    return Self.sum(unit.last, overflow ? .max : length)
  }

  /// Returns the distance between two times, clamped; never `Int64.min`, so that `abs` is safe.
  static func distance(from one: Int64, to other: Int64) -> Int64 {
    let (difference, overflow) = other.subtractingReportingOverflow(one)
    return overflow ? (other < one ? -.max : .max) : max(difference, -.max)
  }

  /// Returns the sum of two times, clamped.
  static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? (one < 0 ? -.max : .max) : max(sum, -.max)
  }
}
