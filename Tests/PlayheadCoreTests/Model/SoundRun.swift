import PlayheadAudio
import PlayheadMedia
import PlayheadTesting

@testable import PlayheadCore
@testable import PlayheadTimekeeping

// Fuzz/ builds this file with a link to SplitMix64.swift.
#if canImport(PlayheadTestEnvironment)
  import PlayheadTestEnvironment
#endif

/// One random run of a player or of a queue with sound, on a manual clock and a fake device, beside a
/// `SoundModel`. The number of the run decides everything.
///
/// It checks that the device plays the samples of the model, in runs at rate 1, and that each published
/// position is that of the sample that the device plays at its instant.
final class SoundRun {
  private static let sampleRate: Int64 = 2_000
  private static let packet: Int64 = 40
  private static let step: Int64 = 20_000_000
  private static let interval = MediaTime.milliseconds(30)

  private var numbers: SplitMix64
  private let clock = ManualHostClock()
  private let device: FakeAudioDevice
  private let opener: FakeAudioOpener
  private let openings: Openings
  private let isSeekable: Bool
  /// Whether all rates are 1, so that each sample can be recognised.
  private let isExact: Bool
  /// Whether the sound can only begin again where it is asked to.
  private let isStrict: Bool
  private var model: SoundModel
  /// Which files have a pause in their source.
  private let hasPause: [Bool]
  private var players: [Player]
  private var queue: PlayerQueue?
  private let recorders: [RecordingSubscriber<PlayheadProgress, Never>]
  private let timers: [ArmedTimers]
  /// The values of each player that have been compared, and since when its playhead follows the sound; nil
  /// if it does not.
  private var compared: [(count: Int, start: HostInstant?)]
  /// The samples of each output that the model has heard.
  private var heardCounts: [Int] = []
  /// The number of samples that the device takes until the last restart has an effect.
  private var oldCount = 0
  private var mayRestart = false
  /// Where the playhead waited last for a scheduled start.
  private var resting: (index: Int, sample: Int64)?
  /// When playback was last continued: the sound heard after a pause is reported then.
  private var resumed: HostInstant?
  /// Whether a server that did not answer has made the playhead go on while the device stood. Then the playhead waits for
  /// the device once it plays.
  private var isAhead = false
  private var aheadEnd: HostInstant?
  /// Whether playback was paused, and has not started since.
  private var isInterrupted = false
  private var hasInserted = false
  /// When the device has run out of samples.
  private var underruns: (count: Int, instants: [HostInstant]) = (0, [])
  private var journal: [String]?
  private var problems: [String] = []

  /// The instants at which outputs were opened. Unchecked: a manual clock calls it on one thread.
  private final class Openings: @unchecked Sendable {
    var instants: [HostInstant] = []
  }

  init(number: UInt64, isRecorded: Bool) {
    journal = isRecorded ? [] : nil
    var numbers = SplitMix64(seed: number)
    let clock = clock
    isExact = Int.random(in: 0..<3, using: &numbers) > 0
    let count = Bool.random(using: &numbers) ? 1 : Int.random(in: 2...3, using: &numbers)
    isSeekable = count > 1 || Int.random(in: 0..<4, using: &numbers) > 0
    // A source that cannot seek loses the sound that a restart or another player discards.
    isStrict = Bool.random(using: &numbers) || !isSeekable
    device = Self.makeDevice(isStrict: isStrict, using: &numbers)
    let openings = Openings()
    var next = device
    next.events = []
    opener = FakeAudioOpener(clock: clock, devices: [device, next]) {
      openings.instants.append(clock.now)
    }
    self.openings = openings
    var (files, media, pauses) = ([SoundModel.File](), [FakeMedia](), [Bool]())
    // The last file of a queue is inserted later, if at all.
    for index in 0..<(count > 1 ? count + 1 : 1) {
      let (file, fake, hasPause) = Self.makeFile(
        index, isSeekable: isSeekable, hasHoles: isStrict, using: &numbers)
      files.append(file)
      media.append(fake)
      pauses.append(hasPause)
    }
    model = SoundModel(files, playing: count)
    hasPause = pauses
    let audio = AudioPlayback(output: opener)
    players = media.map { Player(media: $0, clock: clock, audio: audio) }
    recorders = players.map { player in
      let recorder = RecordingSubscriber<PlayheadProgress, Never>()
      player.progressPublisher(interval: Self.interval).subscribe(recorder)
      return recorder
    }
    timers = zip(players, files).map { player, file in
      let length = file.length * 1_000_000_000 / Self.sampleRate
      let boundary = Int64.random(in: 1...length, using: &numbers)
      return ArmedTimers(of: player, interval: Self.interval, boundary: .nanoseconds(boundary))
    }
    compared = players.map { _ in (0, nil) }
    queue = count > 1 ? PlayerQueue(Array(players.prefix(count)), clock: clock) : nil
    self.numbers = numbers
    note("\(files), seekable: \(isSeekable), exact: \(isExact), \(device)")
  }

