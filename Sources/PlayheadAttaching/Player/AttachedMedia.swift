import PlayheadMedia

/// Which media is opened here while another player plays it, for what the player does not report: the
/// exact duration, chapters, frames and keyframes.
///
/// With ``none``, the default, nothing that a player says makes this process open anything.
public struct AttachedMedia: Sendable {
  /// No media.
  public static let none = AttachedMedia(opener: nil)

  /// Returns the media of an item, or nil if there is none yet; nil if none is opened.
  package let opener: (@Sendable (AttachedItem) -> (any MediaOpener)?)?

  /// Returns the subtitle tracks whose cues are read with the media; nil if none are.
  package var cueTracks: (@Sendable (any MediaOpener) -> [CueTrack.Choice])?

  private init(opener: (@Sendable (AttachedItem) -> (any MediaOpener)?)?) { self.opener = opener }

  /// The media that a function chooses.
  ///
  /// - Parameter choose: Returns the media of an item, or nil for none. It is called again when the player
  ///   describes the item differently, until it returns media. The text of an item is the player's: do not
  ///   open what it names without a check. Called on a thread of the attachment.
  public init(_ choose: @escaping @Sendable (AttachedItem) -> (any MediaOpener)?) {
    self.init(opener: choose)
  }
}
