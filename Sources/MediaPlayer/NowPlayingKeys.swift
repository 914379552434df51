import Foundation

// The keys of `MPNowPlayingInfoCenter.nowPlayingInfo`.

/// The title, a `String`.
public let MPMediaItemPropertyTitle = "title"
/// The artist, a `String`.
public let MPMediaItemPropertyArtist = "artist"
/// The album, a `String`.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The artist of the album, a `String`.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// The composer, a `String`.
public let MPMediaItemPropertyComposer = "composer"
/// The genre, a `String`.
public let MPMediaItemPropertyGenre = "genre"
/// The number of the track in its album.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// The number of the disc.
public let MPMediaItemPropertyDiscNumber = "discNumber"
/// The duration in seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The `URL` of the media.
public let MPMediaItemPropertyAssetURL = "assetURL"
/// The identity of the item in a library.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// The picture, an `MPMediaItemArtwork`. Not shown.
public let MPMediaItemPropertyArtwork = "artwork"
/// The position in seconds when the dictionary is set.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime =
  "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// The rate: 0 is paused, and 1 the rate if this is not set.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// The rate while playback is not paused.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate =
  "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// The index of the item in the list of the program.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// The number of items in that list. Not shown.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
/// Whether the item is a live stream, which has no duration.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// An `MPNowPlayingInfoMediaType`. Not shown.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
/// The `URL` of the media.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// The identity of the item in a service.
public let MPNowPlayingInfoPropertyExternalContentIdentifier =
  "MPNowPlayingInfoPropertyExternalContentIdentifier"

/// The kind of media that plays.
@nonexhaustive
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
  /// Unknown.
  case none
  /// Sound.
  case audio
  /// Pictures with sound.
  case video
}

/// A picture of an item. It is not shown: the session bus carries only addresses of pictures.
open class MPMediaItemArtwork: NSObject {
  /// The greatest size.
  public let bounds: CGRect
  private let image: (CGSize) -> Any

  /// Creates a picture that a closure draws.
  public init<Image>(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> Image) {
    (bounds, image) = (CGRect(origin: .zero, size: boundsSize), requestHandler)
  }

  /// Creates a picture, which has one size.
  public convenience init<Image>(image: Image) { self.init(boundsSize: .zero) { _ in image } }

  /// Returns the picture in a size.
  open func image(at size: CGSize) -> Any? { image(size) }
}
