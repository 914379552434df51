import PlayheadMedia
import PlayheadTimekeeping

/// Judges the times of the fragments of a track as they come.
///
/// A fragment that does not continue the one before it is wrong if the next one does. Until that comes, it is pending.
/// The first one is judged by the next two, if it may be wrong. Times are in ticks of the track.
struct FragmentClock {
  /// The packets of the track in a fragment.
  struct Fragment {
    let bytes: Range<Int64>
    let start: Int64
    let length: Int64
    /// The longest interval before the first packet that is no jump, if intervals vary.
    var longestInterval: Int64?

    var end: Int64 { MovieFragments.sum(start, length) }
  }

  /// Milliseconds by which a time may differ from what is expected.
  private static let tolerance: Int64 = 60
  /// The longest pause before the last fragment, in nanoseconds, if no other track shows it.
  private static let longestPause: Int64 = 3_600_000_000_000
  /// How far before zero a track may begin, in milliseconds.
  private static let earliest: Int64 = 300
  /// How far a track goes back where another recording begins, in milliseconds. Fragments may overlap.
  private static let leastStepBack: Int64 = 10_000
  private static let greatestCount = 8_192

  private let timebase: Timebase
  private let tolerance: Int64
  /// Where the next fragment is expected; nil before the first one.
  private(set) var end: Int64?
  /// The first fragments, if the first one may be wrong, and then the one that is judged by the next.
  private(set) var pending: [Fragment] = []
  /// The corrections, in the order of the fragments; of no ticks for one behind a wrong one, with which libavformat has
  /// compared it.
  private(set) var deviations: [(bytes: Range<Int64>, ticks: Int64)] = []

  /// The offsets in bytes at which other recordings begin, and what to add to the times from there.
  private var joins: [(offset: Int64, ticks: Int64)] = []
  /// The fragment that was accepted because the next one continues it, and its jump.
  private var confirmed: (fragment: Fragment, jump: Int64)?
  /// The start of the first fragment.
  private var first: Int64?

  init(_ timebase: Timebase) {
    self.timebase = timebase
    tolerance = Self.ticks(Self.tolerance, timebase)
  }

  private static func ticks(_ milliseconds: Int64, _ timebase: Timebase) -> Int64 {
    MediaTime.milliseconds(milliseconds).converted(to: timebase, rounding: .up)?.ticks ?? 1
  }

  /// The expected time, in nanoseconds.
  var endTime: Int64? { end.map(nanoseconds) }

  /// By how much the pending fragment is later than expected, in nanoseconds.
  var jump: Int64? {
    guard let end, let first = pending.first else { return nil }
    return MovieFragments.distance(from: nanoseconds(end), to: nanoseconds(first.start))
  }

  func ticks(ofNanoseconds time: Int64) -> Int64 {
    MediaTime.nanoseconds(time).converted(to: timebase, rounding: .up)?.ticks ?? 1
  }

  func nanoseconds(_ ticks: Int64) -> Int64 {
    MediaTime(ticks: ticks, timebase: timebase).nanoseconds(rounding: .down)
  }

  /// Whether the time of a packet is not known yet.
  func isPending(at offset: Int64) -> Bool {
    pending.first.map { offset >= $0.bytes.lowerBound } ?? false
  }

  /// Returns the correction of the packet at an offset; nil if there is none.
  func deviation(at offset: Int64) -> (bytes: Range<Int64>, ticks: Int64)? {
    let index = deviations.partitioningIndex { $0.bytes.upperBound > offset }
    return index < deviations.count && deviations[index].bytes.contains(offset)
      ? deviations[index] : nil
  }

  var hasDeviations: Bool { !deviations.isEmpty || !joins.isEmpty }

  /// Returns what to add to the time of the packet at an offset for the recordings before it.
  func joined(at offset: Int64) -> Int64 { joins.last { $0.offset <= offset }?.ticks ?? 0 }

  /// Places the pending fragment and all behind it at the end of those before it, if it goes back: another recording
  /// begins, or the first time was wrong.
  ///
  /// - Parameter jump: The jump of the tracks, in nanoseconds.
  mutating func join(by jump: Int64) {
    guard let fragment = pending.first, let end else { return }
    let ticks = MediaTime.nanoseconds(jump)
      .converted(to: timebase, rounding: .toNearestOrEven)?.ticks
    join(fragment, by: ticks ?? MovieFragments.distance(from: end, to: fragment.start))
  }

  /// Does so if the fragment before the last one was accepted because the last one continues it.
  mutating func joinConfirmedJump() {
    if let (fragment, jump) = confirmed.take() { join(fragment, by: jump) }
  }

