import PlayheadAudio
import PlayheadMedia
import PlayheadTesting

@testable import PlayheadCore
@testable import PlayheadTimekeeping

// Fuzz/ builds this file with a link to SplitMix64.swift.
#if canImport(PlayheadTestEnvironment)
  import PlayheadTestEnvironment
#endif

/// One random run of a player or of a queue, with or without sound, on a manual clock. The number of the
/// run decides everything. At its end no request may be pending, and nothing may wait forever. Host time
/// passes in whole milliseconds; from 2³² on, in nanoseconds, and playback may be fast; from 2³³ on, it
/// follows a clock that often changes.
///
/// `PlaybackModel` defines each change, without sound. Where sound drives the playhead, this
/// run checks what the model allows: how playback ends, and that everything is published.
final class PlaybackRun {
  /// What a run is meant to contain.
  enum Feature: CaseIterable {
    case sourceThatCannotSeek, sound, queue, forwardEnd, loop, seek, step, scheduledStart
    case clockThatStands, clockThatJumps, endBeforeDeclaredEnd, endAfterDeclaredEnd
  }

  private static let rates = [Rate(1, 2), Rate.normal, .normal, Rate(2, 1), Rate(7, 4)]
  private static let fineRates = rates + [Rate(16, 1), Rate(1_001, 1_000)]
  /// More steps at one instant, or in one action, are a loop without an end. All media of a run is read
  /// in fewer.
  private static let greatestStepCount = 3_000
  private static let greatestTotal = 300_000

  private var numbers: SplitMix64
  private let isFine: Bool
  private let isRestless: Bool
  private let clock = ManualHostClock()
  private let media: [RandomMedia]
  private let playbackClock: RandomClock?
  private var players: [Player]
  private var queue: PlayerQueue?
  private let followers: [ChangeFollower]
  private let recorders: [RecordingSubscriber<PlayheadProgress, Never>]
  /// The number of deliveries from each player: its values and the completion.
  private let deliveryCounts: [Count]
  private var timers: TimerFollower
  /// The progress timers with the indices of their players. They are retained, so that no other timer has
  /// the same identity.
  private var progressTimers: [ObjectIdentifier: (timer: any HostTimer, player: Int)] = [:]
  /// The features that have had an effect.
  private(set) var features: Set<Feature> = []
  /// The actions and their results; nil if they are not recorded.
  private var journal: [String]?
  private var problems: [String] = []
  private var hasLooped = false
  private var hasClosed = false
  /// The answers to each seek and step.
  private var answers: [Count] = []

  /// Unchecked: a manual clock calls those who count on one thread.
  private final class Count: @unchecked Sendable {
    var value = 0
    /// The feature of a request that has succeeded.
    var feature: Feature?
  }

  /// Returns the number of a run in a series that alternates between all kinds.
  static func number(at index: Int) -> UInt64 { UInt64(index / 3) | UInt64(index % 3) << 32 }

  init(number: UInt64, isRecorded: Bool) {
    journal = isRecorded ? [] : nil
    isFine = number >> 32 != 0
    isRestless = number >> 33 != 0
    var numbers = SplitMix64(seed: number)
    let isQueue = Int.random(in: 0..<3, using: &numbers) == 0
    let count = isQueue ? Int.random(in: 1...3, using: &numbers) : 1
    let media = (0..<count).map { _ in RandomMedia(using: &numbers) }
    let hasSound = !isRestless && Int.random(in: 0..<3, using: &numbers) > 0
    let hasClock = isRestless || (!hasSound && Int.random(in: 0..<3, using: &numbers) == 0)
    let playbackClock =
      hasClock ? RandomClock(using: &numbers, longestSegment: isRestless ? 500 : 8_000) : nil
    var device = FakeAudioDevice()
    device.latency = .milliseconds(Int.random(in: 0...200, using: &numbers))
    device.periodSampleCount = Int.random(in: 50...200, using: &numbers)
    device.bufferSampleCount = Int.random(in: 200...1_000, using: &numbers)
    device.drift = Double.random(in: -200...200, using: &numbers)
    if Bool.random(using: &numbers) { device.startSampleCount = 100 }
    if Bool.random(using: &numbers) { device.responseTime = .milliseconds(5) }
    let clock = clock
    let opener = FakeAudioOpener(clock: clock, devices: [device])
    let audio = hasSound ? AudioPlayback(output: opener) : nil
    (self.numbers, self.media, self.playbackClock) = (numbers, media, playbackClock)
    players = media.map {
      Player(media: $0.media, clock: clock, playbackClock: playbackClock, audio: audio)
    }
    followers = players.map(ChangeFollower.init)
    let deliveryCounts = players.map { _ in Count() }
    self.deliveryCounts = deliveryCounts
    timers = TimerFollower(followsHostClock: playbackClock == nil && !hasSound)
    recorders = zip(players, deliveryCounts).map { player, count in
      let recorder = RecordingSubscriber<PlayheadProgress, Never>(
        onValue: { _, _ in
          count.value += 1
          return .none
        },
        onCompletion: { _ in count.value += 1 })
      player.progressPublisher(interval: .milliseconds(100)).subscribe(recorder)
      return recorder
    }
    for (index, player) in players.enumerated() {
      for timer in player.progressTimers {
        progressTimers[ObjectIdentifier(timer)] = (timer, index)
      }
    }
    queue = isQueue ? PlayerQueue(players, clock: clock) : nil
    let contents = media.map {
      "\($0.content) \($0.timebase) \($0.frameCount) x \($0.frameTicks), seekable: \($0.isSeekable)"
        + ($0.hasError ? ", damaged" : "")
    }
    note("sound: \(hasSound), clock: \(playbackClock != nil), \(contents)")
  }