  deinit {
    for recorder in recorders { recorder.cancel() }
    for timer in timers { timer.cancel() }
    queue = nil
    players = []
    clock.abandon()
  }

  private static func makeDevice(
    isStrict: Bool, using numbers: inout SplitMix64
  ) -> FakeAudioDevice {
    var device = FakeAudioDevice()
    // With a shorter latency, the first samples are heard before the first reading is due.
    device.latency = .milliseconds(Int.random(in: 15...200, using: &numbers))
    device.periodSampleCount = Int.random(in: 10...100, using: &numbers)
    device.bufferSampleCount = Int.random(in: 200...1_000, using: &numbers)
    device.drift = Double.random(in: -200...200, using: &numbers)
    if Bool.random(using: &numbers) { device.startSampleCount = 100 }
    if Bool.random(using: &numbers) { device.responseTime = .milliseconds(5) }
    if Int.random(in: 0..<3, using: &numbers) > 0 { return device }
    let duration = Duration.milliseconds(Int.random(in: 1...400, using: &numbers))
    let events: [FakeAudioDevice.Event] = [
      .freeze(duration), .starve(duration), .burst(duration),
      isStrict ? .freeze(duration) : .loss(.lost), .hang(duration * 10),
    ]
    let time = Duration.milliseconds(Int.random(in: 100...5_000, using: &numbers))
    device.events = [(time, events.randomElement(using: &numbers) ?? .freeze(duration))]
    return device
  }

  private static func makeFile(
    _ index: Int, isSeekable: Bool, hasHoles: Bool, using numbers: inout SplitMix64
  ) -> (file: SoundModel.File, media: FakeMedia, hasPause: Bool) {
    // Each file begins elsewhere in its container, so that the samples of all files have different numbers.
    let start = Int64(index) * 100_000
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    (track.sampleRate, track.channelCount, track.startTicks) = (Int(sampleRate), 1, start)
    var picture = MediaTrack(index: 1, kind: .video, timebase: .milliseconds)
    picture.startTicks = start
    let count = Int.random(in: 20...80, using: &numbers)
    var file = SoundModel.File(
      base: start * sampleRate / 1_000, length: Int64(count) * packet * sampleRate / 1_000)
    let hasPicture = Bool.random(using: &numbers)
    if hasHoles, hasPicture, Bool.random(using: &numbers) {
      let first = Int64.random(in: 0..<Int64(count), using: &numbers)
      let end = min(first + Int64.random(in: 1...40, using: &numbers), Int64(count))
      file.holes = [first * packet * sampleRate / 1_000..<end * packet * sampleRate / 1_000]
    }
    var steps: [FakeMedia.Step] = []
    for index in 0..<count {
      let isHeard = file.content(Int64(index) * packet * sampleRate / 1_000) != nil
      for track in [hasPicture ? 1 : nil, isHeard ? 0 : nil].compactMap(\.self) {
        // A seek goes to a picture, if there are any, so that the sound beside it is read as well.
        let isKeyframe = index % 10 == 0 && (track == 1 || !hasPicture)
        steps.append(
          .packet(
            PacketTiming(
              track: track, presentationTicks: start + Int64(index) * packet,
              durationTicks: packet, byteCount: 1_000, isKeyframe: isKeyframe)))
      }
    }
    let hasPause = Bool.random(using: &numbers)
    if hasPause {
      let pause = Duration.milliseconds(Int.random(in: 1...1_500, using: &numbers))
      steps.insert(.pause(pause), at: Int.random(in: 0...steps.count, using: &numbers))
    }
    let info = MediaInfo(
      name: "fake", container: "fake", tracks: hasPicture ? [track, picture] : [track],
      isSeekable: isSeekable)
    return (file, FakeMedia(info: info, steps: steps), hasPause)
  }

