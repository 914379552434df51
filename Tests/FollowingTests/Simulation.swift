import PlayheadCore
import PlayheadTestEnvironment
import PlayheadTimekeeping

@testable import PlayheadFollowing

/// A leader and a follower, whose true positions are known, in steps of 1 ms.
struct Simulation {
  struct SimulatedPlayer {
    var position = 0.0
    var rate = 1.0
    var isPlaying = false
    var duration = 36_000.0
    /// The part by which its clock is faster than the host's.
    var drift = 0.0
    /// How long a seek takes, at least and at most.
    var seekDelay = 0.12...0.12
    /// How much longer its first seek takes.
    var firstSeekDelay = 0.0
    /// By how much further ahead a seek ends.
    var seekError = 0.0
    /// How long it takes to begin to play, at least and at most.
    var startDelay = 0.03...0.03
    /// The same after a seek while it is paused; nil if that makes no difference.
    var soughtStartDelay: ClosedRange<Double>?
    /// Whether it was sought since it was paused.
    var isSought = false
    /// How long its output plays on after a pause, at least and at most, and until when.
    var outputDelay = 0.0...0.0
    var outputEnd = -1.0
    /// By how much a reading may be wrong, either way, which is also its uncertainty.
    var noise = 0.002
    /// By how much all its readings may be wrong in the same way.
    var bias = 0.0
    var hasRates = true
    /// Whether it accepts other rates, and keeps its own.
    var ignoresRates = false
    /// Whether it begins again at its end.
    var loops = false
    /// How long before an instant it must be asked to begin to play then; nil if it cannot.
    var lead: Double?
    /// Whether its position is that of its sound.
    var isHeard = false
    /// How long its sound is measured after an event, in which its positions may all be wrong by a tenth of a second.
    var measuringTime = 0.0
    /// The same if it plays on, or at another rate, with the sound from before; nil if that makes no difference.
    var keptMeasuringTime: Double?
    /// When it is measured.
    var measuredTime = 0.0
    /// Whether it stays where it is, whatever it is asked for.
    var isUnmovable = false
    /// Until when it does not move.
    var busyUntil = 0.0
    /// Until when its network is down, which seeks do not change.
    var outageEnd = 0.0

    var isEnded: Bool { position >= duration }

    mutating func advance(until time: Double) {
      let start = max(busyUntil, outageEnd)
      let moves = isPlaying || time < outputEnd
      guard moves, time >= start, !isUnmovable else { return }
      position += rate * (1 + drift) * min(time - start, Simulation.step)
      if position >= duration { position = loops ? position - duration : duration }
    }

    func reading(at time: Double, _ random: inout SplitMix64) -> FollowerReading {
      let isBusy = time < max(busyUntil, outageEnd)
      let state: PlaybackState =
        isEnded ? .ended : !isPlaying ? .paused : isBusy ? .stalled : .playing
      let error = isPlaying ? Double.random(in: -1...1, using: &random) * noise : 0
      return FollowerReading(
        position: position + error, uncertainty: noise,
        bias: time < measuredTime ? 0.1 : bias, rate: isPlaying ? rate : 0,
        state: state,
        duration: duration, lead: lead, isHeard: isHeard)
    }
  }

  static let step = 0.001

  var leader = SimulatedPlayer(isPlaying: true, noise: 0)
  var follower = SimulatedPlayer()
  /// Whether the leader's position is known.
  var isLeaderKnown = true
  /// Whether the follower's position is known.
  var isFollowerKnown = true
  var offset = 0.0
  var machine: FollowerMachine
  var time = 0.0
  private(set) var seeks: [Double] = []
  private(set) var rates: [(time: Double, rate: Double)] = []
  private(set) var plays = 0
  /// How often it was paused, except to wait for its leader.
  private(set) var pauses = 0
  /// How often it has waited.
  private(set) var holds = 0
  private var seekCount = 0
  /// When the follower began to move, somewhere.
  private(set) var starts: [Double] = []
  private var isMoving = false
  /// The greatest difference of positions while the follower moved.
  private(set) var greatestWhilePlaying = 0.0
  /// The greatest difference of positions since `forget()`.
  private(set) var greatest = 0.0
  private var random: SplitMix64
  private var due = 0.0

