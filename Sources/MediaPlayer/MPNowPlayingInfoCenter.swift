import Foundation
internal import PlayheadRemoteControl
internal import PlayheadLocking
internal import PlayheadTimekeeping

/// Whether the program plays.
@nonexhaustive
public enum MPNowPlayingPlaybackState: UInt, Sendable {
  /// Not set: the rate shows whether the program plays.
  case unknown
  /// It plays.
  case playing
  /// It is paused.
  case paused
  /// It is stopped.
  case stopped
  /// It is paused by the system.
  case interrupted
}

/// What the program plays, for the desktop and for clients such as `playerctl`.
///
/// Source: Apple's documentation of `MPNowPlayingInfoCenter`. The elapsed time is that of the moment when
/// `nowPlayingInfo` is set; from then on the position follows from it and the rate.
// Sendable is unchecked: all that changes is behind a lock.
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
  private struct State {
    var info: [String: Any]?
    var playbackState = MPNowPlayingPlaybackState.unknown
  }

  private static let program = MPNowPlayingInfoCenter(DesktopPlayback.shared)
  private let playback: DescribedPlayback
  private let state = Locked(State())

  init(_ playback: DescribedPlayback) { self.playback = playback }

  /// Returns the center of the program.
  open class func `default`() -> MPNowPlayingInfoCenter { program }

  /// The item that plays, by the keys `MPMediaItemProperty…` and `MPNowPlayingInfoProperty…`; nil for none.
  open var nowPlayingInfo: [String: Any]? {
    get { state.withLock { $0.info } }
    set {
      let info = NowPlayingInfo(values: newValue ?? [:])
      let item = newValue.map { _ in info.item }
      let rate = info.rate(MPNowPlayingInfoPropertyPlaybackRate)
      let defaultRate = info.rate(MPNowPlayingInfoPropertyDefaultPlaybackRate)
      let elapsed = info.time(MPNowPlayingInfoPropertyElapsedPlaybackTime)
      // Set and described under one lock, so that the last value is described last. Values of the program are
      // read before, and released after that.
      var old: [String: Any]?
      playback.update(elapsed: elapsed) { description in
        (description.item, description.rate, description.defaultRate) = (item, rate, defaultRate)
        state.withLock { (old, $0.info) = ($0.info, newValue) }
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Whether the program plays. While it is not set, a rate other than 0 means so.
  open var playbackState: MPNowPlayingPlaybackState {
    get { state.withLock { $0.playbackState } }
    set {
      let status: DescribedPlayback.Status =
        switch newValue {
        case .unknown: .byRate
        case .playing: .playing
        case .paused, .interrupted: .paused
        case .stopped: .stopped
        }
      playback.update { description in
        description.status = status
        state.withLock { $0.playbackState = newValue }
      }
    }
  }
}

/// A dictionary of `MPNowPlayingInfoCenter`, whose values may have any type.
private struct NowPlayingInfo {
  var values: [String: Any]

  var item: DescribedItem {
    var item = DescribedItem()
    item.title = text(MPMediaItemPropertyTitle)
    item.artist = text(MPMediaItemPropertyArtist)
    item.album = text(MPMediaItemPropertyAlbumTitle)
    item.albumArtist = text(MPMediaItemPropertyAlbumArtist)
    item.composer = text(MPMediaItemPropertyComposer)
    item.genre = text(MPMediaItemPropertyGenre)
    item.trackNumber = number(MPMediaItemPropertyAlbumTrackNumber).flatMap { Int32(exactly: $0) }
    item.discNumber = number(MPMediaItemPropertyDiscNumber).flatMap { Int32(exactly: $0) }
    // Programs set 0 while they do not know it.
    if number(MPNowPlayingInfoPropertyIsLiveStream) != 1,
      let duration = time(MPMediaItemPropertyPlaybackDuration), duration > .zero
    {
      item.duration = duration
    }
    item.location =
      text(MPNowPlayingInfoPropertyAssetURL) ?? text(MPMediaItemPropertyAssetURL)
    item.identity = [
      MPMediaItemPropertyPersistentID, MPNowPlayingInfoPropertyExternalContentIdentifier,
      MPNowPlayingInfoPropertyPlaybackQueueIndex,
    ].map { values[$0].map { "\($0)" } ?? "" }.joined(separator: " ")
    return item
  }

  func text(_ key: String) -> String? {
    switch values[key] {
    case let text as String: text
    case let url as URL: url.isFileURL ? url.path : url.absoluteString
    case let text as NSString: "\(text)"
    case let url as NSURL: url.absoluteString
    default: nil
    }
  }

  func number(_ key: String) -> Double? {
    switch values[key] {
    case let number as Bool: number ? 1 : 0
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as any BinaryInteger: Double(number)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }

  func time(_ key: String) -> MediaTime? {
    number(key).flatMap { MediaTime(seconds: $0) }
  }

  /// Returns a rate, which is 1 if there is none. Playback backward counts as none: the position rests.
  func rate(_ key: String) -> Rate {
    number(key).flatMap { $0.isNaN ? nil : Rate(min(max($0, 0), 1_000)) } ?? .normal
  }
}
