import PlayheadTimekeeping

/// The given times, the starts and ends of cues, and the chapters that the playhead has not crossed yet.
struct MarkCursor {
  private struct Mark {
    var due: MediaTime
    var boundary: Boundary
    /// The number of the feed of a cue; nil for other marks.
    var feed: Int?
  }

  private var marks: [Mark]
  private var next: Int

  /// Creates a cursor over the given times and cues of a schedule, from a position on. Negative times are ignored.
  init(_ schedule: Schedule, from position: MediaTime) {
    marks = schedule.cueTimes.map { Mark(due: $0, boundary: Boundary(isCue: true)) }
    next = 0
    replace(schedule.times, from: position)
  }

  /// Replaces the given times, of which those before a position count as crossed. Negative ones are ignored.
  mutating func replace(_ times: [MediaTime], from position: MediaTime) {
    marks.removeAll { $0.boundary.isGivenTime || $0.due < .zero }
    marks += times.filter { $0 >= .zero }
      .map { Mark(due: $0, boundary: Boundary(isGivenTime: true)) }
    marks.sort { $0.due < $1.due }
    move(to: position)
  }

  /// Adds the chapters, of which those before a position count as crossed.
  mutating func add(_ chapters: [PresentedChapter], from position: MediaTime) {
    let added = chapters.map { Mark(due: $0.position, boundary: Boundary(chapter: $0.index)) }
    marks = (marks + added).sorted { $0.due < $1.due }
    move(to: position)
  }

  /// Adds or replaces the starts and ends of a feed's cues, of which those before a position count as crossed.
  mutating func add(
    cues: [MediaTime], of feed: Int, replacesAll: Bool, from position: MediaTime
  ) {
    if replacesAll { marks.removeAll { $0.feed == feed } }
    let added = cues.filter { $0 >= .zero }
    if replacesAll || added.count > Self.greatestInsertion {
      marks += Set(added).map { Mark(due: $0, boundary: Boundary(isCue: true), feed: feed) }
      marks.sort { $0.due < $1.due }
    } else {
      for due in added { insert(due, of: feed) }
    }
    move(to: position)
  }

  /// The most cues that are inserted one by one.
  private static let greatestInsertion = 16

  /// Inserts a start or an end of a cue, unless there is one already.
  private mutating func insert(_ due: MediaTime, of feed: Int) {
    let index = marks.partitioningIndex { $0.due >= due }
    let isKnown = marks[index...].prefix { $0.due == due }.contains { $0.feed == feed }
    if isKnown { return }
    marks.insert(Mark(due: due, boundary: Boundary(isCue: true), feed: feed), at: index)
  }

  /// Moves to the first mark at or after a position.
  mutating func move(to position: MediaTime) {
    next = marks.partitioningIndex { $0.due >= position }
  }

  /// The position of the next mark; nil if there is none.
  var nextDue: MediaTime? { next < marks.count ? marks[next].due : nil }

  /// Passes the marks at `due` if they are next, and adds them to the boundary.
  mutating func pass(_ due: MediaTime, into boundary: inout Boundary) {
    while next < marks.count, marks[next].due == due {
      boundary.merge(marks[next].boundary)
      next += 1
    }
  }
}
