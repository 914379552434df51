import PlayheadKit

/// Where a medium's chapters begin, as positions, in order.
struct ChapterList: Equatable, Sendable {
  /// So far into a chapter going back is to its start, and not to the chapter before.
  private static let threshold = MediaTime.seconds(5)

  private(set) var starts: [MediaTime] = []
  private var titles: [String?] = []

  init() {}

  init(_ info: MediaInfo) {
    // The container's times are its own; positions begin where what is presented does.
    let zero = info.presentationStart ?? .zero
    for chapter in info.chapters.sorted(by: { $0.start < $1.start }) {
      guard let start = chapter.start.subtracting(zero) else { continue }
      starts.append(max(start, .zero))
      titles.append(chapter.title)
    }
  }

  /// What is told where a chapter of this number is asked for and there is none.
  func absence(of number: Int) -> String {
    starts.isEmpty ? "it has no chapters" : "it has no chapter \(number), but \(starts.count)"
  }

  func title(at position: MediaTime) -> String? {
    index(at: position).flatMap { titles[$0] }
  }

  /// Where so many chapters on (or back) begins; nil where there is none. Back from within a
  /// chapter is first to its own start.
  func start(_ offset: Int, from position: MediaTime) -> MediaTime? {
    let current = index(at: position) ?? -1
    guard !starts.isEmpty else { return nil }
    var wanted = current + max(min(offset, starts.count), -starts.count)
    if offset < 0, current >= 0,
      let elapsed = position.subtracting(starts[current]), elapsed > ChapterList.threshold
    {
      wanted += 1
    }
    // Before the first chapter's start there is nothing but the first.
    if wanted < 0, offset < 0 { wanted = 0 }
    return starts.indices.contains(wanted) ? starts[wanted] : nil
  }

  private func index(at position: MediaTime) -> Int? {
    starts.lastIndex { $0 <= position }
  }
}
