import PlayheadTimekeeping

/// A player that could be attached now.
package struct AttachableEntry: Equatable, Sendable {
  /// The name on the command line, as in `mpris:vlc`. Its text is the player's, and not to be trusted.
  package var name: String
  /// The title of the item; nil if it is not known.
  package var title: String?
  /// What the player is doing; nil if it is not known.
  package var playback: PlayerFacts.Playback?
  /// The position; nil if it is not known.
  package var position: MediaTime?

  /// Creates an entry without details.
  package init(name: String) { self.name = name }
}
