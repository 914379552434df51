import PlayheadAudio
import PlayheadTimekeeping

/// What a fake device plays when: a pure state machine.
///
/// The device plays one *slot* after another, and each slot contains a sample or silence. It fills a
/// period of slots at a time, `latencySlots` before the first of them is heard.
struct FakeAudioPlayback {
  enum Request {
    case start, pause, flush, drain, read
  }

  private enum Action {
    case carryOut(Request)
    case happen(FakeAudioDevice.Event)
    case thaw
    case feed
    case answer
  }

  private enum Stream {
    case stopped
    /// Started, but there are not enough samples to play.
    case waiting
    case playing
  }

  private let device: FakeAudioDevice
  private let channelCount: Int
  private let latencySlots: Int64
  private let period: Int64
  private var slots: SlotClock
  private var agenda: [(instant: HostInstant, action: Action)]
  private var now: HostInstant
  private var stream = Stream.stopped
  private var isDraining = false
  private var freezeCount = 0
  /// When the server answers again.
  private var hangEnd = HostInstant(nanoseconds: .min)
  private var starvationCount = 0
  private var flushCount = 0
  private var isClosed = false
  private var errors: ScheduleChoices
  /// The next slot to play when the device takes samples again.
  private var nextTake: Int64 = 0
  /// The slots that contain samples: the first slot, its sample, and the number of samples.
  private var played: [(slot: Int64, sample: Int64, count: Int64)] = []
  private var samplesRead: Int64 = 0
  /// All samples written that no flush has discarded.
  private var samples: [Float] = []
  private var facts = AudioOutputStatus()
  private var hasNotice = false

  init(_ device: FakeAudioDevice, format: AudioFormat, now: HostInstant) {
    self.device = device
    self.now = now
    channelCount = format.channelCount
    period = Int64(max(1, device.periodSampleCount))
    slots = SlotClock(
      start: now, slotsPerNanosecond: Double(format.sampleRate) * (1 + device.drift / 1e6) / 1e9)
    latencySlots = Int64((device.latency / .seconds(1) * Double(format.sampleRate)).rounded())
    errors = ScheduleChoices(number: device.seed)
    agenda = device.events.map { (now.advanced(by: $0.time), .happen($0.event)) }
    agenda.sort { $0.instant < $1.instant }
  }

  var status: AudioOutputStatus {
    var status = facts
    status.isFlushing = flushCount > 0
    status.nextSample = samplesWritten
    status.writableSampleCount =
      isLost || status.isFlushing ? 0 : max(0, bufferSampleCount - Int(samplesWaiting))
    return status
  }

  /// When something happens next, if nothing is requested before.
  var nextInstant: HostInstant? {
    if isLost { return nil }
    let isHanging = now < hangEnd
    let take = stream == .playing && !isHanging ? slots.instant(of: nextTake) : nil
    return [take, agenda.first?.instant].compactMap { $0 }.min()
  }

  var takenSamples: [Float] { Array(samples[..<(Int(samplesRead) * channelCount)]) }

  func samplesHeard(at instant: HostInstant) -> Double {
    let slot = slots.slot(at: instant)
    guard let run = played.last(where: { Double($0.slot) <= slot }) else { return 0 }
    return Double(run.sample) + min(slot - Double(run.slot), Double(run.count))
  }

  /// Returns whether `onChange` must be called, and forgets that.
  mutating func clearNotice() -> Bool {
    defer { hasNotice = false }
    return hasNotice
  }

