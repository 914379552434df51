import PlayheadTimekeeping

/// Cues in the order of their starts, which can be searched for those that are current at a time.
public struct CueTrack: RandomAccessCollection, Hashable, Sendable {
  /// The track of media whose cues are read.
  @nonexhaustive
  public enum Choice: Hashable, Sendable {
    /// The subtitle track that the container marks as the default, or else the first one.
    case usual
    /// The subtitle track with an index in the container.
    case index(Int)
    /// The first subtitle track in a language, as the container stores it (`eng`).
    case language(String)
  }

  private let cues: [Cue]
  /// A balanced tree over the cues: the entry in the middle of a range is the latest end in that range, in nanoseconds.
  ///
  /// Times beyond the range of nanoseconds are compared exactly.
  private let latestEnds: [Int64]

  /// Creates a track.
  ///
  /// - Parameter cues: The cues in any order. Those that begin at the same time keep their order.
  /// - Complexity: O(*n* log *n*).
  public init(_ cues: some Sequence<Cue> = []) {
    let cues = Array(cues)
    let isInOrder = zip(cues, cues.dropFirst()).allSatisfy { $0.start <= $1.start }
    let ordered =
      isInOrder
      ? cues
      : cues.enumerated()
        .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    var ends = ordered.map {
      Swift.max($0.lastingEnd?.nanoseconds(rounding: .up) ?? .max, .min + 1)
    }
    Self.collectEnds(&ends, in: ordered.indices)
    (self.cues, latestEnds) = (ordered, ends)
  }

  @discardableResult
  private static func collectEnds(_ ends: inout [Int64], in range: Range<Int>) -> Int64 {
    if range.isEmpty { return .min }
    let middle = range.lowerBound + range.count / 2
    let latest = Swift.max(
      ends[middle], collectEnds(&ends, in: range.lowerBound..<middle),
      collectEnds(&ends, in: middle + 1..<range.upperBound))
    ends[middle] = latest
    return latest
  }

  /// The position of the first cue.
  public var startIndex: Int { 0 }
  /// The position after the last cue.
  public var endIndex: Int { cues.count }

  /// The cue at a position.
  public subscript(position: Int) -> Cue { cues[position] }

  /// Returns the cues that are current at a time, in the order of their starts.
  ///
  /// - Parameter time: A time of the track's timeline.
  /// - Returns: The cues.
  /// - Complexity: O(log *n*) for each cue that is returned.
  public func cues(at time: MediaTime) -> [Cue] { cues(at: time, newest: .max) }

  /// Returns the cues that are current at a time, or the newest ones, in the order of their starts.
  package func cues(at time: MediaTime, newest limit: Int) -> [Cue] {
    var current: [Cue] = []
    let started = cues.partitioningIndex { $0.start > time }
    collect(
      limit, at: time, Swift.min(time.nanoseconds(rounding: .down), .max - 1), in: cues.indices,
      before: started, into: &current)
    return current.reversed()
  }

  /// Collects current cues, the newest first.
  private func collect(
    _ limit: Int, at time: MediaTime, _ nanoseconds: Int64, in range: Range<Int>,
    before started: Int, into current: inout [Cue]
  ) {
    guard !range.isEmpty, range.lowerBound < started, current.count < limit else { return }
    let middle = range.lowerBound + range.count / 2
    guard latestEnds[middle] > nanoseconds else { return }
    collect(
      limit, at: time, nanoseconds, in: middle + 1..<range.upperBound, before: started,
      into: &current)
    if current.count < limit, middle < started, cues[middle].isCurrent(at: time) {
      current.append(cues[middle])
    }
    collect(
      limit, at: time, nanoseconds, in: range.lowerBound..<middle, before: started, into: &current)
  }

  /// Returns the first cue that begins after a time.
  ///
  /// - Parameter time: A time of the track's timeline.
  /// - Returns: The cue; nil if none begins after the time.
  /// - Complexity: O(log *n*).
  public func next(after time: MediaTime) -> Cue? {
    let index = cues.partitioningIndex { $0.start > time }
    return index < cues.count ? cues[index] : nil
  }

  /// The times at which a cue begins or ends, in any order.
  package var boundaries: [MediaTime] {
    cues.flatMap { [$0.start, $0.lastingEnd].compactMap(\.self) }
  }
}
