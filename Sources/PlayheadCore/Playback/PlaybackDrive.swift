/// What moves the playhead. Its payload is indirect, because the machine that has it is copied for each packet.
enum PlaybackDrive {
  /// The longest time without a new reading of a clock or of the sound, in nanoseconds.
  static let longestInterval: Int64 = 100_000_000

  /// The host clock.
  case host
  /// The sound that is heard, or without sound another clock. At least one of them is there. One case has both:
  /// LeakSanitizer does not recognize the pointer of a second indirect case, because the number of the case is in it.
  indirect case other(sound: SoundDrive?, clock: ClockDrive?)

  init(clock: ClockDrive?, sound: SoundDrive? = nil) {
    self = clock == nil && sound == nil ? .host : .other(sound: sound, clock: clock)
  }

  var isHost: Bool { if case .host = self { true } else { false } }
  var isSound: Bool { if case .other(.some, _) = self { true } else { false } }

  var clock: ClockDrive? {
    get { if case .other(_, let clock) = self { clock } else { nil } }
    set { self = PlaybackDrive(clock: newValue, sound: sound) }
  }

  /// The sound. Without it, the clock moves the playhead from now on.
  var sound: SoundDrive? {
    get { if case .other(let sound, _) = self { sound } else { nil } }
    _modify {
      var (sound, clock) = (sound, clock)
      // If the drive kept its copy, a change of the sound would copy its arrays.
      self = .host
      defer { self = PlaybackDrive(clock: clock, sound: sound) }
      yield &sound
    }
  }
}
