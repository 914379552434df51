import PlayheadMedia
import PlayheadTimekeeping

/// The boundaries of a schedule that the playhead has not crossed yet.
///
/// It follows the playhead pass by pass. A pass starts at the position to which the playhead was
/// moved, and continues forwards.
struct BoundaryCursor {
  private var marks: MarkCursor
  private var percentages: PercentageCursor
  var frames: FrameBoundaryCursor?
  private(set) var needsChapters: Bool
  /// The starts and ends of cues that became known after the playhead had crossed them, the first one last.
  private(set) var late: [MediaTime] = []
  private var passStart: MediaTime
  /// The last boundary of this pass that was passed; nil if there is none.
  private var lastPassed: MediaTime?
  /// Whether the playhead was moved to the start of this pass.
  private var hasMoved = false

  /// Creates a cursor at a position, where a boundary counts as crossed if it is passed.
  init(_ schedule: Schedule, from position: MediaTime, isPassed: Bool) {
    passStart = isPassed ? Self.next(after: position) : position
    marks = MarkCursor(schedule, from: passStart)
    percentages = PercentageCursor(schedule.percentages, from: passStart)
    frames = schedule.frames.map { FrameBoundaryCursor($0, from: position, isInclusive: !isPassed) }
    needsChapters = schedule.hasChapters
  }

  /// Adds the chapters. For the order, those up to the last boundary that was passed count as crossed.
  mutating func add(_ chapters: [PresentedChapter]) {
    needsChapters = false
    marks.add(chapters, from: unpassedStart)
  }

  /// Replaces the given times. Those before a position count as crossed, unless a mark before them is still due.
  mutating func replace(_ times: [MediaTime], at position: MediaTime, isPassed: Bool) {
    let reached = isPassed ? Self.next(after: position) : position
    let start = marks.nextDue.map { min($0, reached) } ?? reached
    marks.replace(times, from: max(start, unpassedStart))
  }

  /// Adds starts and ends of cues that have become known.
  ///
  /// They are late if the playhead has crossed them in this pass, and starts also if the pass began in their cues.
  /// While it rests, it has not crossed the start of the pass. If the start of playback will be a value with its
  /// current cues, none are late before it.
  mutating func add(
    _ news: CueFeed.News, of feed: Int, isPaused: Bool, awaitsStart: Bool
  ) {
    let start = unpassedStart
    if !news.replacesAll, !awaitsStart {
      let crossed = news.marks.filter { mark in
        let isPassed = mark.due < start || isPaused && hasMoved && mark.due == passStart
        let isCrossed = mark.due >= passStart && mark.due < start
        let isCurrent = mark.isStart && (mark.end.map { $0 > passStart } ?? true)
        return isPassed && (isCrossed || isCurrent)
      }
      addLate(crossed.map(\.due))
    }
    marks.add(
      cues: news.marks.map(\.due), of: feed, replacesAll: news.replacesAll, from: start)
  }

  /// Removes and returns the first time that is late; nil if there is none.
  mutating func popLate() -> MediaTime? { late.popLast() }

  /// Adds late times, each once, so that the first one is the last of `late`.
  private mutating func addLate(_ dues: [MediaTime]) {
    if dues.count == 1 {
      let index = late.partitioningIndex { $0 <= dues[0] }
      if index == late.count || late[index] != dues[0] { late.insert(dues[0], at: index) }
    } else if !dues.isEmpty {
      late = Set(late + dues).sorted(by: >)
    }
  }

  /// The first position of this pass of which a boundary was not passed.
  private var unpassedStart: MediaTime {
    max(passStart, lastPassed.map(Self.next) ?? passStart)
  }

  /// There is no position between a position and this one.
  private static func next(after position: MediaTime) -> MediaTime {
    position.adding(.nanoseconds(1)) ?? position
  }

  /// The position of the next boundary; nil if there is none, or none is known.
  mutating func nextDue(_ duration: MediaDuration?) -> MediaTime? {
    let dues = (marks.nextDue, percentages.nextDue(duration), frames?.next?.start)
    return earliest(earliest(dues.0, dues.1), dues.2)
  }

  private func earliest(_ one: MediaTime?, _ other: MediaTime?) -> MediaTime? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// The position of the next boundary, if it is crossed: one at the start of a pass only when the playhead moves.
  mutating func nextCrossed(
    at position: MediaTime, isMoving: Bool, _ duration: MediaDuration?
  ) -> MediaTime? {
    guard let due = nextDue(duration), due <= position else { return nil }
    return due < position || position != passStart || isMoving ? due : nil
  }

  /// Passes all boundaries at `due`, which are next.
  mutating func pass(_ due: MediaTime, _ duration: MediaDuration?) -> Boundary {
    var boundary = Boundary()
    lastPassed = due
    marks.pass(due, into: &boundary)
    percentages.pass(due, duration, into: &boundary)
    if let frame = frames?.next, frame.start == due {
      boundary.frame = frame.isKeyframe ? .keyframe : .other
      frames?.pass()
    }
    return boundary
  }

  /// Passes the boundaries up to a position, and returns how many were skipped. The frames may be unknown.
  mutating func skip(
    through position: MediaTime, isMoving: Bool, _ duration: MediaDuration?,
    _ passed: FrameBoundaryFeed?
  ) -> Int {
    var count = late.count
    late.removeAll()
    if let passed, position > passStart || isMoving {
      count += frames?.skip(through: position, passed) ?? 0
    }
    let frames = self.frames.take()
    while let due = nextCrossed(at: position, isMoving: isMoving, duration) {
      _ = pass(due, duration)
      count += 1
    }
    self.frames = frames
    return count
  }

  /// Starts a pass at a position, with the frames before it, if known.
  mutating func move(to position: MediaTime, _ before: FrameBoundaryFeed?) {
    (passStart, lastPassed, hasMoved) = (position, nil, true)
    late.removeAll()
    marks.move(to: position)
    percentages.move(to: position)
    frames?.move(to: position, before)
  }
}
