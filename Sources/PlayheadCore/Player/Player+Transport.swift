import Media
import PortableCombine
import Timekeeping

extension Player {
  /// Opens the medium and begins to read it. A second time is nothing.
  public func load() {
    update { machine, _ in machine.load() }
  }

  /// Plays at `defaultRate`; loads first where that was not done. At the end of the media it does
  /// nothing: seek first.
  public func play() {
    setRate(defaultRate)
  }

  /// Stops the playhead where it is.
  public func pause() {
    setRate(.paused)
  }

  /// Plays at `rate`, from 0.1 to 16, without a jump; 0 pauses.
  public func setRate(_ rate: Rate) {
    Player.checkRate(rate)
    update { machine, now in machine.setRate(rate, at: now) }
  }

  /// The rate that `play()` plays at, from 0.1 to 16; 1 unless it is set. It does not change the
  /// rate of playback that has begun. After `AVPlayer.defaultRate`.
  public var defaultRate: Rate {
    get { state.withLock { $0.defaultRate } }
    set {
      precondition(
        Rate.playable.contains(newValue),
        "A default rate lies between 0.1 and 16, unlike \(newValue)")
      state.withLock { $0.defaultRate = newValue }
    }
  }

  /// What the player was asked to play at: 0 while it is paused or has ended.
  public var rate: Rate { reading().rate }

  /// Moves the playhead to `position`, exactly, at once; before zero counts as zero, beyond the
  /// end as the end.
  ///
  /// While playing, the playhead stands at `position` until media has been read from there.
  /// `completion` is called on a thread of the player's when that is so, or with the error: the
  /// source cannot go back, a later seek came first (`cancelled`), the player failed or was closed
  /// (`interrupted`). To a keyframe the playhead jumps twice, to `position` and once it is found; so
  /// it does beyond an end that is not known yet.
  public func seek(
    to position: MediaTime, tolerance: SeekTolerance = .exact,
    completion: (@Sendable (Result<SeekResult, MediaError>) -> Void)? = nil
  ) {
    update { machine, now in
      machine.seek(to: position, tolerance: tolerance, at: now, completion: completion)
    }
  }

  /// Stops playback at `position` though the media goes on; nil plays to its end. It does nothing
  /// to a playhead that is there or beyond. After `AVPlayerItem.forwardPlaybackEndTime`.
  public func setForwardPlaybackEnd(_ position: MediaTime?) {
    update { machine, now in machine.setForwardEnd(position, at: now) }
  }

  /// Plays a range again and again, or ends that with nil. It counts anew from here.
  ///
  /// Each time the playhead goes back is told as `looped`, with how many `passes` are over. At rate
  /// 1 the k-th is k lengths after the playhead met the range's end first, exactly, however late it
  /// was served; passes shorter than a millisecond are told together. What follows the seam is read
  /// before the playhead meets it; where the source is too slow for that it is held at the start
  /// and `resumed` is told. So it is in a player that decodes, which reads each pass anew, where a
  /// pass is shorter than that takes.
  ///
  /// A forward end inside the range comes first and stops playback; one at its end or beyond counts
  /// after the last pass. A seek beyond the range leaves the loop, one before it comes into it.
  /// Where the source cannot go back the player fails (`notSeekable`) at the seam.
  public func setLoop(_ loop: PlaybackLoop?) {
    update { machine, now in machine.setLoop(loop, at: now) }
  }

  /// Ends playback for good. Returns at once; publishers complete, and no value is delivered after
  /// it but one that is being delivered on another thread. Seeks that wait are interrupted.
  public func close() {
    update { machine, now in machine.close(at: now) }
    interruption.interrupt()
  }

  /// Ends playback for good, as `close` does, but has every subscriber be told first what has
  /// happened until now.
  func finish() {
    update { machine, now in machine.finish(at: now) }
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

  public var status: Status { state.withLock { $0.machine.phase.status } }

  /// Why the player failed; nil unless its status is `failed`. After `AVPlayer.error`.
  public var error: MediaError? { if case .failed(let error) = status { error } else { nil } }

  /// What the medium is; nil until it is open.
  public var mediaInfo: MediaInfo? { state.withLock { $0.machine.feed.info } }

  /// The status as it was told last, on the subscribing thread, and then whenever it changes, on a
  /// thread of the player's, whose work a subscriber must not hold up; completes when the player is
  /// closed.
  public var statusPublisher: AnyPublisher<Status, Never> { statusSubject.eraseToAnyPublisher() }
}
