import PlayheadTimekeeping

/// The property of an mpv that has its position.
///
/// `audio-pts` is computed from the delay of the sound output each time it is asked for, but it is
/// unavailable without sound. `time-pos` is then the time of the frame that is shown. With sound it is not
/// used, because it would contradict `audio-pts` by the error of their synchronization.
enum MPVPosition: Hashable, Sendable {
  case sound
  case frames

  static let frameName = "time-pos"

  /// The name of the property.
  var name: String {
    switch self {
    case .sound: "audio-pts"
    case .frames: Self.frameName
    }
  }
}

/// What makes the values of an mpv differ from its position.
struct MPVAccuracy: Hashable, Sendable {
  /// The error of the delay that a sound output states, and of the instant when a frame is shown.
  private static let usual: Duration = .milliseconds(2)
  /// The longest sound that waits in an output. After a change of the rate, mpv computes `audio-pts` as if that
  /// sound were played at the new rate. After a seek while paused, it subtracts it from the new place.
  private static let queuedSound: Duration = .milliseconds(750)
  /// In how long a wrong speed of PulseAudio's clock leads to the error of its delay: 2.7 to 4.2 s were seen with
  /// version 16. It is more here because readings are seldom.
  private static let speedMemory: Duration = .seconds(6)
  private static let settlingTime: Duration = .seconds(1)

  /// The frame rate that the file states, if any.
  var frameRate: Double?
  var rate = Rate.normal
  /// Whether mpv has sought while paused, and plays nothing since.
  var isUnheard = false
  /// By how much the rate changed last, and until when sound of the rate before may be in the output.
  private var change = 0.0
  private var settled = HostInstant(nanoseconds: .min)

  mutating func setRate(_ new: Rate, at now: HostInstant) {
    guard new != rate else { return }
    change = max(now < settled ? change : 0, abs(new.doubleValue - rate.doubleValue))
    settled = now.advanced(by: Self.settlingTime)
    rate = new
  }

  /// How the values of a property differ from the position at an instant.
  func habits(of position: MPVPosition, at now: HostInstant) -> PositionHabits {
    var habits = PositionHabits(noise: Self.usual)
    switch position {
    case .frames: habits.hold = hold
    case .sound: habits.speedMemory = Self.speedMemory
    }
    if position == .sound, now < settled {
      habits.noise += .microseconds(change * Double(Self.queuedSound.components.attoseconds) / 1e12)
    } else if isUnheard, frameRate == nil {
      habits.noise = Self.queuedSound
    }
    return habits
  }

  /// How long a frame is shown, or two if they have different lengths.
  private var hold: Duration {
    guard let frameRate, frameRate >= 1, frameRate <= 1_000 else { return .milliseconds(500) }
    return .microseconds(min(max(2e6 / (frameRate * rate.doubleValue), 2e3), 2e6))
  }
}
