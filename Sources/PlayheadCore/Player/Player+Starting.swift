import Media
import Timekeeping

extension Player {
  /// Has media time and host time fall together: at `instant` the playhead is at `time` and moves
  /// at `rate` from there, so that several players, or machines whose clocks agree, start together.
  ///
  /// `time` is the playhead's own where it is nil. The playhead jumps there at once; before the
  /// instant it is held there (`waiting`), after it it is where it would be by then had it started
  /// in time, be it that the instant is past already or that media came too late: what lies between
  /// is skipped. A pause, another rate or a seek before the instant takes its place. At rate 0 the
  /// instant means nothing: it is a pause at `time`.
  ///
  /// `completion` is called as that of a seek to `time`. At the end of the media nothing happens
  /// unless `time` is given. Rates are those of `setRate`. After
  /// `AVPlayer.setRate(_:time:atHostTime:)`.
  public func setRate(
    _ rate: Rate, time: MediaTime? = nil, atHostTime instant: HostInstant,
    completion: (@Sendable (Result<SeekResult, MediaError>) -> Void)? = nil
  ) {
    Player.checkRate(rate)
    update { machine, now in
      machine.setRate(rate, time: time, atHost: instant, at: now, completion: completion)
    }
  }

  /// Plays at `rate` as if `setRate` had been called at `instant`, a moment ago.
  package func setRate(_ rate: Rate, asOf instant: HostInstant) {
    Player.checkRate(rate)
    update { machine, now in machine.setRate(rate, asOf: instant, at: now) }
  }

  static func checkRate(_ rate: Rate) {
    precondition(
      rate.isPaused || Rate.playable.contains(rate),
      "A player plays at rates from 0.1 to 16 or stands at 0, not at \(rate)")
  }
}