  init(seed: UInt64 = 1, offset: Double = 0, _ settings: FollowerSettings = FollowerSettings()) {
    machine = FollowerMachine(settings, offset: offset)
    self.offset = offset
    random = SplitMix64(seed: seed)
  }

  var difference: Double { leader.position + offset - follower.position }

  /// Forgets what happened until now.
  mutating func forget() {
    (seeks, rates, plays, pauses, greatest, starts) = ([], [], 0, 0, 0, [])
    (holds, greatestWhilePlaying) = (0, 0)
  }

  /// The machine is woken, as by a discontinuity.
  mutating func wake() { due = time }

  mutating func run(seconds: Double) {
    let end = time + seconds
    while time < end {
      time += Self.step
      leader.advance(until: time)
      follower.advance(until: time)
      let moves = follower.isPlaying && time >= follower.busyUntil
      if moves, !isMoving { starts.append(time) }
      isMoving = moves
      if time >= due { takeStep() }
      greatest = max(greatest, abs(difference))
      if moves { greatestWhilePlaying = max(greatestWhilePlaying, abs(difference)) }
    }
  }

  private mutating func takeStep() {
    let now = HostInstant(nanoseconds: Int64(time * 1e9))
    let actions = machine.step(
      leader: isLeaderKnown ? leader.reading(at: time, &random) : nil,
      follower: isFollowerKnown ? follower.reading(at: time, &random) : nil, at: now)
    for action in actions { carryOut(action) }
    due = machine.next.map { Double($0.nanoseconds) / 1e9 } ?? .infinity
  }

  private mutating func beginPlaying() {
    let sought = follower.isSought ? follower.soughtStartDelay : nil
    let delay = Double.random(in: sought ?? follower.startDelay, using: &random)
    follower.busyUntil = max(follower.busyUntil, time + delay)
    follower.isPlaying = true
  }

  private mutating func carryOut(_ action: FollowerMachine.Action) {
    if follower.measuringTime > 0 {
      if case .play(let rate) = action {
        // VLC takes a rate that is almost 1 for 1.
        if !follower.isPlaying || abs(rate.doubleValue - follower.rate) > 0.000_1 {
          follower.measuredTime =
            time + (follower.keptMeasuringTime ?? follower.measuringTime)
        }
      } else {
        follower.measuredTime = time + follower.measuringTime
      }
    }
    switch action {
    case .play(let rate):
      if !follower.isPlaying {
        plays += 1
        beginPlaying()
      }
      if rate != .normal, !follower.hasRates {
        return machine.withdrawRates(at: HostInstant(nanoseconds: Int64(time * 1e9)))
      }
      if rate.doubleValue != follower.rate { rates.append((time, rate.doubleValue)) }
      if !follower.ignoresRates { follower.rate = rate.doubleValue }
    case .resume:
      (holds, pauses) = (holds + 1, pauses - 1)
      beginPlaying()
    case .pause:
      pauses += 1
      if follower.isPlaying {
        follower.outputEnd = time + .random(in: follower.outputDelay, using: &random)
      }
      (follower.isPlaying, follower.isSought) = (false, false)
    case .seek(let position):
      seeks.append(time)
      (follower.isSought, follower.outputEnd) = (!follower.isPlaying, time)
      seekCount += 1
      if follower.isUnmovable { return }
      follower.position = min(position.seconds + follower.seekError, follower.duration)
      let first = seekCount == 1 ? follower.firstSeekDelay : 0
      follower.busyUntil = time + Double.random(in: follower.seekDelay, using: &random) + first
    case .start(let rate, let position, let instant):
      seeks.append(time)
      seekCount += 1
      if follower.isUnmovable { return }
      follower.position = min(position.seconds, follower.duration)
      let earliest = time + Double.random(in: follower.seekDelay, using: &random)
      follower.busyUntil = max(Double(instant.nanoseconds) / 1e9, earliest)
      (follower.isPlaying, follower.rate) = (true, rate.doubleValue)
    }
  }
}
