import PlayheadAudio
import PlayheadTimekeeping

/// Measures how much later than a player's position its sound is heard, by asking the sound server.
///
/// The latency of a stream rises when the player adds samples and falls when the device takes some. Several
/// requests at once show its mean. They are made when the sound becomes known, after events, and now and then.
struct DelayMeter {
  private enum Stage {
    /// It is not known whose streams are the player's.
    case idle
    /// A number of requests is made, the next one at an instant; nil while one is not answered.
    case asking(Answers, next: HostInstant?)
    /// The delay is known, or no stream was found. It is measured again from `next` on.
    case settled(next: HostInstant)
  }

  /// What the server has answered since a measurement began.
  private struct Answers {
    var count = 0
    /// How many answers contained a stream of the player that has a latency.
    var foundCount = 0
    /// The sums of the least latencies in these answers, and of the greatest.
    var (least, greatest) = (Duration.zero, Duration.zero)
    /// The last latency, and the lowest one.
    private var (last, lowest): (Duration?, Duration?) = (nil, nil)
    /// Whether the player was seen to add samples, so that the lowest latency was that before it did.
    private var hasRisen = false

    mutating func add(least new: Duration, greatest newGreatest: Duration) {
      foundCount += 1
      (least, greatest) = (least + new, greatest + newGreatest)
      if let last, new - last > DelayMeter.leastRise { hasRisen = true }
      (last, lowest) = (new, min(lowest ?? new, new))
    }

    /// The player may have left its sound late by another time since then.
    mutating func forgetLowest() { hasRisen = false }

    /// The delay of a player; nil if no stream of it was found.
    func delay(of sound: PlayerSound, isMoved: Bool) -> HeardDelay? {
      if foundCount == 0 { return nil }
      return sound.delay(
        from: least / foundCount, to: greatest / foundCount, lowest: hasRisen ? lowest : nil,
        isMoved: isMoved)
    }
  }

  /// The number of requests of a measurement.
  static let requestCount = 24
  /// The time between two requests. It is no multiple of the periods at which devices take samples.
  private static let interval: Int64 = 11_300_000
  /// A latency rises by more only when the player has added samples.
  private static let leastRise = Duration.milliseconds(10)
  /// The time between two measurements while nothing happens.
  private static let pause: Int64 = 5_000_000_000
  /// How long after an event a measurement begins: the player fills its stream again.
  private static let settlingTime: Int64 = 300_000_000
  /// The same for a player that keeps its sound and corrects it, which is heard when the stream has been played.
  private static let correctionTime: Int64 = 1_500_000_000
  /// How long after an event such a player may correct its sound, which then moves between two measurements.
  private static let longestCorrection: Int64 = 25_000_000_000
  /// How long the position is not published because the delay is not known yet.
  private static let patience: Int64 = 1_000_000_000
  /// A stream that states a greater latency is ignored.
  private static let greatestLatency = Duration.seconds(20)

  private var stage = Stage.idle
  private(set) var sound: PlayerSound?
  /// Whether the playhead was moved last while the player played.
  private var isMoved = false
  /// Whether the stream contains sound from before the last event, or from before the player was known.
  private var keepsSound = false
  /// Until when the player may correct such sound.
  private var correctionEnd: HostInstant?
  /// Whether a request has not been answered.
  private var isAwaiting = false
  /// The delay; nil while it is not known.
  private(set) var delay: HeardDelay?
  /// The answers from which the delay is known.
  private var latest: Answers?
  /// Until when the first delay is awaited, and no position published; nil if it is known, or was awaited too long.
  private(set) var patienceEnd: HostInstant?

  /// Records whose streams are the player's, or that this is not known any more.
  mutating func follow(_ new: PlayerSound?, at now: HostInstant) {
    guard new != sound else { return }
    let isNewPlayer = new?.process != sound?.process
    sound = new
    if isNewPlayer {
      latest = nil
      patienceEnd = new == nil ? nil : now.advanced(byNanoseconds: Self.patience)
      // It may be paused, or have been paused a moment ago.
      (keepsSound, correctionEnd) = (true, now.advanced(byNanoseconds: Self.longestCorrection))
    }
    // The streams have the same latency, which may show in another way.
    delay = delay(from: latest, at: now)
    stage = new == nil ? .idle : .asking(Answers(), next: now)
  }

