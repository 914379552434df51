import Dispatch
import FoundationEssentials
import PlayheadMedia
import PortableCombine
import PlayheadTimekeeping

/// Calls that change the player and return at once.
///
/// Calls that wait for media have two forms: `load()`, `seek(to:tolerance:)`, `step(byCount:)` and
/// `setRate(_:time:atHostTime:)` are awaited; `beginLoading`, `beginSeek`, `beginStep` and `beginRate`
/// change the player in the same way, return at once, and call a completion handler if there is one.
extension Player {
  /// Opens the media and starts reading it. Further calls only call their completion handlers.
  ///
  /// - Parameter completion: Called on a thread of the player with the media's information once the
  ///   player is ready to play, or with the error with which it failed, `interrupted` if it was closed.
  public func beginLoading(
    completion: (@Sendable (Result<MediaInfo, MediaError>) -> Void)? = nil
  ) {
    update { machine, _ in machine.load(completion: completion) }
  }

  /// Plays at `defaultRate`. Loads the media if necessary. Has no effect at the end of the media: seek first.
  public func play() {
    setRate(defaultRate)
  }

  /// Pauses at the current position.
  public func pause() {
    setRate(.paused)
  }

  /// Plays at another rate from the current position on.
  ///
  /// - Parameter rate: The rate, from 0.1 to 16; 0 pauses.
  public func setRate(_ rate: Rate) {
    Player.checkRate(rate)
    update { machine, now in machine.setRate(rate, at: now) }
  }

  /// The rate of `play()`, from 0.1 to 16; initially 1. A new value does not change the current
  /// rate. Follows `AVPlayer.defaultRate`.
  public var defaultRate: Rate {
    get { state.withLock { $0.defaultRate } }
    set {
      precondition(
        Rate.playable.contains(newValue),
        "A default rate is from 0.1 to 16, not \(newValue)")
      state.withLock { $0.defaultRate = newValue }
    }
  }

  /// The requested rate: 0 while the player is paused or has ended. Setting it calls `setRate(_:)`. Follows
  /// `AVPlayer.rate`.
  public var rate: Rate {
    get { reading(countsFrame: false).rate }
    set { setRate(newValue) }
  }

  /// Moves the playhead to a position at once. Loads the media if necessary.
  ///
  /// A target before zero counts as zero, one beyond the end as the end. While playing, the playhead waits at the
  /// target until media has been read there. A seek to a keyframe jumps twice: to `position`, and to the keyframe once
  /// it is found. So does a seek beyond an end that is not known yet.
  ///
  /// - Parameters:
  ///   - position: The target, in media time.
  ///   - tolerance: How near to the target the playhead must land.
  ///   - completion: Called on a thread of the player once media has been read at the target, or
  ///     with an error: `notSeekable` if the source cannot seek back, `cancelled` if a later seek
  ///     took its place, `interrupted` if the player was closed, or the error with which it failed.
  public func beginSeek(
    to position: MediaTime, tolerance: SeekTolerance = .exact,
    completion: (@Sendable (Result<SeekResult, MediaError>) -> Void)? = nil
  ) {
    update { machine, now in
      machine.seek(to: position, tolerance: tolerance, at: now, completion: completion)
      machine.load()
    }
  }

  /// Sets the position where playback starts, of a player that may be loaded much later.
  package func setStart(_ position: MediaTime) {
    update { machine, now in machine.seek(to: position, at: now, completion: nil) }
  }

  /// Sets a position before the end of the media at which playback stops. Follows
  /// `AVPlayerItem.forwardPlaybackEndTime`.
  ///
  /// - Parameter position: The position, or nil to play to the end of the media. It has no effect on
  ///   a playhead at or beyond it.
  public func setForwardPlaybackEnd(_ position: MediaTime?) {
    update { machine, now in machine.setForwardEnd(position, at: now) }
  }

  /// Repeats a range, or ends the repetition.
  ///
  /// Each wrap to the start of the range is published with the cause `looped` and the number of finished passes. At
  /// rate 1, wrap k is exactly k lengths of the range after the first arrival at its end, however late it is delivered.
  /// Passes shorter than a millisecond are published together. The media after the wrap is read in advance. If the
  /// source is too slow for that, the playhead waits at the start of the range, and the cause `resumed` is published. A
  /// player that decodes reads each pass again, so this also happens if a pass is shorter than the time of a seek and a
  /// read.
  ///
  /// A forward playback end inside the range stops playback there; one at or beyond the end of the range applies after
  /// the last pass. A seek beyond the range leaves the loop; a seek before it enters it again. If the source cannot
  /// seek back, the player fails at the first wrap with `notSeekable`.
  ///
  /// - Parameter loop: The range and the number of passes, counted from now, or nil for no loop.
  public func setLoop(_ loop: PlaybackLoop?) {
    update { machine, now in machine.setLoop(loop, at: now) }
  }

  /// Closes the player, which cannot be opened again. Returns at once.
  ///
  /// Publishers complete. No value is published afterwards. Progress delivers none, except one whose
  /// delivery on another thread has already begun; the other publishers still deliver on their queue what was
  /// published before. Awaited calls and pending completion handlers end with `interrupted`.
  public func close() {
    update { machine, now in machine.close(at: now) }
    interruption.interrupt()
  }

  /// Closes the player as `close` does, but publishes all events until now first.
  func finish() {
    update { machine, now in
      machine.finish(at: now)
      // Nobody else may retain the player until its last changes have been published.
      machine.callWhenPublished { withExtendedLifetime(self) {} }
    }
    if hasAudio { state.withLock { $0.finishing = self } }
    interruption.interrupt()
  }

  /// Calls a closure, on the thread of the events, once all changes until now have been published.
  package func whenPublished(_ completion: @escaping @Sendable () -> Void) {
    update(wakingWorker: false) { machine, _ in
      machine.callWhenPublished(completion)
    }
  }

  /// Interrupts a blocked call that opens or reads. The player fails after its read-ahead.
  package func interruptReading() {
    interruption.interrupt()
  }

  /// Returns the current position, in media time; zero is the presented start.
  public func currentTime() -> MediaTime { reading(countsFrame: false).position }

  /// The current state of playback.
  public var playbackState: PlaybackState { reading(countsFrame: false).state }

  /// The duration of the media; nil while it is unknown.
  public var duration: MediaDuration? { reading(countsFrame: false).duration }

  /// Whether the media could be opened, with the error if not.
  public var status: Status { state.withLock { $0.machine.status } }

  /// The error of the status `failed`; nil otherwise. Follows `AVPlayer.error`.
  public var error: MediaError? { if case .failed(let error) = status { error } else { nil } }

  /// The absolute URL of the media, also before it is open; nil if it has none, as standard input.
  public var url: URL? { opener.url }

  /// The information that the container declares; nil until the media is open.
  public var mediaInfo: MediaInfo? { state.withLock { $0.machine.info } }

  /// Publishes the status: the value that was published last, and then each new value. Delivers on the
  /// main queue. Completes when the player is closed.
  public var statusPublisher: AnyPublisher<Status, Never> { statusPublisher(queue: .main) }

  /// Publishes what `statusPublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once: the first value on the subscribing thread,
  ///   others on a thread of the player, which a subscriber must not block.
  /// - Returns: The publisher.
  public func statusPublisher(queue: DispatchQueue?) -> AnyPublisher<Status, Never> {
    statusSubject.delivered(on: queue, by: clock)
  }
}
