/// Looks for another recording in few parts of a file, by the clocks in its bytes.
///
/// The times in parts at equal distances, and in more of them near the start and the end, must not go back. Where they
/// advance much faster or slower than the others, the distance is halved until a part contains the jump or there
/// is none. A recording that is shorter than the distance of two parts may be missed. At a URL, where each part needs a
/// connection, four parts are read, and more only if these disagree.
struct ClockSurvey {
  private let clock: RecordingClock
  private let size: Int64
  private let partLength: Int
  private let partCount: Int64
  private let isRemote: Bool
  private let isOneProgram: Bool
  /// Whether a part could not be read.
  private var isIncomplete = false
  /// The number of parts that may still be read.
  private var budget: Int
  private let read: (_ place: Int64, _ count: Int) -> [UInt8]?

  /// Creates a survey of a file; `read` returns exactly `count` bytes at an offset of the file, or nil.
  init(
    of clock: RecordingClock, size: Int64, partLength: Int, partCount: Int = 128,
    isRemote: Bool = false, isOneProgram: Bool = true,
    _ read: @escaping (_ place: Int64, _ count: Int) -> [UInt8]?
  ) {
    // Of a remote file few parts are read, because each takes long; of a local one, parts at equal distances. If all
    // clocks are of one program, one of another PID continues it.
    (self.clock, self.size, self.partLength) = (clock, max(size, 0), max(partLength, 1))
    self.partCount = max(Int64(partCount), 2)
    (self.isRemote, self.isOneProgram) = (isRemote, isOneProgram)
    budget = isRemote ? 24 : 1_000
    self.read = read
  }

  /// Returns whether there are several recordings; nil if the bytes that would show it cannot be read.
  mutating func findJoin() -> Bool? {
    var parts: [RecordingClock.Part] = []
    var strangers: Set<Int> = []
    for place in places {
      guard let part = part(at: place) else {
        // Further connections would fail, too.
        if isRemote { return nil }
        continue
      }
      if part.hasJoin { return true }
      if part.spans.isEmpty { continue }
      if clock == .ogg {
        // All streams of the first recording begin at the start.
        let first = parts.first ?? part
        guard first.place == 0 else { return nil }
        for (stream, span) in part.spans where first.spans[stream] == nil {
          // A single page may have a wrong number.
          if span.isSure || strangers.contains(stream)
            || surroundings(of: part)?.spans[stream]?.isSure == true
          {
            return true
          }
          strangers.insert(stream)
        }
      }
      if let before = parts.last, findStepBack(from: before, to: part) { return true }
      parts.append(part)
    }
    let isJoined = clock.hasSeconds && findHiddenJoin(between: parts)
    return isJoined || !isIncomplete ? isJoined : nil
  }

  /// The offsets of the parts, in order.
  private var places: [Int64] {
    let last = max(size - Int64(partLength), 0)
    // At these, up to six equal recordings differ from one.
    if isRemote { return Set([0, last / 3, last / 5 * 3, last]).sorted() }
    var places: Set<Int64> = [0, last]
    for index in 1..<partCount { places.insert(last / partCount * index) }
    var distance = Int64(partLength)
    while distance < last / partCount {
      places.formUnion([distance, last - distance])
      distance *= 2
    }
    return places.sorted()
  }

  private mutating func part(at place: Int64) -> RecordingClock.Part? {
    part(at: place, length: Int64(partLength))
  }

  private mutating func part(at place: Int64, length: Int64) -> RecordingClock.Part? {
    guard budget > 0 else { return nil }
    budget -= 1
    let count = Int(clamping: min(length, size - place))
    guard let bytes = read(place, count) else {
      isIncomplete = true
      return nil
    }
    return clock.part(at: place, bytes)
  }

  /// Returns the bytes before and after the start of a part.
  private mutating func surroundings(of part: RecordingClock.Part) -> RecordingClock.Part? {
    let length = Int64(partLength)
    return self.part(at: max(part.place - 3 * length, 0), length: 8 * length)
  }

  /// Returns the times of the clock that two parts have in common, or of others in one program, whose map may change.
  private func spans(
    _ one: RecordingClock.Part, _ other: RecordingClock.Part
  ) -> (before: RecordingClock.Span, after: RecordingClock.Span)? {
    let common = one.spans.keys.filter { other.spans[$0] != nil }.min()
    if common == nil, !isOneProgram { return nil }
    guard let first = common ?? one.spans.keys.min(), let second = common ?? other.spans.keys.min(),
      let before = one.spans[first], let after = other.spans[second]
    else { return nil }
    return (before, after)
  }

  /// Returns the ticks from one part to a later one; nil without a common clock.
  private func advance(from one: RecordingClock.Part, to other: RecordingClock.Part) -> Int64? {
    guard let (before, after) = spans(one, other) else { return nil }
    // Parts may overlap.
    let end = other.place < one.place + one.length ? before.first : before.last
    return clock.distance(from: end, to: after.first)
  }

  /// Returns whether two times that agree are after two in a later part; reads what surrounds a part with only one.
  private mutating func findStepBack(
    from one: RecordingClock.Part, to other: RecordingClock.Part
  ) -> Bool {
    guard let ticks = advance(from: one, to: other), ticks < 0,
      let (before, after) = spans(one, other)
    else { return false }
    var (first, second) = (one, other)
    if !before.isSure {
      guard let part = surroundings(of: one) else { return false }
      first = part
    }
    if !after.isSure {
      guard let part = surroundings(of: other) else { return false }
      second = part
    }
    if first.hasJoin || second.hasJoin { return true }
    guard let (before, after) = spans(first, second), let earlier = before.before,
      let later = after.second
    else { return false }
    let end = second.place < first.place + first.length ? before.first : earlier
    return clock.distance(from: end, to: later) < 0
  }

  private mutating func findHiddenJoin(between parts: [RecordingClock.Part]) -> Bool {
    let pairs = parts.indices.dropLast().compactMap { index -> (Int, Double, Double)? in
      guard let ticks = advance(from: parts[index], to: parts[index + 1]) else { return nil }
      return (index, Double(ticks), Double(parts[index + 1].place - parts[index].place))
    }
    let rates = pairs.map { $0.1 / $0.2 }.sorted()
    guard !rates.isEmpty else { return false }
    let usual = rates[rates.count / 2]
    let factor = isRemote ? 4.0 : 2.0
    for (index, ticks, length) in pairs {
      let expected = usual * length
      let isFast = ticks > Double(RecordingClock.longestPause) && ticks > factor * expected
      let isSlow = ticks < expected / factor && expected - ticks > 90_000
      guard isFast || isSlow else { continue }
      if findJoin(from: parts[index], to: parts[index + 1], isFast: isFast) { return true }
    }
    return false
  }

  /// Halves the distance of two parts, towards where the clock is fastest, or slowest.
  private mutating func findJoin(
    from one: RecordingClock.Part, to other: RecordingClock.Part, isFast: Bool
  ) -> Bool {
    var (low, high) = (one, other)
    while high.place - low.place > Int64(partLength) {
      guard let middle = part(at: low.place + (high.place - low.place) / 2), !middle.spans.isEmpty
      else { return false }
      if middle.hasJoin { return true }
      guard let before = advance(from: low, to: middle), let after = advance(from: middle, to: high)
      else { return false }
      if before < 0 || after < 0 {
        return findStepBack(from: low, to: middle) || findStepBack(from: middle, to: high)
      }
      if (before > after) == isFast { high = middle } else { low = middle }
    }
    // A low rate is no pause between two times.
    return isFast && surroundings(of: low)?.hasJoin == true
  }
}
