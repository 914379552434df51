import Media
import PortableCombine
import Timekeeping

/// Publishers of the player's properties.
///
/// Each publishes the value that was published last, on the subscribing thread, and then each new
/// value, on a thread of the player, which a subscriber must not block. It completes when the player
/// is closed. Right after `setRate`, the old rate may therefore be published before the new one.
/// Values that lasted no time may be left out; `progressPublisher` publishes every discontinuity.
///
/// The names are those of AVPlayer's and AVPlayerItem's properties.
extension Player {
  private func properties<Value: Equatable>(
    _ part: @escaping (PlayerProperties) -> Value
  ) -> AnyPublisher<Value, Never> {
    propertiesSubject.map(part).removeDuplicates().eraseToAnyPublisher()
  }

  /// Publishes the state of playback.
  public var statePublisher: AnyPublisher<PlaybackState, Never> { properties(\.state) }

  /// Whether the playhead moves, and if it should move but does not, the reason. Follows
  /// `AVPlayer.timeControlStatus`.
  public var timeControlStatus: TimeControlStatus {
    let (properties, control) = state.withLock { state in
      state.machine.settle(at: clock.now)
      return (
        PlayerProperties(
          state: state.machine.state, waitingReason: state.machine.waitingReason),
        state.machine.hasEvents ? state.control : nil
      )
    }
    control?.wake()
    return properties.timeControlStatus
  }

  /// Publishes `timeControlStatus`.
  public var timeControlStatusPublisher: AnyPublisher<TimeControlStatus, Never> {
    properties(\.timeControlStatus)
  }

  /// Publishes the requested rate: 0 while the player is paused or has ended.
  public var ratePublisher: AnyPublisher<Rate, Never> { properties(\.rate) }

  /// Publishes the duration of the media: nil while it is unknown, then an estimate, and the exact
  /// duration once the media has been read to its end.
  public var durationPublisher: AnyPublisher<MediaDuration?, Never> { properties(\.duration) }

  /// Publishes the read-ahead as positions: from the playhead at the time of publishing to the end
  /// of what has been read. Empty if nothing has been read.
  ///
  /// A value is published for each half second that is read, at the end of the media, and when the
  /// state changes.
  public var bufferedRangePublisher: AnyPublisher<Range<MediaTime>, Never> {
    properties(\.bufferedRange)
  }

  /// Publishes `isPlaybackLikelyToKeepUp`.
  public var isPlaybackLikelyToKeepUpPublisher: AnyPublisher<Bool, Never> {
    properties(\.isLikelyToKeepUp)
  }

  /// Publishes `isPlaybackBufferEmpty`.
  public var isPlaybackBufferEmptyPublisher: AnyPublisher<Bool, Never> {
    properties(\.isBufferEmpty)
  }

  /// Publishes the information that the container declares; nil until the media is open.
  public var mediaInfoPublisher: AnyPublisher<MediaInfo?, Never> { properties(\.info) }

  /// Publishes the container's tags; empty until the media is open.
  public var tagsPublisher: AnyPublisher<[Tag], Never> { properties { $0.info?.tags ?? [] } }

  /// Publishes title, artist, album and other metadata; nil until the media is open.
  public var metadataPublisher: AnyPublisher<Metadata?, Never> { properties { $0.info?.metadata } }

  /// Publishes the attached pictures; empty until the media is open.
  public var artworkPublisher: AnyPublisher<[Artwork], Never> {
    properties { $0.info?.artworks ?? [] }
  }
}
