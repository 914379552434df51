import PlayheadAudio
import PlayheadCore
import PlayheadTimekeeping

/// How much later than the player's position its sound is heard.
extension AttachmentMachine {
  /// The sound of the player, for whose streams the sound server is asked; nil if it is not known.
  var sound: PlayerSound? { meter?.sound }

  /// Returns whether the sound server must be asked for the streams now.
  mutating func beginStreamCall(at now: HostInstant) -> Bool {
    let isPlaying = isPlaying
    return !isOver && meter?.beginCall(at: now, isPlaying: isPlaying) == true
  }

  /// Receives an answer of the sound server: the streams of the player; nil if the server cannot be reached.
  mutating func receive(_ streams: [SoundStream]?, at now: HostInstant) {
    if isOver { return }
    meter?.receive(streams, at: now)
    applyDelay(at: now)
  }

  var isPlaying: Bool { facts?.movingRate.isPaused == false }

  /// Receives a report of which streams are the player's.
  mutating func receive(_ sound: PlayerSound?, at now: HostInstant) {
    meter?.follow(sound, at: now)
    applyDelay(at: now)
  }

  /// Publishes the position of the sound that is heard, if the delay has changed.
  private mutating func applyDelay(at now: HostInstant) {
    guard let meter, meter.delay != delay else { return }
    if isSilent { return delay = meter.delay }
    let change = (delay?.length ?? .zero) - (meter.delay?.length ?? .zero)
    delay = meter.delay
    switch estimator.shift(by: played(in: change), at: now) {
    // The item has not begun to be heard.
    case .corrected(.zero, .zero): correct(at: now)
    // A discontinuity that waits for a reading still does.
    case .corrected where stage != .ended && pending == nil: move(.seeked, at: now)
    default: correct(at: now)
    }
  }

  /// The position before a move, or that of an item that was left, is not adapted to the delay after it.
  mutating func noteMove(isPlaying: Bool) {
    meter?.move(isPlaying: isPlaying)
    if let meter { delay = meter.delay }
  }

  /// Whether the player has flushed the sound that it had handed out, so that it is not ahead of what is heard.
  private var isSilent: Bool {
    if case .latency = sound?.lead { !hasSound } else { false }
  }

  /// The position of the sound that is heard when the player reports a position.
  func heard(_ position: MediaTime) -> MediaTime {
    guard let delay, !isSilent else { return position }
    return position.subtracting(.nanoseconds(played(in: delay.length))) ?? position
  }

  /// Adapts the estimate of the position to another rate: the same delay is another media time.
  mutating func shift(from old: Rate, to new: Rate, at now: HostInstant) {
    guard let delay else { return }
    let (before, after) = (played(in: delay.length, at: old), played(in: delay.length, at: new))
    _ = estimator.shift(by: Int64(clamping: Int128(before) - Int128(after)), at: now)
  }

  /// The media time in nanoseconds that the player plays in a time, at its rate if none is stated.
  func played(in time: Duration, at rate: Rate? = nil) -> Int64 {
    let rate = rate ?? facts?.rate ?? .normal
    let length = Int128(MediaTime(time)?.nanoseconds(rounding: .down) ?? 0)
    return Int64(clamping: length * Int128(rate.numerator) / Int128(rate.denominator))
  }
}
