import PlayheadMedia
import PlayheadTimekeeping

extension Player {
  /// Begins a rate at a host instant, so that several players, or several machines with
  /// synchronized clocks, start together. Follows `AVPlayer.setRate(_:time:atHostTime:)`.
  ///
  /// The playhead jumps to `time` at once and waits there (state `waiting`) until `instant`. If the instant has passed,
  /// or the media is read too late, playback continues from the position that it would have reached by starting on
  /// time, and skips the media before it; if a loop would have ended, it continues from the start of the loop.
  /// With sound, the first sample is heard at `instant`, whatever the latency of the device: it plays silence from
  /// three seconds before on. If the media is read too late, or the instant is nearer than the latency, nothing is
  /// skipped: playback begins late, with the first sample. A pause, a seek or a new rate before the instant cancels the
  /// start. At the end of the media nothing happens unless `time` is given. Loads the media if necessary.
  ///
  /// - Parameters:
  ///   - rate: The rate, from 0.1 to 16. At 0 the player pauses at `time`, whatever the instant.
  ///   - time: The position at `instant`, or nil for the current position.
  ///   - instant: The host instant when the playhead begins to move.
  ///   - completion: Called as the completion of a seek to `time`, on a thread of the player.
  public func beginRate(
    _ rate: Rate, time: MediaTime? = nil, atHostTime instant: HostInstant,
    completion: (@Sendable (Result<SeekResult, MediaError>) -> Void)? = nil
  ) {
    Player.checkRate(rate)
    update { machine, now in
      machine.setRate(rate, time: time, atHost: instant, at: now, completion: completion)
      machine.load()
    }
  }

  /// Plays at `rate` as if `setRate` had been called at `instant`, which is just past.
  package func setRate(_ rate: Rate, asOf instant: HostInstant) {
    Player.checkRate(rate)
    update { machine, now in machine.setRate(rate, asOf: instant, at: now) }
  }

  static func checkRate(_ rate: Rate) {
    precondition(
      rate.isPaused || Rate.playable.contains(rate),
      "A player's rate is 0 or from 0.1 to 16, not \(rate)")
  }
}
