import PlayheadMedia
import PlayheadTesting
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

struct StateTransition: Hashable {
  var from: PlaybackState
  var to: PlaybackState
}

/// Performs the same random actions on a `PlaybackMachine` and a `PlaybackModel`, and compares them. The
/// number of the sequence is the seed.
struct PlaybackComparison {
  private static let frame: Int64 = 100_000_000
  private static let rates = [Rate(1, 2), Rate.normal, Rate(2, 1), Rate(4, 1)]

  private let frameCount: Int
  /// In tenths of a second.
  private let shortestLoop: Int64
  private let canBeOpened: Bool
  /// The index of the frame that cannot be read.
  private let damagedFrame: Int?
  private let isSeekable: Bool
  private let media: FakeMedia
  private var numbers: SplitMix64
  private var machine = PlaybackMachine()
  private var model: PlaybackModel
  private var now = HostInstant(nanoseconds: 0)
  /// The source's next frame. A blocked source returns none.
  private var nextFrame = 0
  private var isBlocked = false
  private var readerWake: HostInstant?
  /// The actions and their results, to find the cause of a difference.
  private(set) var journal: [String] = []
  /// The transitions between states that subscribers can observe.
  private(set) var transitions: Set<StateTransition> = []
  private var state = PlaybackState.idle
  private var events: [PlaybackEvent] = []
  /// Whether the playhead has departed and not arrived; nil before the first movement.
  private var isDeparted: Bool?

  /// Creates a sequence.
  ///
  /// - Parameters:
  ///   - number: Decides everything that happens.
  ///   - hasClock: Whether a playback clock drives the playhead.
  init(number: UInt64, hasClock: Bool = false) {
    numbers = SplitMix64(seed: number)
    // Loops of less than a second could take over 32 passes at once, which are reported as one.
    shortestLoop = hasClock ? 10 : 2
    frameCount = Int.random(in: (hasClock ? 40 : 5)...120, using: &numbers)
    damagedFrame =
      Int.random(in: 0..<5, using: &numbers) == 0
      ? Int.random(in: 0..<frameCount, using: &numbers) : nil
    isSeekable = Int.random(in: 0..<4, using: &numbers) > 0
    canBeOpened = Int.random(in: 0..<40, using: &numbers) > 0
    media = FakeMedia(frameCount: frameCount, frameTicks: 100, isSeekable: isSeekable)
    let start = HostInstant(nanoseconds: 0)
    let clock = hasClock ? RandomClock(using: &numbers) : nil
    model = PlaybackModel(
      isSeekable: isSeekable, length: Int64(frameCount) * Self.frame, frame: Self.frame,
      keyframeInterval: 10 * Self.frame, clock: clock.map { ModelClock($0, at: start) })
    if let clock {
      machine = PlaybackMachine(drive: PlaybackDrive(clock: ClockDrive(clock: clock, at: start)))
    }
    journal.append("\(frameCount) frames, damaged: \(damagedFrame ?? -1), seekable: \(isSeekable)")
  }

  /// Performs `count` random actions. Returns false if the machine and the model differ.
  mutating func run(actions count: Int) -> Bool {
    for _ in 0..<count {
      act()
      observe()
      read()
      guard agrees() else { return false }
    }
    return true
  }

  // MARK: Actions

  private mutating func act() {
    switch Int.random(in: 0..<28, using: &numbers) {
    case 0:
      journal.append("load")
      machine.load()
      model.load()
    case 1...4: setRate(Self.rates.randomElement(using: &numbers) ?? .normal)
    case 5, 6: setRate(.paused)
    case 7...9: seek(to: randomPosition())
    case 10: setForwardEnd()
    case 11, 12: setLoop()
    case 13: setRateAtHostInstant()
    case 14, 15:
      isBlocked.toggle()
      journal.append(isBlocked ? "block" : "flow")
      if isBlocked, Bool.random(using: &numbers) { findNothing() }
    case 16, 17: seek(to: randomPosition(), tolerance: .keyframe)
    case 18, 19: step()
    case 20 where Int.random(in: 0..<10, using: &numbers) == 0:
      journal.append("close")
      machine.close(at: now)
      model.close(at: now)
    case 21: setRateAsOf()
    default: advance()
    }
  }

  private mutating func randomPosition() -> Int64 {
    let position = Int64.random(in: -500...Int64(frameCount) * 110, using: &numbers) * 1_000_000
    // Some are exactly at the start of a frame or a keyframe.
    let units = [1, 1, 1, Self.frame, 10 * Self.frame]
    let unit = units.randomElement(using: &numbers) ?? 1
    return position / unit * unit
  }