  mutating func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
    let count = min(samples.count / channelCount, status.writableSampleCount)
    guard count > 0 else { return 0 }
    self.samples.append(contentsOf: samples[..<(count * channelCount)])
    isDraining = false
    playIfPossible()
    return count
  }

  mutating func request(_ request: Request) {
    if isLost { return }
    if request == .flush { flushCount += 1 }
    let instant = now.advanced(by: device.responseTime)
    let index = agenda.firstIndex { $0.instant > instant } ?? agenda.endIndex
    agenda.insert((instant, .carryOut(request)), at: index)
  }

  mutating func close(at instant: HostInstant) {
    advance(to: instant)
    isClosed = true
    slots.stop(at: now)
  }

  mutating func advance(to instant: HostInstant) {
    while !isLost, let next = nextInstant, next <= instant {
      now = max(now, next)
      if let (due, action) = agenda.first, due <= next {
        agenda.removeFirst()
        carryOut(action)
      } else {
        fillPeriod()
      }
    }
    now = max(now, instant)
  }

  private var bufferSampleCount: Int { max(device.bufferSampleCount, Int(period)) }
  private var samplesWritten: Int64 { Int64(samples.count / channelCount) }
  private var samplesWaiting: Int64 { samplesWritten - samplesRead }
  private var isLost: Bool { isClosed || facts.error != nil }

  private mutating func carryOut(_ action: Action) {
    switch action {
    case .carryOut where now < hangEnd: schedule(action, after: now.duration(to: hangEnd))
    case .carryOut(.start):
      guard stream == .stopped else { return }
      stream = .waiting
      playIfPossible()
    case .carryOut(.pause):
      if stream == .playing { giveBackSamples() }
      stream = .stopped
    case .carryOut(.flush):
      samples.removeLast(Int(samplesWaiting) * channelCount)
      flushCount -= 1
      hasNotice = true
    case .carryOut(.drain):
      isDraining = true
      playIfPossible()
    case .carryOut(.read):
      facts.reading = makeReading()
      facts.answeredRequestCount += 1
      hasNotice = true
    case .happen(.freeze(let duration)):
      freezeCount += 1
      slots.stop(at: now)
      schedule(.thaw, after: duration)
    case .thaw:
      freezeCount -= 1
      if freezeCount == 0 { slots.resume(at: now) }
    case .happen(.burst(let duration)): slots.skip(duration, at: now)
    case .happen(.starve(let duration)):
      starvationCount += 1
      if stream == .playing { underrun() }
      schedule(.feed, after: duration)
    case .feed:
      starvationCount -= 1
      playIfPossible()
    case .happen(.hang(let duration)):
      hangEnd = max(hangEnd, now.advanced(by: duration))
      schedule(.answer, after: duration)
    case .answer:
      // Silence has filled the slots until now.
      let slot = slots.slot(at: now)
      nextTake = max(nextTake, Int64((slot / Double(period)).rounded(.up)) * period)
    case .happen(.loss(let reason)):
      facts.error = AudioError("fake", reason)
      slots.stop(at: now)
      hasNotice = true
    }
  }

  private mutating func schedule(_ action: Action, after duration: Duration) {
    let instant = now.advanced(by: duration)
    let index = agenda.firstIndex { $0.instant > instant } ?? agenda.endIndex
    agenda.insert((instant, action), at: index)
  }

  private mutating func playIfPossible() {
    guard stream == .waiting, starvationCount == 0, samplesWaiting > 0,
      isDraining || samplesWaiting >= device.startSampleCount
    else { return }
    stream = .playing
    // Silence has filled the slots until now.
    var slot = slots.slot(at: now)
    let silence = device.startTime / .nanoseconds(1) * slots.slotsPerNanosecond
    if silence > 0 { slot += silence * Double(errors.next(below: 1_000_001)) / 1e6 }
    nextTake = max(nextTake, Int64((slot / Double(period)).rounded(.up)) * period)
  }

  /// Fills a period of slots.
  private mutating func fillPeriod() {
    let count = min(period, samplesWaiting)
    if count > 0 {
      let slot = nextTake + latencySlots
      if let last = played.last, last.slot + last.count == slot {
        played[played.count - 1].count += count
      } else {
        played.append((slot, samplesRead, count))
      }
      samplesRead += count
      hasNotice = true
    }
    nextTake += period
    if count < period { underrun() }
  }

  /// Empties slots that are not heard yet.
  private mutating func giveBackSamples() {
    guard let last = played.last, last.slot + last.count == nextTake + latencySlots else { return }
    let unheard = last.slot + last.count - Int64(slots.slot(at: now).rounded(.up)) - 1
    let count = min(Int64(device.returnedSampleCount), unheard, last.count)
    guard count > 0 else { return }
    played[played.count - 1].count -= count
    samplesRead -= count
    nextTake -= count
  }

  private mutating func underrun() {
    stream = .waiting
    facts.samplesReadWhenEmpty = samplesRead
    // After a drain, the end is not an underrun.
    if !isDraining || starvationCount > 0 { facts.underrunCount += 1 }
    hasNotice = true
  }

  private mutating func makeReading() -> AudioReading {
    let slot = slots.slot(at: now)
    // The slots before this one are filled, with samples or with silence.
    let filled = max(nextTake, Int64((slot / Double(period)).rounded(.up)) * period) + latencySlots
    var latency = (Double(filled) - slot) / slots.slotsPerNanosecond
    let noise = device.readingNoise / .nanoseconds(1)
    if noise > 0 { latency += noise * (Double(errors.next(below: 2_000_001)) / 1e6 - 1) }
    let unit = device.readingUnit / .nanoseconds(1)
    if unit > 0 { latency = (latency / unit).rounded(.down) * unit }
    return AudioReading(
      instant: now, samplesWritten: samplesWritten, samplesRead: samplesRead,
      latency: .nanoseconds(Int64(max(0, latency).rounded())), isPlaying: stream == .playing)
  }
}
