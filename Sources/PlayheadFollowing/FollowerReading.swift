import PlayheadCore
import PlayheadTimekeeping

/// Where a leader or a follower is at an instant, in seconds.
struct FollowerReading {
  var position: Double
  /// By how much the position may be wrong, either way.
  var uncertainty = 0.0
  /// By how much this position and all others may be wrong in the same way, either way.
  var bias = 0.0
  /// Its rate, also while it waits; 0 while it is paused.
  var rate = 1.0
  var state: PlaybackState
  var duration: Double?
  /// How long after a request for another rate that may be heard.
  var latency = 0.0
  /// How long before an instant the player must be asked to begin to play then; nil if it cannot.
  var lead: Double?
  var isSeekable = true
  /// Whether another item may follow the one that is played.
  var isQueued = false
  /// Whether the position is that of the sound that is heard.
  var isHeard = false

  /// Whether it moves, or waits to move on.
  var isRunning: Bool { state == .playing || isWaiting }
  var isWaiting: Bool { [.stalled, .waiting, .loading].contains(state) }
  /// Whether it is anywhere.
  var isKnown: Bool { ![.idle, .loading, .failed, .closed].contains(state) }
}

extension FollowerReading {
  /// How much sound may wait for a device, besides that of its latency.
  private static let writtenTime = Duration.milliseconds(250)

  init(_ progress: PlayheadProgress, at now: HostInstant) {
    let bias = progress.bias / .seconds(1)
    self.init(
      position: progress.position(at: now).seconds,
      uncertainty: max((progress.uncertainty ?? .zero) / .seconds(1) - bias, 0), bias: bias,
      rate: progress.rate.doubleValue,
      state: progress.state, duration: progress.duration?.time.seconds,
      latency: progress.audio.map { ($0.latency + Self.writtenTime) / .seconds(1) } ?? 0,
      isHeard: progress.clock == .heard)
  }
}

/// What a leader or a follower did until now.
struct PlayerCourse {
  /// A player that is less far from where it was going is there.
  static let leastJump = 0.1

  private var last: (reading: FollowerReading, instant: HostInstant)?
  /// When it began to stall; nil if it does not.
  private(set) var stallStart: HostInstant?
  var position: Double? { last?.reading.position }

  /// Takes a reading. Returns whether the player is not where it was going.
  mutating func follow(_ reading: FollowerReading, at now: HostInstant) -> Bool {
    stallStart = reading.isWaiting ? stallStart ?? now : nil
    // It may be anywhere, and says nothing of the next one.
    if reading.uncertainty > 0.5 { return true }
    defer { last = (reading, now) }
    guard let (old, instant) = last else { return true }
    let moved = old.state == .playing ? old.rate * instant.seconds(to: now) : 0
    let error = abs(reading.position - old.position - moved)
    return error > Self.leastJump + reading.uncertainty + old.uncertainty
  }
}

extension HostInstant {
  func seconds(to other: HostInstant) -> Double { duration(to: other) / .seconds(1) }
}
