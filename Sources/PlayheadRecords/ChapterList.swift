import PlayheadCore
import PlayheadMedia
import PlayheadOutputs
import PlayheadTimekeeping

/// The chapters of a file, in order of their positions.
package struct ChapterList: Equatable, Sendable {
  /// The time in a chapter after which going back leads to its start, not to the previous chapter.
  private static let threshold = MediaTime.seconds(5)

  private let chapters: [PresentedChapter]

  /// Creates a list of chapters in the order of their positions.
  package init(_ chapters: [PresentedChapter] = []) { self.chapters = chapters }

  package init(_ info: MediaInfo) {
    // Container times need not begin at zero; positions begin at the first presented frame.
    chapters = PresentedChapter.all(of: info.chapters, zero: info.presentationStart ?? .zero)
  }

  package var starts: [MediaTime] { chapters.map(\.position) }

  /// Returns the reason that there is no chapter of this number.
  package func absence(of number: Int) -> FileMessage {
    chapters.isEmpty ? .noChapters : .noChapter(number, count: chapters.count)
  }

  package func title(at position: MediaTime) -> String? {
    index(at: position).flatMap { chapters[$0].title }
  }

  /// Returns the number of the current chapter, counted from 1.
  package func number(at position: MediaTime) -> Int? {
    index(at: position).map { $0 + 1 }
  }

  /// Returns the start of a chapter by its number from 1, if there is one.
  package func start(of number: Int) -> MediaTime? {
    chapters.indices.contains(number - 1) ? chapters[number - 1].position : nil
  }

  /// Returns the start of the chapter some chapters away; the first step back from 5 s into one leads to its start.
  package func start(_ offset: Int, from position: MediaTime) -> MediaTime? {
    let current = index(at: position) ?? -1
    guard !chapters.isEmpty else { return nil }
    var wanted = current + max(min(offset, chapters.count), -chapters.count)
    if offset < 0, current >= 0,
      let elapsed = position.subtracting(chapters[current].position),
      elapsed > ChapterList.threshold
    {
      wanted += 1
    }
    if wanted < 0, offset < 0 { wanted = 0 }
    return start(of: wanted + 1)
  }

  private func index(at position: MediaTime) -> Int? {
    chapters.lastIndex { $0.position <= position }
  }
}