  /// Runs to the end. Returns the actions and their problems; nil if there are none.
  func findProblems() -> String? {
    for _ in 0..<Int.random(in: 3...12, using: &numbers) where problems.isEmpty { act() }
    finish()
    return problems.isEmpty ? nil : ((journal ?? []) + problems).joined(separator: "\n")
  }

  private func note(_ text: @autoclosure () -> String) { journal?.append(text()) }

  // MARK: Actions

  private var current: (index: Int, player: Player) {
    let player = queue?.currentItem ?? players[model.order.last ?? 0]
    return (players.firstIndex { $0 === player } ?? 0, player)
  }

  private func act() {
    if queue != nil, Bool.random(using: &numbers) { return actAtSeam() }
    switch Int.random(in: 0..<16, using: &numbers) {
    case 0...3: setRate(randomRate())
    case 4, 5: setRate(.paused)
    case 6, 7: seek()
    case 8 where !isStrict && queue == nil: setForwardEnd()
    case 9...10 where !isStrict && queue == nil: setLoop()
    case 11: beginRate()
    default: break
    }
    advance(nanoseconds: Int64.random(in: 1...1_500, using: &numbers) * 1_000_000)
  }

  /// Changes the queue less than 200 ms before or after the end of the current item.
  private func actAtSeam() {
    let (index, player) = current
    let rest = model.files[index].length - sample(player.currentTime())
    let distance = Int64.random(in: -200...200, using: &numbers) * 1_000_000
    if player.playbackState == .playing, player.rate == .normal {
      advance(nanoseconds: max(1, rest * 1_000_000_000 / Self.sampleRate + distance))
    }
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0, 1: setRate(.paused)
    case 2: beginRate()
    case 3: insertLast()
    case 4: removeNext()
    default: setRate(randomRate())
    }
    advance(nanoseconds: Int64.random(in: 1...300, using: &numbers) * 1_000_000)
    if Bool.random(using: &numbers) { setRate(randomRate()) }
  }

  private func beginRate() {
    guard isSeekable, !isDisturbed(clock.now) else { return }
    let isSoon = Bool.random(using: &numbers)
    // A start in the past skips sound, which may be more than is left.
    let (index, player) = current
    let isNearEnd = sample(player.currentTime()) > model.files[index].length - Self.sampleRate
    let time = Int64.random(
      in: isSoon ? isNearEnd ? 0...200 : -50...200 : 200...1_000, using: &numbers)
    let instant = clock.now.advanced(by: .milliseconds(time))
    note("rate 1 from \(instant.nanoseconds) at \(clock.now.nanoseconds)")
    // The playhead waits where it is, and the sound begins again there, after silence that shows the latency.
    mayRestart = true
    interrupt()
    model.mayWait(max(0, time + 100 + device.skippedMilliseconds) * Self.sampleRate / 1_000)
    if let queue {
      queue.beginRate(.normal, atHostTime: instant)
    } else {
      current.player.beginRate(.normal, atHostTime: instant)
    }
    // The latency of the device, and half as much again to find it.
    let needed = device.latency * 3 / 2 + .milliseconds(150)
    if .milliseconds(time) > needed { checkStart(at: instant, after: time) }
  }

  /// Checks that a start which there is time for is heard at its instant.
  private func checkStart(at instant: HostInstant, after milliseconds: Int64) {
    let (index, player) = current
    guard !hasPause[index], player.status == .readyToPlay,
      player.playbackState == .waiting
    else { return }
    let counts = recorders.map(\.values.count)
    func start(of index: Int) -> PlayheadProgress? {
      recorders[index].values[counts[index]...].last { $0.cause == .started }
    }
    advance(nanoseconds: (milliseconds + 20) * 1_000_000)
    guard !isDisturbed(clock.now), problems.isEmpty else { return }
    // A player that waits at its end is over at the instant of the start, and the next one starts.
    // Without one, that is the end.
    let start =
      start(of: index) ?? start(of: current.index)
      ?? recorders[index].values[counts[index]...].last { $0.cause == .ended }
    let difference = start.map { instant.duration(to: $0.hostInstant) }
    if let difference, abs(difference / .milliseconds(1)) < 1 { return }
    problems.append(
      "\(index) starts \(difference.map { "\($0)" } ?? "not") after \(instant.nanoseconds)")
  }

  /// Whether the model can distinguish the beginnings of all files.
  private var canChangeList: Bool { model.files.allSatisfy(\.holes.isEmpty) }

  private func insertLast() {
    let (index, player) = current
    let last = players.count - 1
    guard canChangeList, let queue, queue.currentItem != nil, !model.order.contains(last),
      !hasInserted
    else { return }
    note("insert \(last) after \(index) at \(clock.now.nanoseconds)")
    hasInserted = true
    model.insert(last, after: index)
    allowLostEnd(of: index)
    queue.insert(players[last], after: player)
  }

  private func removeNext() {
    let (index, _) = current
    guard canChangeList, let queue, queue.currentItem != nil,
      let place = model.order.firstIndex(of: index), place + 1 < model.order.count
    else { return }
    let next = model.order[place + 1]
    note("remove \(next) after \(index) at \(clock.now.nanoseconds)")
    model.remove(next)
    allowLostEnd(of: index)
    queue.remove(players[next])
  }

  /// While the device does not answer, the player may expect that the last samples of a file were heard, and discard them
  /// with those of a file that no longer follows.
  private func allowLostEnd(of file: Int) {
    guard isDisturbed(clock.now) else { return }
    mayRestart = true
    if let index = model.order.firstIndex(of: file), index + 1 < model.order.count {
      resting = (model.order[index + 1], 0)
    }
  }

  private func randomRate() -> Rate {
    let rates = [Rate.normal, Rate(1, 2), Rate(3, 2), Rate(2, 1), Rate(4, 1)]
    return isExact ? .normal : rates.randomElement(using: &numbers) ?? .normal
  }

  private func setRate(_ rate: Rate) {
    if rate.isPaused {
      interrupt()
      isInterrupted = true
    } else {
      resumed = clock.now
    }
    let (index, player) = current
    // A playhead that waits for the sound to begin again stays, although the device plays what it had taken.
    if player.playbackState != .playing { compared[index].start = nil }
    note("rate \(rate) at \(clock.now.nanoseconds)")
    if let queue { queue.setRate(rate) } else { current.player.setRate(rate) }
  }

  /// A position in a file. Most are at the start of a sample.
  private func randomPosition() -> MediaTime {
    let length = model.files[current.index].length
    let sample = Int64.random(in: 0..<length, using: &numbers)
    let nanoseconds = sample * 1_000_000_000 / Self.sampleRate
    return .nanoseconds(Int.random(in: 0..<4, using: &numbers) == 0 ? nanoseconds + 1 : nanoseconds)
  }

  private func sample(
    _ position: MediaTime, rounding rule: FloatingPointRoundingRule = .up
  ) -> Int64 {
    let timebase = Timebase(1, Int32(Self.sampleRate))
    return position.converted(to: timebase, rounding: rule)?.ticks ?? 0
  }

  private func seek() {
    let (index, player) = current
    let target = randomPosition()
    note("seek \(index) to \(target) at \(clock.now.nanoseconds)")
    guard isSeekable, player.status == .readyToPlay, player.playbackState != .ended else { return }
    // Sound begins with the first whole sample. Silence fills the time from the target to the next sound,
    // or to the end of the file, where the time is rounded up.
    let sampleBefore = sample(target, rounding: .down)
    let isSilent = model.files[index].isSilent(from: sampleBefore)
    let place = SoundModel.Place(file: index, sample: isSilent ? sampleBefore : sample(target))
    if isExact, model.isLike(place) { return }
    player.beginSeek(to: target)
    // The device takes some more until the pause has an effect.
    model.begin(at: place)
    interrupt()
    oldCount = .max
    advanceOnce(12_000_000)
    oldCount = opener.outputs.last?.takenSamples.count ?? 0
  }

  /// The playhead is stopped. It stays in its pass of the loop, although the device plays samples of the next one.
  private func interrupt() {
    guard !isInterrupted, let output = opener.outputs.last else { return }
    model.interrupt(
      unheard: Int64(output.takenSamples.count) - Int64(output.samplesHeard(at: clock.now)))
  }

  private func setForwardEnd() {
    let (index, player) = current
    let end = Bool.random(using: &numbers) ? randomPosition() : nil
    note("forward end \(index) \(end.map { "\($0)" } ?? "-")")
    mayRestart = true
    player.setForwardPlaybackEnd(end)
  }

  private func setLoop() {
    let (index, player) = current
    mayRestart = true
    guard Int.random(in: 0..<3, using: &numbers) > 0 else {
      note("no loop")
      model.setLoop(nil)
      return player.setLoop(nil)
    }
    let (one, other) = (randomPosition(), randomPosition())
    let (start, end) = (min(one, other), max(one, other))
    guard end.subtracting(start).map({ $0 > .milliseconds(200) }) ?? false else { return }
    let count = Bool.random(using: &numbers) ? Int.random(in: 1...4, using: &numbers) : nil
    note("loop \(index) \(start) to \(end), \(count ?? -1)")
    model.setLoop(sample(start)..<sample(end), count: count ?? .max)
    player.setLoop(PlaybackLoop(from: start, to: end, count: count))
  }

  private func advance(nanoseconds: Int64) {
    note("advance \(nanoseconds)")
    var rest = nanoseconds
    while rest > 0, problems.isEmpty {
      advanceOnce(min(rest, Self.step))
      rest -= Self.step
    }
  }

  /// Advances by a short time, and compares.
  private func advanceOnce(_ nanoseconds: Int64) {
    let before = current
    let from = before.player.currentTime()
    if before.player.playbackState == .waiting { resting = (before.index, sample(from)) }
    clock.advance(by: .nanoseconds(nanoseconds))
    if opener.outputs.count > max(heardCounts.count, 1) { (mayRestart, oldCount) = (true, 0) }
    let count = opener.outputs.reduce(0) { $0 + $1.status.underrunCount }
    if count > underruns.count { underruns = (count, underruns.instants + [clock.now]) }
    if before.player.playbackState != .playing {
      isAhead = isAhead || device.isSilent && isDisturbed(clock.now)
    } else if isAhead {
      (isAhead, aheadEnd) = (false, clock.now.advanced(by: .milliseconds(1_500)))
    }
    allowRestart(in: before.index, from: from, to: before.player.currentTime())
    hear()
    for index in players.indices { compare(index) }
    if problems.isEmpty { problems += timers.compactMap { $0.problem(on: clock) } }
  }

  /// The sound may begin again where the playhead is, if a loop or an end has changed or an output was
  /// lost.
  private func allowRestart(in file: Int, from: MediaTime, to: MediaTime) {
    let margin: Int64 = 4
    // A server that does not answer plays later what it got for the place where the playhead rested.
    let rest = isDisturbed(clock.now) && resting?.index == file ? resting?.sample : nil
    let start = min(sample(from), sample(to), rest ?? .max)
    let range = start - margin...max(sample(from), sample(to)) + margin
    model.mayBegin(in: file, mayRestart ? range : nil)
  }

  // MARK: Checks

  /// Lets the model hear what the device has taken.
  private func hear() {
    for (index, output) in opener.outputs.enumerated() {
      if index == heardCounts.count { heardCounts.append(0) }
      let samples = output.takenSamples
      defer { heardCounts[index] = samples.count }
      guard isExact, problems.isEmpty else { continue }
      for sample in heardCounts[index]..<samples.count {
        let number = FakeSound.sample(ofValue: samples[sample])
        let isOld = index < opener.outputs.count - 1 || sample < oldCount
        guard let problem = model.hear(number, isOld: isOld) else { continue }
        problems.append(
          "sample \(sample) of output \(index) by \(clock.now.nanoseconds): \(problem)\n"
            + Self.text(samples[max(sample - 100, 0)...]))
        return
      }
    }
  }

  /// Returns the first and the last number of each run of samples.
  private static func text(_ samples: ArraySlice<Float>) -> String {
    var runs: [(first: Int64?, last: Int64?, count: Int64)] = []
    for number in samples.map(FakeSound.sample(ofValue:)) {
      if let run = runs.last, number == run.last.map({ $0 + 1 }) {
        runs[runs.count - 1] = (run.first, number, run.count + 1)
      } else {
        runs.append((number, number, 1))
      }
    }
    return runs.map { run in
      guard let first = run.first, let last = run.last else { return "\(run.count) silent" }
      return "\(first)...\(last)"
    }.joined(separator: ", ")
  }

  /// Compares the positions that a player has published with what the device plays.
  private func compare(_ index: Int) {
    let values = recorders[index].values
    for value in values[compared[index].count...] {
      if value.cause != .interval {
        let sample = value.position.seconds * Double(Self.sampleRate)
        note("  \(value.cause) of \(index) at \(value.hostInstant.nanoseconds): \(sample)")
      }
      let start = compared[index].start
      switch value.cause {
      case .started, .resumed: (compared[index].start, isInterrupted) = (value.hostInstant, false)
      case .looped where value.state == .playing: break
      case .interval, .rateChanged: break
      default: compared[index].start = nil
      }
      guard value.cause != .seeked, let start = compared[index].start ?? start else { continue }
      compare(value, of: index, since: start)
    }
    compared[index].count = values.count
  }

  private func compare(_ value: PlayheadProgress, of index: Int, since start: HostInstant) {
    guard value.audio != nil, !isDisturbed(value.hostInstant),
      let opened = openings.instants.lastIndex(where: { $0 <= value.hostInstant }),
      opened < opener.outputs.count
    else { return }
    let output = opener.outputs[opened]
    let (heard, samples) = (output.samplesHeard(at: value.hostInstant), output.takenSamples)
    let count = Int(heard)
    let neighbours = (count - 2...count + 2).filter(samples.indices.contains)
    // Above rate 3 the output is silent.
    if !isExact, neighbours.contains(where: { samples[$0] == 0 }) { return }
    // Between two runs of sound, either is right: the last sample before, or the first one after.
    let heardPlaces = neighbours.filter { isExact || !isFaded($0, samples) }.compactMap { sample in
      model.place(after: FakeSound.sample(ofValue: samples[sample])).map {
        (file: $0.file, sample: Double($0.sample) + heard - Double(sample))
      }
    }
    let position = (file: index, sample: value.position.seconds * Double(Self.sampleRate))
    let file = model.files[index]
    // At other rates than 1, sound fades into silence and out of it for 10 ms of output, and is louder
    // than before: its values are those of other samples.
    if file.isHole(around: Int64(position.sample), within: isExact ? 8 : 80) { return }
    // The device may have taken samples of the next file or pass before a pause: the playhead enters it
    // when it moves again, after values at the seam.
    let hasWaited = value.cause == .started || value.cause == .ended
    if value.cause == .paused || hasWaited && value.hostInstant == resumed,
      position.sample > Double(file.length) - 1 || model.isLoopEnd(position.sample)
    {
      return
    }
    let distances = heardPlaces.map { model.distance(position, $0) }
    // Within 5 ms, a `SampleClock` reaches the line of its readings in half a second.
    let isNew = value.hostInstant < start.advanced(by: .milliseconds(600))
    // A device that has run out of samples fills its period with silence, and no reading shows when the
    // last one of so short a sound is heard.
    let silence = isNew && count == samples.count ? Double(device.periodSampleCount) : 0
    guard let distance = distances.min(),
      distance > (isExact ? isNew ? 11 : 6 : 40) + silence
    else { return }
    problems.append(
      "\(value.cause) of \(index) at \(value.hostInstant.nanoseconds): \(position.sample), but "
        + "\(heardPlaces.map(\.sample)) is heard")
  }

  /// Whether a sample is a mixture of two that are far apart, where one fades into the other. Then its
  /// value is that of no sample between them, and those beside it are no neighbours in a file.
  ///
  /// The fade takes 10 ms and may be louder, so that its first values are those of later samples.
  private func isFaded(_ sample: Int, _ samples: [Float]) -> Bool {
    (sample - 10...sample + 10).filter(samples.indices.contains).contains {
      isMixed($0, samples)
    }
  }

  private func isMixed(_ sample: Int, _ samples: [Float]) -> Bool {
    let numbers = (sample - 1...sample + 1).map {
      samples.indices.contains($0) ? FakeSound.sample(ofValue: samples[$0]) : nil
    }
    guard let number = numbers[1] else { return false }
    let steps = [numbers[0].map { number - $0 }, numbers[2].map { $0 - number }]
    return !steps.compactMap(\.self).contains { (0...8).contains($0) }
  }

  /// Whether the device does what a player learns only from the next readings.
  private func isDisturbed(_ instant: HostInstant) -> Bool {
    let hasRunOut = underruns.instants.contains { underrun in
      let start = underrun.advanced(byNanoseconds: -100_000_000)
      return instant >= start && instant < start.advanced(byNanoseconds: 600_000_000)
    }
    if hasRunOut || isAhead || aheadEnd.map({ instant < $0 }) ?? false { return true }
    guard let opening = openings.instants.first else { return false }
    return device.events.contains { event in
      let start = opening.advanced(by: event.time)
      let end = start.advanced(by: event.event.duration + .milliseconds(1_500))
      return instant >= start && instant < end
    }
  }

  /// Lets everything be heard to its end.
  private func finish() {
    guard problems.isEmpty else { return }
    note("finish")
    mayRestart = mayRestart || !isStrict
    for player in players {
      player.setLoop(nil)
      player.setForwardPlaybackEnd(nil)
    }
    model.setLoop(nil)
    setRate(.normal)
    let last = players[model.order.last ?? 0]
    var rest = 1_000
    while last.playbackState != .ended, rest > 0, problems.isEmpty {
      advanceOnce(Self.step)
      rest -= 1
    }
    guard problems.isEmpty else { return }
    if last.playbackState != .ended {
      problems.append("it ends \(last.playbackState) at \(last.currentTime())")
    } else if isExact, !model.isOver, !device.hangs {
      problems.append("it has ended before \(model.next)")
    }
  }
}

extension FakeAudioDevice {
  /// Whether the server does not answer for a time.
  fileprivate var isSilent: Bool {
    events.contains { if case .hang = $0.event { true } else { false } }
  }

  /// Whether the server or the device stops for a time. Near the end, the end is then reported before the last samples.
  fileprivate var hangs: Bool {
    events.contains {
      switch $0.event {
      case .hang, .freeze, .starve: true
      default: false
      }
    }
  }

  /// How much sound the device plays at once, in milliseconds.
  fileprivate var skippedMilliseconds: Int64 {
    events.reduce(0) {
      guard case .burst(let duration) = $1.event else { return $0 }
      return $0 + Int64(duration / .milliseconds(1))
    }
  }
}

extension FakeAudioDevice.Event {
  /// How long the device needs until it plays as before.
  fileprivate var duration: Duration {
    switch self {
    case .hang(let duration): duration
    default: .zero
    }
  }
}