  private mutating func join(_ fragment: Fragment, by jump: Int64) {
    let isBeforeFirst = first.map { MovieFragments.sum(fragment.start, tolerance) < $0 } ?? false
    let least = isBeforeFirst ? tolerance : Self.ticks(Self.leastStepBack, timebase)
    guard jump < -least, joins.count < Self.greatestCount else { return }
    let before = joined(at: fragment.bytes.lowerBound)
    joins.append((fragment.bytes.lowerBound, MovieFragments.distance(from: jump, to: before)))
    record(fragment.bytes, 0)
  }

  /// Continues with any fragment.
  mutating func restart() { (end, pending, confirmed) = (nil, [], nil) }

  /// Adds the next fragment.
  ///
  /// - Parameters:
  ///   - declaredEnd: The end of the last packet before it.
  ///   - isCredible: Whether it may be the first one without others that show it.
  ///   - isResumed: Whether the other tracks show that the track has paused before it.
  ///   - othersContinue: Whether the other tracks show no jump.
  mutating func add(
    _ fragment: Fragment, after declaredEnd: Int64?, isCredible: Bool, isResumed: Bool = false,
    othersContinue: Bool
  ) {
    first = first ?? fragment.start
    if let known = deviation(at: fragment.bytes.lowerBound) {
      // It was judged before a seek.
      return end = MovieFragments.sum(fragment.end, known.ticks)
    }
    guard let end else { return begin(fragment, isCredible, othersContinue) }
    if let first = pending.first {
      pending = []
      if isNear(fragment.start, MovieFragments.sum(end, first.length)) {
        return correct(first, to: end, before: fragment)
      }
      if isNear(fragment.start, first.end) {
        confirmed = (first, MovieFragments.distance(from: end, to: first.start))
      }
      self.end = first.end
    }
    let ends = [self.end, declaredEnd].compactMap(\.self)
    if isResumed || mayPause(fragment) || ends.contains(where: { isNear(fragment.start, $0) }) {
      self.end = fragment.end
    } else {
      pending = [fragment]
    }
  }

  /// Whether the intervals of a track vary as much as that before a fragment.
  private func mayPause(_ fragment: Fragment) -> Bool {
    guard let end, let longest = fragment.longestInterval else { return false }
    let pause = MovieFragments.distance(from: end, to: fragment.start)
    return -tolerance <= pause && pause <= longest
  }

  /// Adds one of the first three fragments.
  private mutating func begin(_ fragment: Fragment, _ isCredible: Bool, _ othersContinue: Bool) {
    guard let first = pending.first else {
      return isCredible ? end = fragment.end : pending.append(fragment)
    }
    guard pending.count > 1 else {
      if isNear(fragment.start, first.end) {
        (end, pending) = (fragment.end, [])
      } else {
        pending.append(fragment)
      }
      return
    }
    let second = pending[1]
    pending = []
    if isNear(fragment.start, MovieFragments.sum(first.end, second.length)) {
      return correct(second, to: first.end, before: fragment)
    }
    end = fragment.end
    let expected = MovieFragments.distance(from: first.length, to: second.start)
    let earliest = -Self.ticks(Self.earliest, timebase)
    if isNear(fragment.start, second.end), expected >= earliest,
      first.start > expected || first.start < earliest || othersContinue
    {
      correct(first, to: expected, before: second)
      end = fragment.end
    }
  }

  /// Accepts what is pending.
  mutating func accept() {
    end = pending.last?.end ?? end
    pending = []
  }

  /// Judges what is pending without a later fragment. Media may be missing before it, or was paused.
  ///
  /// - Parameters:
  ///   - othersContinue: Whether the other tracks, if any, show no jump.
  ///   - latest: The greatest end of a track, in nanoseconds.
  mutating func finish(othersContinue: Bool, latest: Int64) {
    guard let end, let last = pending.first else { return accept() }
    let isFar = nanoseconds(last.start) > MovieFragments.sum(latest, Self.longestPause)
    guard othersContinue, last.start < end || isFar else { return accept() }
    pending = []
    correct(last, to: end, before: nil)
  }

  private mutating func correct(_ wrong: Fragment, to start: Int64, before next: Fragment?) {
    let ticks = MovieFragments.distance(from: wrong.start, to: start)
    end = next?.end ?? MovieFragments.sum(start, wrong.length)
    record(wrong.bytes, ticks)
    if let next { record(next.bytes, 0) }
  }

  private mutating func record(_ bytes: Range<Int64>, _ ticks: Int64) {
    guard deviations.count < Self.greatestCount, deviation(at: bytes.lowerBound) == nil else {
      return
    }
    let index = deviations.partitioningIndex { $0.bytes.lowerBound > bytes.lowerBound }
    deviations.insert((bytes, ticks), at: index)
  }

  private func isNear(_ one: Int64, _ other: Int64) -> Bool {
    abs(MovieFragments.distance(from: one, to: other)) <= tolerance
  }
}