  deinit {
    // A timer that is armed holds its player, which holds the clock.
    for recorder in recorders { recorder.cancel() }
    progressTimers = [:]
    // A queue that is released finishes its players, which takes steps of the clock.
    queue = nil
    players = []
    clock.abandon()
  }

  /// Runs to the end. Returns the steps and the first error; nil without an error.
  func findProblems() -> String? {
    for _ in 0..<Int.random(in: 2...12, using: &numbers) where problems.isEmpty {
      act()
      check()
    }
    finish()
    return problems.isEmpty ? nil : ((journal ?? []) + problems).joined(separator: "\n")
  }

  private func note(_ text: @autoclosure () -> String) { journal?.append(text()) }

  // MARK: Actions

  /// The player that plays, or is chosen to.
  private var current: Player { queue?.currentItem ?? players[players.count - 1] }

  private func act() {
    switch Int.random(in: 0..<24, using: &numbers) {
    case 0:
      note("load")
      current.beginLoading()
    case 1...4: setRate(randomRate())
    case 5: setRate(.paused)
    case 6, 7: seek(to: randomPosition(), .exact)
    case 8: seek(to: randomPosition(), .keyframe)
    case 9: seek(to: current.currentTime(), .exact)
    case 10: step()
    case 11, 12:
      let end = Int.random(in: 0..<4, using: &numbers) > 0 ? randomPosition() : nil
      note("forward end \(end.map { "\($0)" } ?? "none")")
      current.setForwardPlaybackEnd(end)
    case 13, 14: setLoop()
    case 15: startAtHostInstant()
    case 16:
      let duration = randomTime(in: 1...1_000)
      note("skip \(duration)")
      clock.skip(by: .nanoseconds(duration))
    case 17:
      note("advance to the next item")
      queue?.advanceToNextItem()
    case 18 where Int.random(in: 0..<8, using: &numbers) == 0:
      note("close")
      hasClosed = true
      current.close()
    default: advance(nanoseconds: randomTime(in: 0...800))
    }
  }

  private func randomRate() -> Rate {
    (isFine ? Self.fineRates : Self.rates).randomElement(using: &numbers) ?? .normal
  }

  /// A time in nanoseconds, between these milliseconds or less than one longer.
  private func randomTime(in milliseconds: ClosedRange<Int64>) -> Int64 {
    let time = Int64.random(in: milliseconds, using: &numbers) * 1_000_000
    return isFine ? time + Int64.random(in: 0..<1_000_000, using: &numbers) : time
  }

  /// A position in the media or beyond its end, often at the start of a frame.
  private func randomPosition() -> MediaTime {
    let media = media[players.firstIndex { $0 === current } ?? 0]
    let frame = Int64.random(in: 0...Int64(media.frameCount) + 3, using: &numbers)
    let position = MediaTime(ticks: frame * media.frameTicks, timebase: media.timebase)
    if Bool.random(using: &numbers) { return position }
    return position.adding(.nanoseconds(Int64.random(in: 0...99_999_999, using: &numbers)))
      ?? position
  }

  private func setRate(_ rate: Rate) {
    note("rate \(rate)")
    if let queue { queue.setRate(rate) } else { current.setRate(rate) }
  }

  private func makeCompletion(
    _ feature: Feature
  ) -> @Sendable (Result<SeekResult, MediaError>) -> Void {
    let answer = Count()
    answers.append(answer)
    return { result in
      answer.value += 1
      if case .success = result { answer.feature = feature }
    }
  }

