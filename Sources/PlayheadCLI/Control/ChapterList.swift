import PlayheadKit

/// A medium's chapters, in the order of their positions.
struct ChapterList: Equatable, Sendable {
  /// So far into a chapter going back is to its start, and not to the chapter before.
  private static let threshold = MediaTime.seconds(5)

  private let chapters: [PresentedChapter]
  /// How many columns of a terminal the longest title takes.
  let longestTitle: Int

  init() {
    (chapters, longestTitle) = ([], 0)
  }

  init(_ info: MediaInfo) {
    // The container's times are its own; positions begin where what is presented does.
    chapters = PresentedChapter.all(of: info.chapters, zero: info.presentationStart ?? .zero)
    longestTitle = chapters.lazy.map { $0.title?.withoutControls.columns ?? 0 }.max() ?? 0
  }

  var starts: [MediaTime] { chapters.map(\.position) }

  /// What is told where a chapter of this number is asked for and there is none.
  func absence(of number: Int) -> String {
    chapters.isEmpty ? "it has no chapters" : "it has no chapter \(number), but \(chapters.count)"
  }

  func title(at position: MediaTime) -> String? {
    index(at: position).flatMap { chapters[$0].title }
  }

  /// Counted from 1.
  func number(at position: MediaTime) -> Int? {
    index(at: position).map { $0 + 1 }
  }

  /// Where the chapter of this number, from 1, begins; nil where there is none.
  func start(of number: Int) -> MediaTime? {
    chapters.indices.contains(number - 1) ? chapters[number - 1].position : nil
  }

  /// Where so many chapters on (or back) begins; nil where there is none. Back from within a
  /// chapter is first to its own start.
  func start(_ offset: Int, from position: MediaTime) -> MediaTime? {
    let current = index(at: position) ?? -1
    guard !chapters.isEmpty else { return nil }
    var wanted = current + max(min(offset, chapters.count), -chapters.count)
    if offset < 0, current >= 0,
      let elapsed = position.subtracting(chapters[current].position),
      elapsed > ChapterList.threshold
    {
      wanted += 1
    }
    // Before the first chapter's start there is nothing but the first.
    if wanted < 0, offset < 0 { wanted = 0 }
    return start(of: wanted + 1)
  }

  private func index(at position: MediaTime) -> Int? {
    chapters.lastIndex { $0.position <= position }
  }
}
