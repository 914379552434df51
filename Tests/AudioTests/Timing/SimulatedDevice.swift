import PlayheadAudio
import PlayheadTestEnvironment
import PlayheadTimekeeping

/// A device that plays in ticks of a millisecond: the truth with which a `SampleClock` is compared.
struct SimulatedDevice {
  static let sampleRate = 48_000
  static let samplesPerTick = 48.0

  /// How much faster the device is, as a factor.
  var speed = 1.0
  /// The number of ticks for which the device is frozen.
  var frozenTicks = 0
  /// Whether the device takes samples; otherwise it takes silence.
  var isTaking = false
  private(set) var samplesRead = 0.0
  private(set) var samplesHeard = 0.0
  /// The samples in each tick between the device's input and the ear.
  private var delayLine: [Double]
  private var oldest = 0

  init(latency ticks: Int) {
    delayLine = Array(repeating: 0, count: ticks)
  }

  /// The time until a sample that is taken now is heard, in seconds.
  var latency: Double { Double(delayLine.count) / 1_000 / speed }

  mutating func tick() {
    if frozenTicks > 0 { return frozenTicks -= 1 }
    advance(by: speed)
  }

  /// Plays many ticks at once.
  mutating func burst(ticks: Int) {
    for _ in 0..<ticks { advance(by: 1) }
  }

  private mutating func advance(by ticks: Double) {
    let samples = isTaking ? ticks * Self.samplesPerTick : 0
    samplesRead += samples
    samplesHeard += delayLine[oldest]
    delayLine[oldest] = samples
    oldest = (oldest + 1) % delayLine.count
  }
}

/// A clock that is fed with the readings of a simulated device, and compared with it each tick.
struct ClockSimulation {
  var device: SimulatedDevice
  var clock = SampleClock(sampleRate: SimulatedDevice.sampleRate)
  /// Returns the error of a reading in seconds.
  var noise: (inout SplitMix64) -> Double = { _ in 0 }
  var numbers: SplitMix64
  /// How many samples are always waiting for the device.
  var waitingSamples: Int64 = 9_600
  /// The milliseconds that have passed.
  private(set) var tick = 0
  /// The errors of the clock in milliseconds; positive if the clock is ahead.
  private(set) var errors: [Double] = []
  /// The most that the clock went back, in samples; never positive if it did not.
  private(set) var greatestReturn = -Double.infinity
  /// The most that the clock ran in a tick more than a device in time, in milliseconds.
  private(set) var greatestStep = -Double.infinity
  private var heard = 0.0
  private var nextReading = 5.0

  init(latency: Int = 100, drift: Double = 0, seed: Int = 0) {
    device = SimulatedDevice(latency: latency)
    device.speed = 1 + drift / 1e6
    numbers = SplitMix64(seed: UInt64(seed))
  }

  var now: HostInstant { Self.instant(Double(tick)) }

  static func instant(_ milliseconds: Double) -> HostInstant {
    // After 100 days of uptime.
    HostInstant(nanoseconds: 8_640_000_000_000_000 + Int64(milliseconds * 1e6))
  }

  /// What the device would report now.
  mutating func reading() -> AudioReading {
    let latency = max(0, device.latency + noise(&numbers))
    return AudioReading(
      instant: now, samplesWritten: Int64(device.samplesRead) + waitingSamples,
      samplesRead: Int64(device.samplesRead.rounded()),
      latency: .nanoseconds(Int64(latency * 1e9)), isPlaying: device.isTaking)
  }

  mutating func start() {
    device.isTaking = true
    addReading()
  }

  /// Replaces the clock by one that begins now.
  mutating func join() {
    clock = SampleClock(sampleRate: SimulatedDevice.sampleRate)
    clock.setSamplesWritten(Int64(device.samplesRead) + waitingSamples, at: now)
    addReading()
  }

  mutating func pause() {
    device.isTaking = false
    addReading()
  }

  mutating func addReading() {
    clock.add(reading(), at: now)
    nextReading = Double(tick) + clock.readingInterval / .milliseconds(1)
  }

  /// Lets time pass. The clock is fed when it asks for it.
  mutating func run(milliseconds: Int) {
    for _ in 0..<milliseconds {
      tick += 1
      device.tick()
      clock.setSamplesWritten(Int64(device.samplesRead) + waitingSamples, at: now)
      if Double(tick) >= nextReading { addReading() }
      observe()
    }
  }

  /// Lets time pass while the device and the clock's owner are suspended.
  mutating func passUnobserved(milliseconds: Int) {
    tick += milliseconds
  }

  private mutating func observe() {
    let samples = clock.samplesHeard(at: now)
    greatestReturn = max(greatestReturn, heard - samples)
    greatestStep = max(greatestStep, (samples - heard) / SimulatedDevice.samplesPerTick - 1)
    heard = samples
    errors.append((samples - device.samplesHeard) / SimulatedDevice.samplesPerTick)
  }

  /// Forgets the observations.
  mutating func beginObservation() {
    errors = []
    greatestReturn = -.infinity
    greatestStep = -.infinity
  }

  /// The greatest error since the last observation began, in milliseconds.
  var greatestError: Double { errors.lazy.map(abs).max() ?? 0 }
}