  /// The playhead was moved, or another item begins. The known delay is another one at once.
  mutating func move(isPlaying: Bool) {
    (isMoved, keepsSound) = (isPlaying, false)
    latest?.forgetLowest()
    delay = sound.flatMap { latest?.delay(of: $0, isMoved: isPlaying) } ?? delay
  }

  /// The player has begun or stopped to play, or plays at another rate, with the sound that it has handed over.
  ///
  /// - Parameter begins: Whether it was paused, and plays on.
  mutating func change(begins: Bool, at now: HostInstant) {
    if !begins { keepsSound = true }
    if isCorrected {
      correctionEnd = now.advanced(byNanoseconds: Self.longestCorrection)
      latest?.forgetLowest()
      if let sound { delay?.widen(to: sound.lead.tolerance) }
    }
    restart(at: now)
  }

  /// Measures again, because something has happened.
  mutating func restart(at now: HostInstant) {
    if case .idle = stage { return }
    let rest = isCorrected ? Self.correctionTime : Self.settlingTime
    stage = .asking(Answers(), next: patienceEnd == nil ? now.advanced(byNanoseconds: rest) : now)
  }

  /// Whether the player may correct sound that the stream contains.
  private var isCorrected: Bool { keepsSound && sound?.lead.showsLateness == true }

  /// When the server must be asked; nil for never.
  func next(isPlaying: Bool) -> HostInstant? {
    // The delay of a player that is paused does not change, and it may have no stream.
    if isAwaiting || !isPlaying && delay != nil { return nil }
    switch stage {
    case .idle: return nil
    case .asking(_, let next): return next
    case .settled(let next): return isPlaying ? next : nil
    }
  }

  /// Returns whether the server must be asked now.
  mutating func beginCall(at now: HostInstant, isPlaying: Bool) -> Bool {
    guard let next = next(isPlaying: isPlaying), next <= now else { return false }
    let answers = if case .asking(let answers, _) = stage { answers } else { Answers() }
    stage = .asking(answers, next: nil)
    isAwaiting = true
    return true
  }

  /// Receives the streams of the player, or nil without a server. Answers to requests before an event do not count.
  mutating func receive(_ streams: [SoundStream]?, at now: HostInstant) {
    isAwaiting = false
    guard case .asking(var answers, next: nil) = stage, let sound else { return }
    guard let streams else { return settle(Answers(), at: now) }
    answers.count += 1
    let running = streams.filter { !$0.isPaused }
    let latencies = (running.isEmpty ? streams : running).map(\.latency)
      .filter { (.zero...Self.greatestLatency).contains($0) }
    if let least = latencies.min(), let greatest = latencies.max(), sound.lead.canUse(greatest) {
      answers.add(least: least, greatest: greatest)
    }
    if answers.count < Self.requestCount {
      stage = .asking(answers, next: now.advanced(byNanoseconds: Self.interval))
    } else {
      settle(answers, at: now)
    }
  }

  private mutating func settle(_ answers: Answers, at now: HostInstant) {
    let measured = delay(from: answers, at: now)
    stage = .settled(next: now.advanced(byNanoseconds: Self.pause))
    patienceEnd = nil
    if let measured, let delay, delay.isLike(measured) { return }
    (delay, latest) = (measured, answers)
  }

  /// The delay that answers show, as well as it is known while the player corrects its sound.
  private func delay(from answers: Answers?, at now: HostInstant) -> HeardDelay? {
    guard let sound, var delay = answers?.delay(of: sound, isMoved: isMoved) else { return nil }
    if isCorrected, let end = correctionEnd, now < end { delay.widen(to: sound.lead.tolerance) }
    return delay
  }

  /// Ends the wait for the first delay when it has taken too long.
  mutating func endPatience(at now: HostInstant) {
    if let end = patienceEnd, end <= now { patienceEnd = nil }
  }
}
