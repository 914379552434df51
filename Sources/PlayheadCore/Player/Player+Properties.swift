import Dispatch
import PlayheadMedia
import PortableCombine
import PlayheadTimekeeping

/// Publishers of the player's properties.
///
/// Each publishes the value that was published last, and then each new value. Right after `setRate`, the
/// old rate may therefore be published before the new one. Values that lasted no time may be left out;
/// `progressPublisher` publishes every discontinuity. It completes when the player is closed.
///
/// The properties deliver on the main queue, also the first value. The methods deliver on another queue;
/// or, if it is nil, at once: the first value on the subscribing thread, others on a thread of the player,
/// which a subscriber must not block.
///
/// The names are those of AVPlayer's and AVPlayerItem's properties.
extension Player {
  @_optimize(none)  // Few values pass, and specialized operators would be large.
  private func properties<Value: Equatable>(
    on queue: DispatchQueue?, _ part: @escaping (PlayerProperties) -> Value
  ) -> AnyPublisher<Value, Never> {
    propertiesSubject.map(part).removeDuplicates().delivered(on: queue, by: clock)
  }

  /// Publishes the state of playback.
  ///
  /// Delivers on the main queue. Completes when the player is closed.
  public var playbackStatePublisher: AnyPublisher<PlaybackState, Never> {
    playbackStatePublisher(queue: .main)
  }

  /// Publishes what `playbackStatePublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func playbackStatePublisher(queue: DispatchQueue?) -> AnyPublisher<PlaybackState, Never> {
    properties(on: queue, \.state)
  }

  /// Whether the playhead moves, and if it should move but does not, the reason. Follows `AVPlayer.timeControlStatus`.
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
  ///
  /// Delivers on the main queue. Completes when the player is closed.
  public var timeControlStatusPublisher: AnyPublisher<TimeControlStatus, Never> {
    timeControlStatusPublisher(queue: .main)
  }

  /// Publishes what `timeControlStatusPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func timeControlStatusPublisher(
    queue: DispatchQueue?
  ) -> AnyPublisher<TimeControlStatus, Never> {
    properties(on: queue, \.timeControlStatus)
  }

  /// Publishes the requested rate: 0 while the player is paused or has ended.
  ///
  /// Delivers on the main queue. Completes when the player is closed.
  public var ratePublisher: AnyPublisher<Rate, Never> {
    ratePublisher(queue: .main)
  }

  /// Publishes what `ratePublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func ratePublisher(queue: DispatchQueue?) -> AnyPublisher<Rate, Never> {
    properties(on: queue, \.rate)
  }

  /// Publishes the duration of the media: nil while it is unknown, then an estimate, and the exact
  /// duration once the media has been read to its end.
  ///
  /// Delivers on the main queue. Completes when the player is closed.
  public var durationPublisher: AnyPublisher<MediaDuration?, Never> {
    durationPublisher(queue: .main)
  }

  /// Publishes what `durationPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func durationPublisher(queue: DispatchQueue?) -> AnyPublisher<MediaDuration?, Never> {
    properties(on: queue, \.duration)
  }

  /// Publishes the read-ahead as positions: from the playhead at the time of publishing to the end
  /// of the media read. Empty if nothing has been read.
  ///
  /// A value is published for each half second that is read, at the end of the media, and when the state changes.
  ///
  /// Delivers on the main queue. Completes when the player is closed.
  public var bufferedRangePublisher: AnyPublisher<Range<MediaTime>, Never> {
    bufferedRangePublisher(queue: .main)
  }

  /// Publishes what `bufferedRangePublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func bufferedRangePublisher(
    queue: DispatchQueue?
  ) -> AnyPublisher<Range<MediaTime>, Never> {
    properties(on: queue, \.bufferedRange)
  }

  /// Publishes `isPlaybackLikelyToKeepUp`.
  ///
  /// Delivers on the main queue. Completes when the player is closed.
  public var isPlaybackLikelyToKeepUpPublisher: AnyPublisher<Bool, Never> {
    isPlaybackLikelyToKeepUpPublisher(queue: .main)
  }

  /// Publishes what `isPlaybackLikelyToKeepUpPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func isPlaybackLikelyToKeepUpPublisher(
    queue: DispatchQueue?
  ) -> AnyPublisher<Bool, Never> {
    properties(on: queue, \.isLikelyToKeepUp)
  }

  /// Publishes `isPlaybackBufferEmpty`.
  ///
  /// Delivers on the main queue. Completes when the player is closed.
  public var isPlaybackBufferEmptyPublisher: AnyPublisher<Bool, Never> {
    isPlaybackBufferEmptyPublisher(queue: .main)
  }

  /// Publishes what `isPlaybackBufferEmptyPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func isPlaybackBufferEmptyPublisher(queue: DispatchQueue?) -> AnyPublisher<Bool, Never> {
    properties(on: queue, \.isBufferEmpty)
  }

  /// Publishes the information that the container declares; nil until the media is open.
  ///
  /// Delivers on the main queue. Completes when the player is closed.
  public var mediaInfoPublisher: AnyPublisher<MediaInfo?, Never> {
    mediaInfoPublisher(queue: .main)
  }

  /// Publishes what `mediaInfoPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func mediaInfoPublisher(queue: DispatchQueue?) -> AnyPublisher<MediaInfo?, Never> {
    properties(on: queue, \.info)
  }

  /// Publishes the container's tags; empty until the media is open.
  ///
  /// Delivers on the main queue. Completes when the player is closed.
  public var tagsPublisher: AnyPublisher<[MediaTag], Never> {
    tagsPublisher(queue: .main)
  }

  /// Publishes what `tagsPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func tagsPublisher(queue: DispatchQueue?) -> AnyPublisher<[MediaTag], Never> {
    properties(on: queue) { $0.info?.tags ?? [] }
  }

  /// Publishes title, artist, album and other metadata; nil until the media is open.
  ///
  /// Delivers on the main queue. Completes when the player is closed.
  public var metadataPublisher: AnyPublisher<Metadata?, Never> {
    metadataPublisher(queue: .main)
  }

  /// Publishes what `metadataPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func metadataPublisher(queue: DispatchQueue?) -> AnyPublisher<Metadata?, Never> {
    properties(on: queue) { $0.info?.metadata }
  }

  /// Publishes the attached pictures; empty until the media is open.
  ///
  /// Delivers on the main queue. Completes when the player is closed.
  public var artworkPublisher: AnyPublisher<[Artwork], Never> {
    artworkPublisher(queue: .main)
  }

  /// Publishes what `artworkPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func artworkPublisher(queue: DispatchQueue?) -> AnyPublisher<[Artwork], Never> {
    properties(on: queue) { $0.info?.artworks ?? [] }
  }
}
