import PlayheadTimekeeping

@testable import PlayheadCore

/// Readings and changes of a player, as tests of the parts need them.
enum ProgressReadings {
  /// The player at a position in milliseconds, which is also the host's time.
  static func reading(
    _ milliseconds: Int64, _ state: PlaybackState = .playing, sequence: Int = 0,
    rate: Rate = .normal
  ) -> PlaybackReading {
    let instant = HostInstant(nanoseconds: milliseconds * 1_000_000)
    return PlaybackReading(
      instant: instant, position: .milliseconds(milliseconds), duration: nil, rate: rate,
      state: state,
      timeline: Timeline(
        mediaAnchor: .zero, hostAnchor: HostInstant(nanoseconds: 0), rate: .normal),
      stop: nil, sequence: sequence)
  }

  /// A change from a position to a reading.
  static func change(
    _ cause: ProgressCause, from: Int64? = nil, to reading: PlaybackReading
  ) -> PlaybackChange {
    PlaybackChange(
      sequence: reading.sequence, cause: cause,
      from: from.map(MediaTime.milliseconds) ?? reading.position, reading: reading,
      position: reading.position)
  }
}
