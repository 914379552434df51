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

  var name: String {
    switch self {
    case .sound: "audio-pts"
    case .frames: Self.frameName
    }
  }
}

/// What makes the values of an mpv differ from its position.
struct MPVAccuracy: Equatable, Sendable {
  /// The error of the delay that a sound output states, and of the instant when a frame is shown.
  private static let usual: Duration = .milliseconds(2)
  /// The longest sound that waits in an output. After a seek while paused, mpv subtracts it from the new position.
  private static let queuedSound: Duration = .milliseconds(750)
  /// How long sound of the previous rate may still be played, while `audio-pts` is computed as if it had the new rate.
  private static let rateLag: Duration = .seconds(1)
  /// How long the sound may take to begin after a seek or a pause: 2 to 16 ms were seen. Until then `audio-pts` stands
  /// still, ahead of the sound by what waits in the output.
  private static let startTime: Duration = .milliseconds(50)
  /// By how much the correction of the pitch moves the sound, at most.
  static let pitchError: Duration = .milliseconds(40)
  /// A lesser change of the rate leads to no error of a value.
  private static let leastChange = 0.000_01
  /// In how long a wrong speed of PulseAudio's clock leads to an error: 2.7 to 4.2 s, and readings are seldom.
  private static let speedMemory: Duration = .seconds(6)

  /// Whether sound of another rate may be in the output.
  private enum Output: Equatable {
    case settled
    /// Until an instant.
    case unsettled(until: HostInstant)
    /// Until it has been played, but the player is paused.
    case paused
  }

  /// The frame rate that the file states, if any.
  var frameRate: Double?
  /// Whether the file is a still image.
  var isStill = false
  var rate = Rate.normal
  /// A position that was sought while the player was paused, before its sound is played.
  enum Unheard: Equatable {
    case somewhere
    case near(MPVSeeks.Target)
  }

  /// The position that mpv has sought while it was paused, and plays nothing since; nil otherwise.
  private(set) var unheard: Unheard?
  /// Whether the file has sound, as far as that is known.
  var hasSound = false
  private var output = Output.settled
  /// When the sound that begins is heard; nil if it did not begin yet.
  private var soundStart: HostInstant?

  /// The rate has changed.
  mutating func change(to new: Rate, isPaused: Bool, at now: HostInstant) {
    // That of a follower that begins or ends to be steered changes nothing that is seen.
    let isSeen = abs(new.doubleValue - rate.doubleValue) > Self.leastChange
    rate = new
    guard isSeen else { return }
    output = isPaused ? .paused : .unsettled(until: now.advanced(by: Self.rateLag))
  }

  /// The player was paused, or continues.
  mutating func setPaused(_ isPaused: Bool, at now: HostInstant) {
    switch output {
    case .unsettled(let end) where isPaused: output = now < end ? .paused : .settled
    case .paused where !isPaused: output = .unsettled(until: now.advanced(by: Self.rateLag))
    default: break
    }
    if !isPaused { (unheard, soundStart) = (nil, now.advanced(by: Self.startTime)) }
  }

  /// A seek is over. The output has dropped its sound.
  mutating func endSeek(at target: MPVSeeks.Target?, isPaused: Bool, at now: HostInstant) {
    (output, soundStart) = (.settled, now.advanced(by: Self.startTime))
    unheard = isPaused ? target.map { .near($0) } ?? .somewhere : nil
  }

  /// Another frame is shown while the player is paused.
  mutating func step() { unheard = .somewhere }

  /// Another file is opened.
  mutating func beginFile() {
    (output, unheard, soundStart, hasSound) = (.settled, nil, nil, false)
  }

  /// Returns the position that a value means. After a paused seek, mpv subtracts the sound of the position before.
  func position(of value: MediaTime) -> MediaTime {
    guard case .near(let target) = unheard, target.isExact || frameRate == nil,
      value < target.position, let missing = target.position.subtracting(value),
      Duration(missing) <= Self.queuedSound
    else { return value }
    return target.position
  }

  /// Whether the sound has not begun at an instant, so that no value of it shows the position.
  func awaitsSound(at now: HostInstant) -> Bool { hasSound && soundStart.map { now < $0 } ?? false }

  /// Whether a value of a property that was asked for at an instant shows the position.
  func isUsable(_ position: MPVPosition, at now: HostInstant) -> Bool {
    if position == .frames { return true }
    if let soundStart, now < soundStart { return false }
    return switch output {
    case .settled: true
    case .unsettled(let end): now >= end
    case .paused: false
    }
  }

  /// How the values of a property differ from the position.
  func habits(of position: MPVPosition) -> PositionHabits {
    var habits = PositionHabits(noise: Self.usual)
    switch position {
    case .frames: (habits.hold, habits.holdsOverMoves) = (isStill ? .zero : hold, false)
    case .sound: (habits.speedMemory, habits.rateLag) = (Self.speedMemory, Self.rateLag)
    }
    if unheard == .somewhere, frameRate == nil { habits.noise = Self.queuedSound }
    return habits
  }

  /// The time between two frames.
  var frame: Duration {
    guard let frameRate, frameRate > 0, frameRate <= 1_000 else { return .milliseconds(500) }
    return .microseconds(min(1e6 / frameRate, 1e7))
  }

  /// How long a frame is shown, or two if they have different lengths.
  private var hold: Duration {
    guard let frameRate, frameRate >= 1, frameRate <= 1_000 else { return .milliseconds(500) }
    return .microseconds(min(max(2e6 / (frameRate * rate.doubleValue), 2e3), 2e6))
  }
}
