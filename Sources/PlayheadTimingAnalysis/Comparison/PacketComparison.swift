import PlayheadTimekeeping

/// How the packets of a track differ from those of a corresponding track.
public struct PacketComparison: Hashable, Sendable {
  /// Packets that follow each other and differ in the same way.
  public struct Difference: Hashable, Sendable {
    /// How packets differ.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable {
      /// The other recording lacks the packets.
      case missing
      /// Only the other recording has the packets.
      case added
      /// The other recording has more packets than the first at the time of a packet.
      case doubled
      /// The packets are presented at another time.
      case moved
    }

    /// How the packets differ.
    public var kind: Kind
    /// The number of packets.
    public var count = 1
    /// The container's time of the first packet: in the first recording if packets are missing, otherwise in the other.
    public var start: MediaTime
    /// The time of the last one.
    public var end: MediaTime
    /// How much later moved packets are presented, besides `shift`.
    public var delay: MediaTime?
  }

  /// How much later the track runs in the other recording, on the clocks of the containers.
  public var shift = MediaTime.zero
  /// The number of packets at the same time.
  public var matchedCount = 0
  /// The number of those with the same size.
  public var equalSizeCount = 0
  /// The differences in the order of time.
  public var differences = CappedList<Difference>()
  /// The number of packets of each kind of difference.
  public var counts: [Difference.Kind: Int] = [:]
  /// Whether at least half of the packets of the shorter track have a counterpart. Otherwise, as after encoding with
  /// another frame rate, there are no `differences`.
  public var corresponds = true
  /// Whether all packets were compared.
  public var isComplete = true
}

/// Compares the packets of two tracks.
struct PacketMatcher {
  private enum Event {
    case matched(isSameSize: Bool)
    case missing(ticks: Int64, seconds: Double)
    /// A packet that only the other recording has; `isDoubled` if it is at the time of a matched one.
    case added(ticks: Int64, seconds: Double, isDoubled: Bool)
  }

  /// A track whose first packets may not be presented.
  private struct Side {
    let times: PacketTimes
    /// The number of packets before the start of presentation: priming, which some containers mark as discarded.
    let primingCount: Int

    init(_ times: PacketTimes, from start: MediaTime?) {
      self.times = times
      guard let start else {
        primingCount = 0
        return
      }
      let limit = start.seconds + times.timebase.secondsPerTick
      var (reader, count) = (PacketTimes.Presentation(times), 0)
      _ = reader.next()
      // A packet that ends before the start precedes one that begins there.
      while let next = reader.next(), next.seconds <= limit { count += 1 }
      primingCount = count
    }

    var count: Int { times.count - primingCount }

    /// The step of times in seconds: a tick, or a millisecond if packets were copied from a container like Matroska.
    var roundingStep: Double {
      let (tick, millisecond) = (times.timebase.secondsPerTick, 0.001)
      var packets = packets
      while tick < millisecond, let packet = packets.next() {
        let count = packet.seconds / millisecond
        if abs(count - count.rounded()) * millisecond > tick * 0.51 { return tick }
      }
      return tick < millisecond ? millisecond : tick
    }

    var packets: PacketTimes.Presentation {
      var packets = PacketTimes.Presentation(times)
      for _ in 0..<primingCount { _ = packets.next() }
      return packets
    }
  }

  private let one: Side
  private let other: Side
  /// The greatest distance of packets at the same time, in seconds.
  private let tolerance: Double
  /// That of packets whose times are the same; nil if the timebases differ.
  private let precision: Double?

  /// Creates a matcher of two tracks, in which priming before the starts of presentation does not count, if given.
  init(
    _ one: PacketTimes, _ other: PacketTimes,
    from starts: (one: MediaTime?, other: MediaTime?)? = nil
  ) {
    self.one = Side(one, from: starts?.one)
    self.other = Side(other, from: starts?.other)
    let ticks = (one.timebase.secondsPerTick, other.timebase.secondsPerTick)
    // Times are rounded to ticks in each file. If only the shift differs, in the same timebase, to one of two ticks.
    let steps = (self.one.roundingStep, self.other.roundingStep)
    let isSame = one.timebase == other.timebase && steps.0 == steps.1
    let rounding = isSame ? steps.0 : steps.0 + steps.1
    let interval = min(Self.meanInterval(of: self.one), Self.meanInterval(of: self.other))
    tolerance = max(min(rounding * 1.01, interval / 2), min(ticks.0, ticks.1) / 4)
    precision = one.timebase == other.timebase ? ticks.0 / 4 : nil
  }

  /// Returns the mean distance of packets in seconds; infinite if there are fewer than two.
  private static func meanInterval(of side: Side) -> Double {
    guard let (first, last) = ends(of: side), side.count > 1 else { return .infinity }
    let timebase = side.times.timebase.secondsPerTick
    return (Double(last) - Double(first)) * timebase / Double(side.count - 1)
  }

  /// Compares the packets at the best shift, or at the expected one, of another track, if no other is better.
  func comparison(expecting expected: MediaTime = .zero) -> PacketComparison {
    var best = Score(expected, self)
    for shift in candidates where !best.isComplete(of: self) {
      let score = Score(shift, self)
      if score.isBetter(than: best, near: expected) { best = score }
    }
    return comparison(shiftedBy: best.shift)
  }

