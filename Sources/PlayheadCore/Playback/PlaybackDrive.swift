import PlayheadTimekeeping

/// What moves the playhead. Indirect, because the machine that has it is copied for each packet.
indirect enum PlaybackDrive {
  /// The longest time without a new reading of a clock or of the sound, in nanoseconds.
  static let longestInterval: Int64 = 100_000_000

  /// The host clock.
  case host
  /// Another clock.
  case clock(ClockDrive)
  /// The sound that is heard. Without sound, the clock, or the host clock if it is nil.
  case sound(SoundDrive, otherwise: ClockDrive?)

  init(clock: ClockDrive?, sound: SoundDrive? = nil) {
    self =
      sound.map { .sound($0, otherwise: clock) } ?? clock.map(PlaybackDrive.clock) ?? .host
  }

  var isHost: Bool { if case .host = self { true } else { false } }
  var isSound: Bool { if case .sound = self { true } else { false } }

  var clock: ClockDrive? {
    get {
      switch self {
      case .host: nil
      case .clock(let clock): clock
      case .sound(_, let clock): clock
      }
    }
    set { self = PlaybackDrive(clock: newValue, sound: sound) }
  }

  /// The sound. Without it, the clock moves the playhead from now on.
  var sound: SoundDrive? {
    get { if case .sound(let sound, _) = self { sound } else { nil } }
    _modify {
      var (sound, clock) = (sound, clock)
      // If the drive kept its copy, a change of the sound would copy its arrays.
      self = .host
      defer { self = PlaybackDrive(clock: clock, sound: sound) }
      yield &sound
    }
  }
}
