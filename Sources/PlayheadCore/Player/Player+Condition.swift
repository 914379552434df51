import Media
import PortableCombine
import Timekeeping

/// The player's condition, part by part. Each of these publishers gives its value as it was told
/// last, on the subscribing thread, and then whenever it changes, on a thread of the player's, whose
/// work a subscriber must not hold up; it completes when the player is closed. So right after
/// `setRate` the rate before may come first, and then the new one. What lasted no time may be left
/// out: `progressPublisher` tells every change.
///
/// The names are those of AVPlayer's and AVPlayerItem's properties.
extension Player {
  private func condition<Value: Equatable>(
    _ part: @escaping (PlaybackCondition) -> Value
  ) -> AnyPublisher<Value, Never> {
    conditionSubject.map(part).removeDuplicates().eraseToAnyPublisher()
  }

  /// What the player is doing.
  public var statePublisher: AnyPublisher<PlaybackState, Never> { condition(\.state) }

  /// Whether the playhead moves, and what it waits for if it does not though it should. After
  /// `AVPlayer.timeControlStatus`.
  public var timeControlStatus: TimeControlStatus {
    let (condition, control) = state.withLock { state in
      state.machine.settle(at: clock.now)
      return (
        PlaybackCondition(
          state: state.machine.phase.state, waitingReason: state.machine.waitingReason),
        state.machine.log.hasNews ? state.control : nil
      )
    }
    control?.wake()
    return condition.timeControlStatus
  }

  /// `timeControlStatus`, now and whenever it changes.
  public var timeControlStatusPublisher: AnyPublisher<TimeControlStatus, Never> {
    condition(\.timeControlStatus)
  }

  /// What the player was asked to play at; 0 while it is paused or has ended.
  public var ratePublisher: AnyPublisher<Rate, Never> { condition(\.rate) }

  /// How long the medium is: nil while nothing is known, an estimate, and exact once the medium has
  /// been read to its end.
  public var durationPublisher: AnyPublisher<MediaDuration?, Never> { condition(\.duration) }

  /// What has been read ahead: from where the playhead was when it was told, to where it could go,
  /// as positions; empty where nothing is.
  ///
  /// It is told for each half second that was read, at the end of the media, and when the state
  /// changes.
  public var bufferedRangePublisher: AnyPublisher<Range<MediaTime>, Never> {
    condition(\.bufferedRange)
  }

  /// `isPlaybackLikelyToKeepUp`, now and whenever it changes.
  public var isPlaybackLikelyToKeepUpPublisher: AnyPublisher<Bool, Never> {
    condition(\.isLikelyToKeepUp)
  }

  /// `isPlaybackBufferEmpty`, now and whenever it changes.
  public var isPlaybackBufferEmptyPublisher: AnyPublisher<Bool, Never> {
    condition(\.isBufferEmpty)
  }

  /// What the medium is; nil until it is open.
  public var mediaInfoPublisher: AnyPublisher<MediaInfo?, Never> { condition(\.info) }

  /// The tags of the container, none until it is open.
  public var tagsPublisher: AnyPublisher<[Tag], Never> { condition { $0.info?.tags ?? [] } }

  /// Title, artist, album and what else the medium tells of itself; nil until it is open.
  public var metadataPublisher: AnyPublisher<Metadata?, Never> { condition { $0.info?.metadata } }

  /// The pictures that come with the medium, none until it is open.
  public var artworkPublisher: AnyPublisher<[Artwork], Never> {
    condition { $0.info?.artworks ?? [] }
  }
}
