import PlayheadMedia
import PlayheadTimekeeping

/// A chapter on the timeline of a player.
///
/// It ends where the next one starts. The ends that containers declare are not used, because they
/// overlap or leave gaps of a tick.
public struct PresentedChapter: Hashable, Sendable, Codable {
  /// The index in `MediaInfo.chapters`.
  public var index: Int
  /// Its start; zero if it starts before the presentation.
  public var position: MediaTime
  /// The start of the next chapter; nil for the last one, which ends with the media.
  public var end: MediaTime?
  /// The title that the container declares.
  public var title: String?

  /// Creates a chapter.
  ///
  /// - Parameters:
  ///   - index: The index in `MediaInfo.chapters`.
  ///   - position: Its start.
  ///   - end: The start of the next chapter; nil for the last one.
  ///   - title: The title that the container declares.
  public init(index: Int, position: MediaTime, end: MediaTime?, title: String?) {
    self.index = index
    self.position = position
    self.end = end
    self.title = title
  }

  /// Places the chapters of a container on the timeline, which starts at `zero`, in the order of their positions.
  package static func all(of chapters: [Chapter], zero: MediaTime) -> [PresentedChapter] {
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
