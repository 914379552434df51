import PlayheadTimecode
import PlayheadTimekeeping

/// What another player says of itself, apart from its position.
package struct PlayerFacts: Equatable, Sendable {
  /// What the player is doing.
  package enum Playback: String, Sendable {
    /// No item is open, or the item has ended.
    case stopped
    case paused
    case playing
    /// The player would play, but waits for media or for a seek.
    case waiting
  }

  /// What the player is doing.
  package var playback = Playback.stopped
  /// The rate at which the player plays while it does not wait; positive.
  package var rate = Rate.normal
  /// The item; nil if there is none.
  package var item: Item?
  /// The volume in percent, on the player's own scale; nil if it is not known.
  package var volume: Double?
  /// Whether the sound is off; nil if that is not known.
  package var isMuted: Bool?
  /// Whether the position can be changed.
  package var canSeek = true
  /// Whether the item is a still image, whose position never changes.
  package var isStill = false
  /// The part of the item that the player repeats; nil if it repeats none, or that is not known.
  package var loop: Loop?

  /// Creates the facts of a player that does nothing.
  package init() {}

  /// What a player plays.
  package struct Item: Equatable, Sendable {
    /// Differs for each item, even for two of the same file.
    package var identity: String
    /// The path or URL; nil if it is not known. The text is the player's, and is not to be trusted.
    package var location: String?
    /// The directory of a relative path, if it is known. Not to be trusted either.
    package var directory: String?
    /// The container's time at which the position is zero; nil if it is not known, as at the media's start.
    package var zero: MediaTime?
    /// The title; nil if there is none.
    package var title: String?
    /// The artists; nil if there are none.
    package var artist: String?
    /// The duration; nil if it is not known.
    package var duration: MediaTime?
    /// The chapters in the order of their positions; nil if they are not known.
    package var chapters: [Chapter]?
    /// The index of the item in the player's list, and the length of the list; nil if that is not known.
    package var listIndex: ListIndex?
    /// The rate of the timecode that the positions are; nil if they are no timecode.
    package var timecodeRate: TimecodeRate?

    /// Creates an item without details.
    package init(identity: String) { self.identity = identity }
  }

  /// A chapter of an item.
  package struct Chapter: Equatable, Sendable {
    package var start: MediaTime
    package var title: String?

    package init(start: MediaTime, title: String?) { (self.start, self.title) = (start, title) }
  }

  /// A part of an item that is played again and again.
  ///
  /// While the sound of one pass is still heard, a player may already report positions of the next one. They are
  /// before the start of the part.
  package struct Loop: Equatable, Sendable {
    package var start: MediaTime
    /// Where a pass ends; nil if that is not known.
    package var end: MediaTime?

    package init(start: MediaTime, end: MediaTime?) { (self.start, self.end) = (start, end) }
  }

  /// A place in a list.
  package struct ListIndex: Equatable, Sendable {
    package var index: Int
    package var count: Int

    package init(index: Int, count: Int) { (self.index, self.count) = (index, count) }
  }
}
