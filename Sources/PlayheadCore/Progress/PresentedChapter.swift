import Media
import Timekeeping

/// A chapter with its place on a player's timeline.
///
/// It lasts until the next one begins, whatever end the container declares: those leave gaps of a
/// tick, and overlap.
public struct PresentedChapter: Hashable, Sendable {
  /// Which of `MediaInfo.chapters` it is.
  public var index: Int
  /// Where it begins, from zero at the start of what is presented; zero where it begins before.
  public var position: MediaTime
  /// Where the next one begins; nil for the last, which lasts to the end of the media.
  public var end: MediaTime?
  public var title: String?

  public init(index: Int, position: MediaTime, end: MediaTime?, title: String?) {
    self.index = index
    self.position = position
    self.end = end
    self.title = title
  }

  /// The chapters in the order of their positions, of a medium that is presented from `zero` on.
  package static func all(of chapters: [Chapter], zero: MediaTime) -> [PresentedChapter] {
    // Of those that begin before zero the last is the present one there.
    let places = chapters.enumerated().compactMap { index, chapter in
      chapter.start.subtracting(zero).map { (index: index, start: $0, title: chapter.title) }
    }.sorted { ($0.start, $0.index) < ($1.start, $1.index) }
    return places.indices.map { place in
      let (index, start, title) = places[place]
      return PresentedChapter(
        index: index, position: max(start, .zero),
        end: place + 1 < places.count ? max(places[place + 1].start, .zero) : nil, title: title)
    }
  }
}