  private mutating func setRate(_ rate: Rate) {
    journal.append("rate \(rate)")
    machine.setRate(rate, at: now)
    model.setRate(rate, at: now)
  }

  private mutating func setRateAsOf() {
    let rate = Self.rates.randomElement(using: &numbers) ?? .normal
    let age = Int64.random(in: 0...50, using: &numbers) * 1_000_000
    let instant = now.advanced(byNanoseconds: -min(age, now.nanoseconds))
    journal.append("rate \(rate) as of \(instant.nanoseconds)")
    machine.setRate(rate, asOf: instant, at: now)
    model.setRate(rate, asOf: instant, at: now)
  }

  private mutating func seek(to position: Int64, tolerance: SeekTolerance = .exact) {
    journal.append("seek \(position) \(tolerance)")
    machine.seek(
      to: .nanoseconds(position), tolerance: tolerance, at: now, completion: { _ in })
    model.seek(to: position, tolerance: tolerance, at: now)
  }

  /// The model has no list of frames, so it cannot step in media with an unreadable frame.
  private mutating func step() {
    guard damagedFrame == nil, isSeekable || machine.feed.readAhead.frames.first != nil else {
      return
    }
    let count = [1, -1, 0, 3, -4, 25, -30, 500, -500].randomElement(using: &numbers) ?? 1
    journal.append("step \(count)")
    let generation = machine.feed.generation
    machine.step(by: count, at: now, completion: { _ in })
    model.step(by: count, findingStep: !machine.seeking.isStepping, at: now)
    followStep(since: generation)
  }

  /// Passes the position from which the machine reads for a step to the model.
  private mutating func followStep(since generation: Int) {
    guard machine.seeking.isStepping, machine.feed.generation != generation,
      let position = machine.feed.sourceTarget
    else { return }
    model.beginReadingForStep(at: position.nanoseconds(rounding: .down))
  }

  private mutating func setForwardEnd() {
    let end = Bool.random(using: &numbers) ? max(randomPosition(), 0) : nil
    journal.append("forward end \(end ?? -1)")
    machine.setForwardEnd(end.map(MediaTime.nanoseconds), at: now)
    model.setForwardEnd(end, at: now)
  }

  private mutating func setLoop() {
    let start = Int64.random(in: 0...30, using: &numbers) * 100
    let length = Int64.random(in: shortestLoop...40, using: &numbers) * 100
    let end = Bool.random(using: &numbers) ? MediaTime.milliseconds(start + length) : nil
    let count = Bool.random(using: &numbers) ? Int.random(in: 1...4, using: &numbers) : nil
    let isOn = Int.random(in: 0..<3, using: &numbers) > 0
    let loop = isOn ? PlaybackLoop(from: .milliseconds(start), to: end, count: count) : nil
    journal.append("loop \(loop.map { "\($0)" } ?? "off")")
    machine.setLoop(loop, at: now)
    model.setLoop(loop, at: now)
  }

  private mutating func setRateAtHostInstant() {
    let rate = Self.rates.randomElement(using: &numbers) ?? .normal
    let position = max(randomPosition(), 0)
    let delay = Int64.random(in: -300...2_000, using: &numbers) * 1_000_000
    let instant = now.advanced(byNanoseconds: delay)
    journal.append("rate \(rate) of \(position) at \(instant.nanoseconds)")
    machine.setRate(
      rate, time: .nanoseconds(position), atHost: instant, at: now, completion: { _ in })
    model.setRate(rate, time: position, atHost: instant, at: now)
  }

  /// Advances the time, with the player's threads on time or all late.
  private mutating func advance() {
    let duration = Int64.random(in: 1...1_500, using: &numbers) * 1_000_000
    let end = now.advanced(byNanoseconds: duration)
    let isLate = Int.random(in: 0..<4, using: &numbers) == 0
    journal.append("advance \(isLate ? "late " : "")to \(end.nanoseconds)")
    var stepCount = 0
    while !isLate, stepCount < 10_000,
      let due = [machine.nextInstant(after: now), readerWake].compactMap(\.self).min(), due <= end
    {
      stepCount += 1
      now = max(now, due)
      readerWake = nil
      machine.settle(at: now)
      observe()
      model.advance(to: now)
      read()
    }
    observe()
    now = end
    machine.settle(at: now)
    model.advance(to: now)
  }

  // MARK: Reading