  private func seek(to position: MediaTime, _ tolerance: SeekTolerance) {
    note("seek \(position) \(tolerance)")
    current.beginSeek(to: position, tolerance: tolerance, completion: makeCompletion(.seek))
  }

  private func step() {
    let count = [1, -1, 3, -30].randomElement(using: &numbers) ?? 1
    note("step \(count)")
    // A step pauses its player; the queue must know.
    queue?.pause()
    current.beginStep(byCount: count, completion: makeCompletion(.step))
  }

  private func setLoop() {
    let (start, end) = (randomPosition(), randomPosition())
    let count = Bool.random(using: &numbers) ? Int.random(in: 1...4, using: &numbers) : nil
    // A shorter loop takes more steps than the run is allowed to.
    let isLong = end.subtracting(start).map { $0 > .milliseconds(100) } ?? false
    let loop = PlaybackLoop(from: start, to: isLong ? end : nil, count: count)
    note("loop \(loop)")
    hasLooped = true
    current.setLoop(loop)
  }

  private func startAtHostInstant() {
    let rate = randomRate()
    let delay = randomTime(in: -2_000...2_000)
    let instant = clock.now.advanced(byNanoseconds: delay)
    if let queue {
      note("rate \(rate) at \(instant.nanoseconds)")
      return queue.beginRate(rate, atHostTime: instant)
    }
    let position = Bool.random(using: &numbers) ? randomPosition() : nil
    note("rate \(rate) of \(position.map { "\($0)" } ?? "-") at \(instant.nanoseconds)")
    current.beginRate(
      rate, time: position, atHostTime: instant, completion: makeCompletion(.scheduledStart))
  }

  /// Runs everything that is due. Stops if there is no end to it.
  private func advance(nanoseconds: Int64) {
    note("advance \(nanoseconds)")
    nonisolated(unsafe) var isOver = false
    let timer = clock.makeTimer(on: .main) { isOver = true }
    timer.arm(at: clock.now.advanced(byNanoseconds: nanoseconds))
    var (instant, count, total) = (clock.now, 0, 0)
    while !isOver, let wakeup = clock.runNextWakeup() {
      if wakeup.owner !== timer { follow(wakeup) }
      count = clock.now == instant ? count + 1 : 0
      instant = clock.now
      total += 1
      if count > Self.greatestStepCount || total > Self.greatestTotal {
        problems.append("endless steps at \(instant.nanoseconds)")
        break
      }
    }
    timer.cancel()
  }

  private func follow(_ wakeup: ManualHostClock.Wakeup) {
    let news = progressTimers[ObjectIdentifier(wakeup.owner)].map { _, player in
      deliveryCounts[player].value + followers[player].noticeCount + players[player].sequence
    }
    timers.follow(wakeup, at: clock.now, news: news)
    noteClock()
  }

  // MARK: Checks

  private func check() {
    for (index, player) in players.enumerated() {
      let reading = player.reading()
      note(
        "  \(reading.state) \(reading.position) of \(reading.duration.map { "\($0.time)" } ?? "-")"
          + " \(reading.rate) \(reading.passes)")
      if let duration = reading.duration, duration.isExact, reading.position > duration.time {
        problems.append("player \(index) is at \(reading.position) of \(duration.time)")
      }
    }
    problems += timers.problems
    checkTimers()
  }

  /// A player that moves has one timer, and one that does not move has none once it has published that. A
  /// pause is published when the last sound has been heard.
  private func checkTimers() {
    let wakeups = clock.wakeups
    if wakeups.contains(where: { $0.instant <= clock.now }) { return }
    for wakeup in wakeups where !wakeup.isRoutine {
      guard let index = progressTimers[ObjectIdentifier(wakeup.owner)]?.player else {
        problems.append("a timer of no subscription")
        continue
      }
      let state = players[index].playbackState
      if state != .playing, !players[index].isDraining {
        problems.append("player \(index) is \(state) and has a timer")
      }
    }
  }

