import Media
import PortableCombine
import Timekeeping

extension Player {
  /// Opens the medium and begins to read it. A second time is nothing.
  public func load() {
    update { machine, _ in machine.load() }
  }

  /// Plays at the rate 1; loads first where that was not done. At the end of the media it does
  /// nothing: seek first.
  public func play() {
    setRate(.normal)
  }

  /// Stops the playhead where it is.
  public func pause() {
    setRate(.paused)
  }

  /// Plays at `rate`, from 0.1 to 16, without a jump; 0 pauses.
  public func setRate(_ rate: Rate) {
    precondition(
      rate.isPaused || Rate.playable.contains(rate),
      "A player plays at rates from 0.1 to 16 or stands at 0, not at \(rate)")
    update { machine, now in machine.setRate(rate, at: now) }
  }

  /// What the player was asked to play at: 0 while it is paused or has ended.
  public var rate: Rate { reading().rate }

  /// Moves the playhead to `position`, exactly, at once; before zero counts as zero, beyond the
  /// end as the end.
  ///
  /// While playing, the playhead stands at `position` until media has been read from there.
  /// `completion` is called on the player's own queue when that is so, or with the error: the
  /// source cannot go back, a later seek came first (`interrupted`), the player failed or closed.
  public func seek(
    to position: MediaTime,
    completion: (@Sendable (Result<SeekResult, MediaError>) -> Void)? = nil
  ) {
    update { machine, now in machine.seek(to: position, at: now, completion: completion) }
  }

  /// Stops playback at `position` though the media goes on; nil plays to its end. It does nothing
  /// to a playhead that is there or beyond. After `AVPlayerItem.forwardPlaybackEndTime`.
  public func setForwardPlaybackEnd(_ position: MediaTime?) {
    update { machine, now in machine.setForwardEnd(position, at: now) }
  }

  /// Ends playback for good. Returns at once; publishers complete, and no value is delivered after
  /// it but one that is being delivered on another thread. Seeks that wait are interrupted.
  public func close() {
    update { machine, now in machine.close(at: now) }
    interruption.interrupt()
  }

  /// Ends the opening or reading that is blocked, as an error that comes once what has been read is
  /// played.
  package func interruptReading() {
    interruption.interrupt()
  }

  /// Where the playhead is now, from zero at the start of what is presented.
  public func currentTime() -> MediaTime { reading().position }

  public var playbackState: PlaybackState { reading().state }

  /// How long the medium is; nil while nothing is known of it.
  public var duration: MediaDuration? { reading().duration }

  public var status: Status { state.withLock { $0.machine.status } }

  /// What the medium is; nil until it is open.
  public var mediaInfo: MediaInfo? { state.withLock { $0.machine.info } }

  /// The status at once, on the subscribing thread, and then whenever it changes, on the player's
  /// own queue, whose work a subscriber must not hold up; completes when the player is closed.
  public var statusPublisher: AnyPublisher<Status, Never> { statusSubject.eraseToAnyPublisher() }
}
