import PlayheadCore
import PlayheadTimekeeping

/// What another player plays, as it says itself.
///
/// The text is the player's. It may contain anything, and a location may name a file that does not exist.
public struct AttachedItem: Hashable, Sendable {
  /// The path or URL; nil if the player does not report it.
  public var location: String?
  /// The title; nil if there is none.
  public var title: String?
  /// The artists; nil if the player does not report them.
  public var artist: String?
  /// The duration; nil if the player does not know it.
  public var duration: MediaTime?
  /// The chapters in the order of their positions; empty if the player reports none.
  public var chapters: [PresentedChapter]
  /// The index in the player's list; nil if the player does not report it.
  public var index: Int?
  /// The length of the player's list; nil if the player does not report it.
  public var count: Int?

  package init(_ item: PlayerFacts.Item) {
    (location, title, artist) = (item.location, item.title, item.artist)
    duration = item.duration.flatMap { $0 > .zero ? $0 : nil }
    chapters = PresentedChapter.all(from: item.chapters ?? [])
    if let place = item.place, place.index >= 0, place.index < place.count {
      (index, count) = (place.index, place.count)
    }
  }
}

extension PresentedChapter {
  /// Returns chapters in the order of their positions, of which none is before zero.
  fileprivate static func all(from chapters: [PlayerFacts.Chapter]) -> [PresentedChapter] {
    let sorted = chapters.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    return sorted.indices.map { place in
      let next = sorted[(place + 1)...].first?.element.start
      return PresentedChapter(
        index: sorted[place].offset, position: max(sorted[place].element.start, .zero),
        end: next.map { max($0, .zero) }, title: sorted[place].element.title)
    }
  }
}
