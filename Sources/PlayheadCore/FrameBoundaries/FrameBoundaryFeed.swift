import PlayheadTimekeeping

/// The frames of the played video track that have been read since reading last restarted, and that
/// are not far behind the playhead.
///
/// It answers which frames start in a range of positions: for the subscriptions to frames and keyframes, for steps and
/// for frame numbers. A copy is a snapshot. Copies share their storage until one of them changes.
struct FrameBoundaryFeed {
  /// How long a frame is kept behind the playhead, in nanoseconds of media.
  static let behind: Int64 = 2_000_000_000
  /// The greatest number of frames that are kept.
  static let greatestCount = 65_536

  /// Identifies the restart of reading: frame numbers of feeds with the same one can be compared.
  let id: Int
  /// The position at which reading restarted. Frame 0 is the first frame that starts there or later.
  let origin: MediaTime
  /// The number of frames of the media before the origin; nil while it is not known.
  private var countBeforeOrigin: Int?
  /// A counted position: the number before the origin follows from it once the frames between have come.
  private var counted: (position: MediaTime, count: Int)?
  private var all: FrameList
  private var keyframes: FrameList
  /// All frames that start at or before this position have come; nil before the first packet.
  private(set) var knownThrough: MediaTime?
  /// Whether the media has been read to its end, or to an error.
  private(set) var isComplete = false

  /// Creates an empty feed, where the frames of the previous feed may count as those before the origin.
  init(origin: MediaTime, after previous: FrameBoundaryFeed? = nil) {
    id = previous.map { $0.id + 1 } ?? 0
    self.origin = origin
    countBeforeOrigin = origin <= .zero ? 0 : previous?.countOfMedia(before: .at(origin))
    counted = countBeforeOrigin == nil ? previous?.countedPosition : nil
    all = FrameList(origin: origin)
    keyframes = FrameList(origin: origin)
  }

  // MARK: Reading

  /// Adds a frame that is presented.
  mutating func insert(_ frame: FrameBoundary) {
    guard all.insert(frame) else { return }
    if frame.isKeyframe { _ = keyframes.insert(frame) }
    if all.count > Self.greatestCount {
      all.forgetFirst()
      if let start = all.first?.start { keyframes.forget(before: start) }
    }
  }

  /// Records that all frames up to a position have come. Later ones start after it.
  mutating func know(through position: MediaTime) {
    knownThrough = knownThrough.map { max($0, position) } ?? position
    countBeforeOriginIfKnown()
  }

  /// Records that no more frames will come.
  mutating func complete() {
    isComplete = true
    countBeforeOriginIfKnown()
  }

  /// Forgets frames before a position, which still count. One that earlier ones may follow is kept, for the order.
  mutating func forget(before position: MediaTime) {
    guard let known = isComplete ? position : knownThrough else { return }
    all.forget(before: min(position, known))
    keyframes.forget(before: min(position, known))
  }

  // MARK: Questions

  /// Whether all frames that start at or before a position have come.
  func isKnown(through position: MediaTime) -> Bool {
    isComplete || knownThrough.map { position <= $0 } ?? false
  }

  /// Whether all frames before the last one have come.
  var isContiguous: Bool { last.map { isKnown(through: $0.start) } ?? true }

  /// Whether frames that start at a position or later have been forgotten.
  func hasForgotten(_ position: MediaTime) -> Bool {
    all.forgottenThrough.map { position <= $0 } ?? false
  }

  /// Returns the number of the first frame in a range, whether it has come or not, in O(log *n*).
  func number(_ kind: Schedule.Frames = .all, from start: FrameBoundary.Bound) -> Int {
    self[kind].number(from: start)
  }

  /// The numbers of the frames that can be looked up.
  var numbers: Range<Int> { all.numbers }

  /// Returns the frame with a number; nil if it has been forgotten or has not come yet.
  func frame(_ number: Int, _ kind: Schedule.Frames = .all) -> FrameBoundary? { self[kind][number] }

  /// Returns the first frame in a range; nil if it is not known yet.
  func first(_ kind: Schedule.Frames, from start: FrameBoundary.Bound) -> FrameBoundary? {
    let frame = frame(number(kind, from: start), kind)
    return frame.flatMap { isKnown(through: $0.start) ? $0 : nil }
  }

  /// The first frame that has come and has not been forgotten.
  var first: FrameBoundary? { all.first }

  /// The last frame that has come and has not been forgotten.
  var last: FrameBoundary? { all.last }

  /// Returns the number of frames before a range, from the start of the media; nil if not all are known.
  func countOfMedia(before start: FrameBoundary.Bound) -> Int? {
    let position = start.position
    guard let countBeforeOrigin, position >= completeFrom, isKnown(through: position),
      !hasForgotten(position)
    else { return nil }
    return countBeforeOrigin + number(from: start)
  }

  /// The position from which all frames are complete: reading starts at a keyframe before the origin.
  private var completeFrom: MediaTime {
    min(all.forgottenThrough ?? keyframes.first?.start ?? origin, origin)
  }

  /// A place where the number of frames of the media is known, as early as possible.
  private var countedPosition: (position: MediaTime, count: Int)? {
    guard let countBeforeOrigin else { return counted }
    let start = all.forgottenThrough == nil ? completeFrom : first?.start
    if let start, let count = countOfMedia(before: .at(start)) { return (start, count) }
    return hasForgotten(origin) ? nil : (origin, countBeforeOrigin)
  }

  /// Counts the frames from the origin to the counted place, once they have come.
  private mutating func countBeforeOriginIfKnown() {
    guard countBeforeOrigin == nil, let (place, count) = counted, place >= origin,
      isKnown(through: place), !hasForgotten(place), let last, last.start >= place
    else { return }
    let before = count - number(from: .at(place))
    if before >= 0 { countBeforeOrigin = before }
    counted = nil
  }

  private subscript(kind: Schedule.Frames) -> FrameList {
    kind == .keyframes ? keyframes : all
  }

  /// The frames around a discontinuity.
  struct Crossing {
    /// The frames when the playhead left the position before the discontinuity.
    var before = FrameBoundaryFeed(origin: .zero)
    /// The frames when it came to the position after the discontinuity.
    var after = FrameBoundaryFeed(origin: .zero)
    /// Whether reading restarted, so that `after` lacks frames of `before`.
    var isRestarted = false

    /// The frames that were read before reading restarted; nil if it did not.
    var left: FrameBoundaryFeed? { isRestarted ? before : nil }
  }
}
