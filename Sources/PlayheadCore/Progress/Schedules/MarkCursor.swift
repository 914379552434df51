import PlayheadTimekeeping

/// The given times and chapters that the playhead has not crossed yet.
struct MarkCursor {
  private struct Mark {
    var due: MediaTime
    var boundary: Boundary
  }

  private var marks: [Mark]
  private var next: Int

  /// Creates a cursor over given times.
  ///
  /// - Parameters:
  ///   - times: The times, in ascending order. Negative times are ignored.
  ///   - position: Earlier times count as crossed.
  init(times: [MediaTime], from position: MediaTime) {
    marks = times.filter { $0 >= .zero }
      .map { Mark(due: $0, boundary: Boundary(isGivenTime: true)) }
    next = 0
    move(to: position)
  }

  /// Adds the chapters, of which those before a position count as crossed.
  mutating func add(_ chapters: [PresentedChapter], from position: MediaTime) {
    let added = chapters.map { Mark(due: $0.position, boundary: Boundary(chapter: $0.index)) }
    marks = (marks + added).sorted { $0.due < $1.due }
    move(to: position)
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
