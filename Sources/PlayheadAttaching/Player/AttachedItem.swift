import PlayheadCore
import PlayheadMedia
import PlayheadTimecode
import PlayheadTimekeeping

/// The item that another player plays, as the player describes it, and its media if that is read.
///
/// The text is the player's. It may contain anything, and a location may name a file that does not exist.
public struct AttachedItem: Hashable, Sendable {
  /// The path or URL; nil if the player does not report it.
  public var location: String?
  /// The directory that `location` is relative to, if it is a relative path; nil if the player does not report it.
  public var directory: String?
  /// The title; nil if there is none.
  public var title: String?
  /// The artists; nil if the player does not report them.
  public var artist: String?
  /// The duration; nil if the player does not know it. That of the media, if it is open.
  public var duration: MediaTime?
  /// The chapters in the order of their positions; empty if the player reports none, and the media has none.
  public var chapters: [PresentedChapter]
  /// The index in the player's list; nil if the player does not report it.
  public var index: Int?
  /// The length of the player's list; nil if the player does not report it.
  public var count: Int?
  /// The description of the media; nil if it is not open here, as ``AttachedMedia`` says.
  public var media: MediaInfo?
  /// Differs for each item of a player.
  let identity: String
  /// The container's time at which the position is zero; nil if the player does not report it.
  let zero: MediaTime?
  /// The rate of the timecode that the positions are; nil if they are no timecode.
  package let timecodeRate: TimecodeRate?

  package init(_ item: PlayerFacts.Item) {
    (identity, zero, timecodeRate) = (item.identity, item.zero, item.timecodeRate)
    (location, directory) = (item.location, item.directory)
    (title, artist) = (item.title, item.artist)
    duration = item.duration.flatMap { $0 > .zero ? $0 : nil }
    chapters = PresentedChapter.all(from: item.chapters ?? [])
    if let entry = item.listIndex, entry.index >= 0, entry.index < entry.count {
      (index, count) = (entry.index, entry.count)
    }
  }
}

extension PresentedChapter {
  /// Returns chapters in the order of their positions, of which none is before zero.
  fileprivate static func all(from chapters: [PlayerFacts.Chapter]) -> [PresentedChapter] {
    let sorted = chapters.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    return sorted.indices.map { number in
      let next = sorted[(number + 1)...].first?.element.start
      return PresentedChapter(
        index: sorted[number].offset, position: max(sorted[number].element.start, .zero),
        end: next.map { max($0, .zero) }, title: sorted[number].element.title)
    }
  }
}
