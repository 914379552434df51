import Testing

@testable import PlayheadAttaching

/// A kind of player: how it behaves, and what an estimator is given as its habits.
struct PlayerKind: Sendable, CustomTestStringConvertible {
  let name: String
  let model: SimulatedPlayer.Model
  let habits: PositionHabits
  /// The uncertainty that 60 seconds reach on average after 10 seconds, in milliseconds.
  let uncertainty: Double

  var testDescription: String { name }

  static let mpvVideo = PlayerKind(
    name: "mpv at 25 frames a second",
    model: .init(period: 40_000_000...40_000_000, noise: 200_000, drift: 20),
    habits: PositionHabits(hold: .milliseconds(50), noise: .milliseconds(1)), uncertainty: 4)
  static let mpvSound = PlayerKind(
    name: "mpv with sound only",
    model: .init(period: 48_600_000...48_600_000, noise: 500_000, drift: 30),
    habits: PositionHabits(hold: .milliseconds(60), noise: .milliseconds(1)), uncertainty: 4)
  /// Its values wander until its estimate of the sound server's delay has settled.
  static func mpvUnsettled(by wander: Int64) -> PlayerKind {
    PlayerKind(
      name: "mpv that has just started", model: .init(noise: 200_000, wander: wander, drift: 20),
      habits: MPVProtocol.habits, uncertainty: 12)
  }
  static let vlc = vlc("VLC through MPRIS", period: 239_000_000...309_000_000)
  static let vlcMP4 = vlc("VLC with MP4", period: 248_000_000...503_000_000)
  static let vlcOgg = vlc("VLC with Ogg", period: 998_000_000...1_057_000_000)
  static let wholeSeconds = PlayerKind(
    name: "whole seconds",
    model: .init(unit: 1_000_000_000, drift: -20, roundTrip: 1_000_000...3_000_000),
    habits: PositionHabits(resolution: .seconds(1)), uncertainty: 4)
  static let mpd = PlayerKind(
    name: "MPD", model: .init(unit: 1_000_000, noise: 500_000, drift: 100),
    habits: PositionHabits(resolution: .milliseconds(1), noise: .milliseconds(1)), uncertainty: 3)
  static let unreliable = PlayerKind(
    name: "late and lost replies",
    model: .init(
      period: 48_600_000...48_600_000, noise: 500_000, drift: 30, late: 30, lost: 30),
    habits: PositionHabits(hold: .milliseconds(60), noise: .milliseconds(1)), uncertainty: 6)
  static let fastClock = PlayerKind(
    name: "a clock 500 ppm fast",
    model: .init(period: 40_000_000...40_000_000, noise: 200_000, drift: 500),
    habits: PositionHabits(hold: .milliseconds(50), noise: .milliseconds(1)), uncertainty: 4)

  static let all = [
    mpvVideo, mpvSound, vlc, vlcMP4, vlcOgg, wholeSeconds, mpd, unreliable, fastClock,
    mpvUnsettled(by: 0),
  ]

  private static func vlc(_ name: String, period: ClosedRange<Int64>) -> PlayerKind {
    PlayerKind(
      name: name,
      model: .init(period: period, noise: 500_000, drift: -50, roundTrip: 400_000...800_000),
      habits: .mpris("org.mpris.MediaPlayer2.vlc"), uncertainty: 16)
  }
}