  /// Plays and delivers everything to the end.
  private func finish() {
    guard problems.isEmpty else { return }
    let rate = queue?.rate ?? current.rate
    let isPlaying = !rate.isPaused
    note("finish at rate \(rate)")
    for player in players {
      player.setLoop(nil)
      // A seek of a player that is not loaded waits.
      if player.playbackState == .idle { player.beginLoading() }
    }
    // The random clock has a minute.
    advance(nanoseconds: playbackClock == nil ? 40_000_000_000 : 100_000_000_000)
    check()
    if problems.isEmpty {
      for index in players.indices { checkEnd(index, isPlaying: isPlaying) }
    }
    for (number, answer) in answers.enumerated() where answer.value != 1 {
      problems.append("request \(number) has \(answer.value) answers")
    }
    if let queue, isPlaying, problems.isEmpty, !mayStand,
      let index = players.firstIndex(where: { $0 === queue.currentItem })
    {
      problems.append("the queue waits for player \(index)")
    }
    features.formUnion(answers.compactMap(\.feature))
  }

  private func noteClock() {
    guard let playbackClock, players.contains(where: \.isMoving) else { return }
    let time = playbackClock.time(at: clock.now)
    if time == playbackClock.time(at: clock.now.advanced(byNanoseconds: -1_000_000)) {
      features.insert(.clockThatStands)
    }
    let passed = time - playbackClock.time(at: clock.now.advanced(byNanoseconds: -800_000_000))
    if passed < .zero || passed > .seconds(2) { features.insert(.clockThatJumps) }
  }

  /// Whether the playback clock has stopped for good.
  private var mayStand: Bool {
    guard let playbackClock else { return false }
    return playbackClock.time(at: clock.now)
      == playbackClock.time(at: clock.now.advanced(byNanoseconds: 1_000_000_000))
  }

  private func checkEnd(_ index: Int, isPlaying: Bool) {
    let (player, media, follower) = (players[index], media[index], followers[index])
    let reading = player.reading()
    problems += follower.problems.map { "player \(index): \($0)" }
    let isSilent = player.state.withLock { $0.machine.phase.isSilent }
    if !isSilent, follower.sequence != reading.sequence {
      problems.append("player \(index) has not published \(reading.sequence - follower.sequence)")
    }
    let causes = recorders[index].values.map(\.cause).filter { $0 != .interval }
    if !isSilent, !isExpected(causes, of: follower) {
      problems.append("player \(index) has published \(causes), not \(follower.causes)")
    }
    problems += recorders[index].violations.map { "\($0)" }
    note(follower, media, isEnded: reading.state == .ended)
    let isExpected =
      switch reading.state {
      case .idle: true
      // A player that was finished reports how it was left.
      case .loading: reading.isClosed
      case .paused, .closed: reading.rate.isPaused
      case .ended: isEnd(reading.position, of: media)
      case .failed: media.hasError || hasLooped && !media.isSeekable
      case .playing: mayStand
      case .stalled, .waiting: reading.isClosed
      // Fuzz/, which is another package, compiles this file too.
      @unknown default: false
      }
    if !isExpected {
      problems.append(
        "player \(index) ends \(reading.state) at \(reading.position) of \(media.end)")
    }
  }

  /// A leap of a clock can cause more passes of a loop than a subscription stores. The newest change, of
  /// any cause, then replaces the previous one.
  private func isExpected(_ causes: [ProgressCause], of follower: ChangeFollower) -> Bool {
    if causes == follower.causes { return true }
    guard causes.count >= ChangeQueue.capacity, causes.last == follower.causes.last else {
      return false
    }
    var missing = causes[...]
    for cause in follower.causes where cause == missing.first { missing.removeFirst() }
    return missing.isEmpty
  }

  private func note(_ follower: ChangeFollower, _ media: RandomMedia, isEnded: Bool) {
    if follower.causes.contains(.looped) { features.insert(.loop) }
    if follower.causes.contains(.boundary) { features.insert(.forwardEnd) }
    guard isEnded else { return }
    if !media.isSeekable { features.insert(.sourceThatCannotSeek) }
    if players[0].hasAudio { features.insert(.sound) }
    if players.count > 1 { features.insert(.queue) }
    if let declared = media.declaredEnd, declared != media.end {
      features.insert(declared > media.end ? .endBeforeDeclaredEnd : .endAfterDeclaredEnd)
    }
  }

  private func isEnd(_ position: MediaTime, of media: RandomMedia) -> Bool {
    let distance = position.subtracting(media.end).map { $0.nanoseconds(rounding: .down) } ?? .max
    return media.hasError || abs(distance) <= 1
  }
}

extension Player {
  /// Whether the playhead was moving when it was last settled.
  fileprivate var isMoving: Bool { state.withLock { $0.machine.phase.isPlaying } }

  fileprivate var isDraining: Bool {
    state.withLock { $0.machine.drive.sound?.isDraining == true }
  }

  /// The number of the last discontinuity, published or not.
  fileprivate var sequence: Int { state.withLock { $0.machine.log.sequence } }
}
