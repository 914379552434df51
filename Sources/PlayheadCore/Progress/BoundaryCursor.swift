import Media
import Timekeeping

/// Which boundaries of a schedule playback has crossed and which one is next.
///
/// It follows one pass of the playhead after another: a pass begins where the playhead was moved
/// to, and goes on forwards.
struct BoundaryCursor {
  /// A boundary that does not depend on what has been read.
  private struct Mark {
    var due: MediaTime
    var boundary: Boundary
  }

  private var marks: [Mark]
  private var nextMark = 0
  private let percentages: [Int64]
  private var nextPercentage = 0
  /// From where on `nextPercentage` is to be found, once the duration is known.
  private var percentagesFrom: MediaTime?
  private(set) var needsChapters: Bool
  var frames: FrameBoundaryCursor?
  private var passStart: MediaTime

  /// Begins at a position; what lies there is still to come unless `isPassed`.
  init(_ schedule: Schedule, from position: MediaTime, isPassed: Bool) {
    marks = schedule.times.filter { $0 >= .zero }
      .map { Mark(due: $0, boundary: Boundary(isGivenTime: true)) }
    percentages = schedule.percentages
    needsChapters = schedule.hasChapters
    frames = schedule.frames.map { FrameBoundaryCursor($0, from: position, isInclusive: !isPassed) }
    // The nanosecond after it, where it has been passed: no position lies between.
    passStart = isPassed ? position.adding(.nanoseconds(1)) ?? position : position
    nextMark = placeOfMark(from: passStart)
    percentagesFrom = passStart
  }

  private func placeOfMark(from position: MediaTime) -> Int {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].due < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes in the chapters, before anything is told of this pass.
  mutating func take(_ chapters: [PresentedChapter]) {
    needsChapters = false
    let added = chapters.map { Mark(due: $0.position, boundary: Boundary(chapter: $0.index)) }
    marks = (marks + added).sorted { $0.due < $1.due }
    nextMark = placeOfMark(from: passStart)
  }

  private func due(ofPercentage percentage: Int64, _ duration: MediaDuration?) -> MediaTime? {
    guard let duration else { return nil }
    if percentage == Schedule.wholePercentage { return duration.isExact ? duration.time : nil }
    let whole = Int128(Schedule.wholePercentage)
    let part = Int128(duration.time.nanoseconds(rounding: .down)) * Int128(percentage)
    return Int64(exactly: (part + whole - 1) / whole).map(MediaTime.nanoseconds)
  }

  private mutating func findPercentage(_ duration: MediaDuration?) {
    guard let from = percentagesFrom, duration != nil else { return }
    percentagesFrom = nil
    nextPercentage =
      percentages.firstIndex { due(ofPercentage: $0, duration).map { $0 >= from } ?? true }
      ?? percentages.count
  }

  /// When the next boundary is due, as far as that is known; nil where none is.
  mutating func nextDue(_ duration: MediaDuration?) -> MediaTime? {
    findPercentage(duration)
    var least: MediaTime?
    if nextMark < marks.count { least = marks[nextMark].due }
    // What the end, once it is known, puts before the pass was not crossed in it.
    while percentagesFrom == nil, duration?.isExact == true, nextPercentage < percentages.count,
      let due = due(ofPercentage: percentages[nextPercentage], duration), due < passStart
    {
      nextPercentage += 1
    }
    if percentagesFrom == nil, nextPercentage < percentages.count,
      let due = due(ofPercentage: percentages[nextPercentage], duration)
    {
      least = least.map { min($0, due) } ?? due
    }
    if let due = frames?.next?.start { least = least.map { min($0, due) } ?? due }
    return least
  }

  /// When the next boundary is due that the playhead has crossed when it is at `position`. It tells
  /// one at the start of a pass only where the playhead moves from there.
  mutating func nextCrossed(
    at position: MediaTime, isMoving: Bool, _ duration: MediaDuration?
  ) -> MediaTime? {
    guard let due = nextDue(duration), due <= position else { return nil }
    return due < position || position != passStart || isMoving ? due : nil
  }

  /// Takes all that lies at `due`, the next.
  mutating func pass(_ due: MediaTime, _ duration: MediaDuration?) -> Boundary {
    var boundary = Boundary()
    while nextMark < marks.count, marks[nextMark].due == due {
      boundary.merge(marks[nextMark].boundary)
      nextMark += 1
    }
    while percentagesFrom == nil, nextPercentage < percentages.count,
      self.due(ofPercentage: percentages[nextPercentage], duration) == due
    {
      boundary.percentage = boundary.percentage ?? Double(percentages[nextPercentage]) / 1_000_000
      nextPercentage += 1
    }
    if let frame = frames?.next, frame.start == due {
      boundary.frame = frame.isKeyframe ? .keyframe : .other
      frames?.pass()
    }
    return boundary
  }

  /// Gives up the boundaries up to `position`, before which there were so many frames, and returns
  /// how many those are.
  mutating func skip(
    through position: MediaTime, isMoving: Bool, _ duration: MediaDuration?,
    _ passed: FrameBoundaryFeed?
  ) -> Int {
    var count = 0
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

  /// Begins a pass at a position.
  mutating func move(to position: MediaTime, _ before: FrameBoundaryFeed?) {
    passStart = position
    nextMark = placeOfMark(from: position)
    nextPercentage = 0
    percentagesFrom = position
    frames?.move(to: position, before)
  }
}