  /// The shifts at which the tracks may correspond: at their starts and ends, and where packets have the same sizes.
  private var candidates: [MediaTime] {
    guard let own = Self.ends(of: one), let others = Self.ends(of: other) else { return [] }
    var shifts: [MediaTime?] = [
      .zero, shift(from: own.first, to: others.first), shift(from: own.last, to: others.last),
    ]
    for part in 1...3 {
      shifts.append(run(at: part, of: one, in: other).flatMap { shift(from: $0.0, to: $0.1) })
      shifts.append(run(at: part, of: other, in: one).flatMap { shift(from: $0.1, to: $0.0) })
    }
    var distinct: [MediaTime] = []
    for case let shift? in shifts
    where !distinct.contains(where: { abs($0.seconds - shift.seconds) <= tolerance }) {
      distinct.append(shift)
    }
    return distinct
  }

  private func shift(from ticks: Int64, to others: Int64) -> MediaTime? {
    MediaTime(ticks: others, timebase: other.times.timebase)
      .subtracting(MediaTime(ticks: ticks, timebase: one.times.timebase))
  }

  private static func ends(of side: Side) -> (first: Int64, last: Int64)? {
    var reader = side.packets
    guard let first = reader.next()?.ticks else { return nil }
    var last = first
    while let entry = reader.next() { last = max(last, entry.ticks) }
    return (first, last)
  }

  /// Returns the times in both tracks where 12 packets from a quarter of one have the same sizes in the other.
  private func run(
    at quarter: Int, of side: Side, in others: Side
  ) -> (Int64, Int64)? {
    let length = 12
    var reader = side.packets
    for _ in 0..<side.count / 4 * quarter { _ = reader.next() }
    guard let first = reader.next() else { return nil }
    var sizes = [first.byteCount]
    while sizes.count < length, let entry = reader.next() { sizes.append(entry.byteCount) }
    guard sizes.count == length, Set(sizes).count > 2 else { return nil }
    var recent: [(ticks: Int64, byteCount: UInt64)] = []
    var search = others.packets
    while let entry = search.next() {
      if recent.count == length { recent.removeFirst() }
      recent.append((entry.ticks, entry.byteCount))
      if entry.byteCount == sizes[length - 1], recent.count == length,
        zip(recent, sizes).allSatisfy({ $0.byteCount == $1 })
      {
        return (first.ticks, recent[0].ticks)
      }
    }
    return nil
  }

  /// How well the tracks correspond at a shift.
  private struct Score {
    let shift: MediaTime
    private(set) var matched = 0
    private var equal = 0

    init(_ shift: MediaTime, _ matcher: PacketMatcher) {
      self.shift = shift
      matcher.merge(shift, within: matcher.tolerance) { event in
        guard case .matched(let isSameSize) = event else { return }
        matched += 1
        if isSameSize { equal += 1 }
      }
      // A few sizes are always equal.
      if equal * 2 < matched { equal = 0 }
    }

    /// Whether no other shift can be better.
    func isComplete(of matcher: PacketMatcher) -> Bool {
      matched == max(matcher.one.count, matcher.other.count) && equal == matched
    }

    func isBetter(than other: Score, near expected: MediaTime) -> Bool {
      if equal != other.equal { return equal > other.equal }
      if matched != other.matched { return matched > other.matched }
      let distance = abs(shift.seconds - expected.seconds)
      return distance < abs(other.shift.seconds - expected.seconds)
    }
  }

  /// Passes through both tracks in the order of presentation.
  private func merge(_ shift: MediaTime, within tolerance: Double, _ body: (Event) -> Void) {
    let offset = shift.seconds
    var (ones, others) = (one.packets, other.packets)
    var (a, b) = (ones.next(), others.next())
    var matched = -Double.infinity
    while a != nil || b != nil {
      let distance = (b?.seconds ?? .infinity) - (a.map { $0.seconds + offset } ?? .infinity)
      if let first = a, let second = b, abs(distance) <= tolerance {
        body(.matched(isSameSize: first.byteCount == second.byteCount))
        matched = second.seconds
        (a, b) = (ones.next(), others.next())
      } else if let first = a, distance > 0 || b == nil {
        body(.missing(ticks: first.ticks, seconds: first.seconds + offset))
        a = ones.next()
      } else if let second = b {
        let isDoubled = second.seconds - matched <= tolerance
        body(.added(ticks: second.ticks, seconds: second.seconds, isDoubled: isDoubled))
        b = others.next()
      }
    }
  }

  /// Returns the tolerance at a shift. If few packets are not at exactly the same time, no times were rounded.
  private func tolerance(at shift: MediaTime) -> Double {
    guard let precision else { return tolerance }
    var count = 0
    merge(shift, within: precision) { if case .matched = $0 { count += 1 } }
    let rest = min(one.count, other.count) - count
    return rest <= max(count / 200, count < 24 ? 0 : 1) ? precision : tolerance
  }

  private func comparison(shiftedBy shift: MediaTime) -> PacketComparison {
    let tolerance = tolerance(at: shift)
    var result = PacketComparison()
    result.shift = shift
    result.isComplete = one.times.isComplete && other.times.isComplete
    var runs = DifferenceRuns(one.times.timebase, other.times.timebase, shift, tolerance: tolerance)
    merge(shift, within: tolerance) { event in
      switch event {
      case .matched(let isSameSize):
        result.matchedCount += 1
        if isSameSize { result.equalSizeCount += 1 }
        runs.endRun()
      case .missing(let ticks, let seconds): runs.addMissing(ticks, seconds)
      case .added(let ticks, let seconds, let isDoubled):
        runs.addAdded(ticks, seconds, isDoubled: isDoubled)
      }
    }
    runs.endRun()
    let least = min(one.count, other.count)
    result.corresponds = result.matchedCount * 2 >= least
    if result.corresponds { (result.differences, result.counts) = (runs.list, runs.counts) }
    return result
  }
}
