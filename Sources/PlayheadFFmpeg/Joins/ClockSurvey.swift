/// Looks for another recording in few parts of a file, by the clocks in its bytes.
///
/// The times in parts at equal distances, and in more of them near the start and the end, must not go back. Where they
/// advance much faster or slower than the others, the distance is halved until a part contains the jump or there
/// is none. A recording that is shorter than the distance of two parts may be missed.
struct ClockSurvey {
  private let clock: RecordingClock
  private let size: Int64
  private let partLength: Int
  private let partCount: Int64
  /// The number of parts that may still be read.
  private var budget: Int
  private let read: (_ place: Int64, _ count: Int) -> [UInt8]?

  /// - Parameters:
  ///   - clock: The clocks of the container.
  ///   - size: The length of the file in bytes.
  ///   - partLength: The length of each part.
  ///   - partCount: The number of parts at equal distances.
  ///   - greatestPartCount: The greatest number of parts that are read.
  ///   - read: Returns exactly `count` bytes at an offset of the file, or nil.
  init(
    of clock: RecordingClock, size: Int64, partLength: Int, partCount: Int = 128,
    greatestPartCount: Int = 1_000, _ read: @escaping (_ place: Int64, _ count: Int) -> [UInt8]?
  ) {
    (self.clock, self.size, self.partLength) = (clock, max(size, 0), max(partLength, 1))
    self.partCount = max(Int64(partCount), 2)
    budget = greatestPartCount
    self.read = read
  }

  /// Returns whether there are several recordings.
  mutating func findsJoin() -> Bool {
    var parts: [RecordingClock.Part] = []
    var known: Set<Int>?
    for place in places {
      guard let part = part(at: place) else { continue }
      if part.hasJoin { return true }
      if part.spans.isEmpty { continue }
      if clock == .ogg, let known, !known.isSuperset(of: part.spans.keys) { return true }
      known = known ?? Set(part.spans.keys)
      if let before = parts.last, goesBack(from: before, to: part) { return true }
      parts.append(part)
    }
    return clock.hasSeconds && hasHiddenJoin(between: parts)
  }

  /// The offsets of the parts, in order.
  private var places: [Int64] {
    let last = max(size - Int64(partLength), 0)
    var places: Set<Int64> = [0, last]
    for index in 1..<partCount { places.insert(last / partCount * index) }
    if budget > 2 * partCount {
      var distance = Int64(partLength)
      while distance < last / partCount {
        places.formUnion([distance, last - distance])
        distance *= 2
      }
    }
    return places.sorted()
  }

  private mutating func part(at place: Int64) -> RecordingClock.Part? {
    guard budget > 0 else { return nil }
    budget -= 1
    let count = Int(clamping: min(Int64(partLength), size - place))
    return read(place, count).map { clock.part(at: place, $0) }
  }

  /// Returns the ticks from one part to a later one by the clocks that both have, or by others if the PIDs
  /// differ: a program map may have changed.
  private func advance(from one: RecordingClock.Part, to other: RecordingClock.Part) -> Int64? {
    let common = one.spans.keys.filter { other.spans[$0] != nil }.min()
    let (first, second) = (common ?? one.spans.keys.min(), common ?? other.spans.keys.min())
    guard let before = first.flatMap({ one.spans[$0] }),
      let after = second.flatMap({ other.spans[$0] })
    else { return nil }
    // Parts may overlap.
    let end = other.place < one.place + Int64(partLength) ? before.first : before.last
    return clock.distance(from: end, to: after.first)
  }

  private func goesBack(from one: RecordingClock.Part, to other: RecordingClock.Part) -> Bool {
    advance(from: one, to: other).map { $0 < 0 } ?? false
  }

  private mutating func hasHiddenJoin(between parts: [RecordingClock.Part]) -> Bool {
    let pairs = parts.indices.dropLast().compactMap { index -> (Int, Double, Double)? in
      guard let ticks = advance(from: parts[index], to: parts[index + 1]) else { return nil }
      return (index, Double(ticks), Double(parts[index + 1].place - parts[index].place))
    }
    let rates = pairs.map { $0.1 / $0.2 }.sorted()
    guard !rates.isEmpty else { return false }
    let usual = rates[rates.count / 2]
    for (index, ticks, length) in pairs {
      let expected = usual * length
      let isFast = ticks > Double(RecordingClock.longestPause) && ticks > 2 * expected
      let isSlow = ticks < expected / 2 && expected - ticks > 90_000
      guard isFast || isSlow else { continue }
      if hasJoin(from: parts[index], to: parts[index + 1], isFast: isFast) { return true }
    }
    return false
  }

  /// Halves the distance of two parts, towards where the clock is fastest, or slowest.
  private mutating func hasJoin(
    from one: RecordingClock.Part, to other: RecordingClock.Part, isFast: Bool
  ) -> Bool {
    var (low, high) = (one, other)
    while high.place - low.place > Int64(partLength) {
      guard let middle = part(at: low.place + (high.place - low.place) / 2), !middle.spans.isEmpty
      else { return false }
      if middle.hasJoin { return true }
      guard let before = advance(from: low, to: middle), let after = advance(from: middle, to: high)
      else { return false }
      if before < 0 || after < 0 { return true }
      if (before > after) == isFast { high = middle } else { low = middle }
    }
    return isFast && advance(from: low, to: high).map { $0 > RecordingClock.longestPause } ?? false
  }
}