  /// Reads until the machine waits. Takes no time.
  private mutating func read() {
    while !isBlocked {
      observe()
      model.prepareReading(at: now)
      switch machine.nextReadingStep(at: now) {
      case .open where !canBeOpened:
        let error = MediaError(.open, of: "fake", reason: .damaged)
        machine.fail(error, at: now)
        model.fail(error, at: now)
      case .open:
        machine.opened(media.info, at: now)
        model.opened(at: now)
      case .seek(let time, _):
        model.sourceHasGone()
        // Every tenth frame is a keyframe.
        let second = Int(time.wholeMultiples(of: .seconds(1)))
        nextFrame = max(min(second, (frameCount - 1) / 10), 0) * 10
      case .read(let generation): readFrame(generation)
      case .wait(let instant):
        readerWake = instant
        return
      case .close: return
      }
    }
  }

  private mutating func readFrame(_ generation: Int) {
    defer { nextFrame += 1 }
    let wasStepping = machine.seeking.isStepping
    if nextFrame == damagedFrame {
      let error = MediaError(.read, of: "fake", reason: .damaged)
      machine.readingFailed(error, generation: generation, at: now)
      model.readingFailed(error, at: now)
    } else if nextFrame >= frameCount {
      machine.read(.endOfMedia, generation: generation, at: now)
      let findsStep = wasStepping && !machine.seeking.isStepping
      model.readToEnd(findingStep: findsStep, at: now)
      followStep(since: generation)
    } else {
      let steps = FakeMedia.frames(nextFrame..<nextFrame + 1, frameTicks: 100)
      guard case .packet(let packet)? = steps.first else { return }
      machine.read(.packet(packet), generation: generation, at: now)
      let findsStep = wasStepping && !machine.seeking.isStepping
      let end = Int64(nextFrame + 1) * Self.frame
      model.read(through: end, findingStep: findsStep, at: now)
      followStep(since: generation)
    }
  }

  /// If the machine reads, returns that the source has no data yet.
  private mutating func findNothing() {
    model.prepareReading(at: now)
    guard case .read(let generation) = machine.nextReadingStep(at: now) else { return }
    journal.append("nothing yet")
    machine.read(.nothingYet(retryAfter: .seconds(1)), generation: generation, at: now)
    model.foundNothing(at: now)
  }

  // MARK: Results

  /// Records the events, and the states of the events and of the machine.
  private mutating func observe() {
    let events = machine.log.removeEvents()
    var states = events.compactMap { event in
      if case .changed(let change) = event { change.reading.state } else { nil }
    }
    states.append(machine.phase.state)
    for next in states where next != state {
      transitions.insert(StateTransition(from: state, to: next))
      state = next
    }
    self.events += events
  }

  private mutating func agrees() -> Bool {
    model.advance(to: now)
    let reading = machine.reading(at: now)
    observe()
    let events = self.events.compactMap(Self.text)
    let alternates = alternates()
    self.events = []
    journal += events.map { "  \($0)" }
    let position = reading.position.nanoseconds(rounding: .down)
    let (found, expected) = (
      "\(reading.state) \(position) \(reading.rate) \(reading.passes)",
      "\(model.state) \(model.position(at: now)) \(model.rate) \(model.passes)"
    )
    defer { model.events = [] }
    guard found == expected, events == model.events,
      machine.phase.isPlaying != machine.timeline.rate.isPaused, alternates
    else {
      journal.append("is \(found)\nexpected \(expected)")
      journal += model.events.map { "  \($0)" }
      return false
    }
    return true
  }

  /// Returns whether an arrival follows each departure that is not replaced, and no other event, except
  /// at the start; and whether none is missing.
  private mutating func alternates() -> Bool {
    for case .moved(let movement) in events {
      switch movement {
      case .departed: isDeparted = true
      case .arrived(_, let progress):
        guard isDeparted != false, [.playing, .paused, .ended].contains(progress.state) else {
          return false
        }
        isDeparted = false
      }
    }
    guard isDeparted == true, !machine.seeking.isPending else { return true }
    return ![.playing, .paused, .ended].contains(machine.phase.state)
  }

  private static func text(of event: PlaybackEvent) -> String? {
    switch event {
    case .status(.failed(let error)): "failed \(error.reason)"
    case .status: "ready"
    case .passed: "passed"
    case .loaded: "loaded"
    // The model has no movements; `alternates` compares them with each other.
    case .moved: nil
    case .sought(_, .failure(let error)): "sought \(error.reason)"
    case .sought(_, .success(let seek)):
      "sought \(seek.target.nanoseconds(rounding: .down)) \(seek.landed.nanoseconds(rounding: .down))"
    case .changed(let change):
      [
        "\(change.cause)", "\(change.from.nanoseconds(rounding: .down))",
        "\(change.reading.position.nanoseconds(rounding: .down))", "\(change.reading.state)",
        "\(change.reading.rate)", "\(change.reading.passes)",
        "@\(change.reading.instant.nanoseconds)",
      ].joined(separator: " ")
    }
  }
}
