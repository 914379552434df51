import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// The samples that wait for a device of ALSA, and the number of samples that it has taken.
///
/// A device gets samples only while the output is started, and only a few: it plays them to their end
/// after a pause or a flush. So it never has to return samples.
struct ALSAOutputState {
  /// The time that the waiting samples take, at most.
  private static let queueLength = Duration.milliseconds(80)
  /// The time between two readings of the device's state. Its buffer lasts four times as long.
  private static let interval = Duration.milliseconds(20)
  /// A device that plays nothing gets samples for so long in advance.
  private static let lead = Duration.milliseconds(60)

  /// The state that the output reports.
  private(set) var status = AudioOutputStatus()

  private var device: ALSADevice?
  private let format: AudioFormat
  private let capacity: Int
  private var queue: [Float] = []
  private var takenCount: Int64 = 0
  private var isStarted = false
  private var requestCount = 0
  /// When a device that takes samples at once, as ALSA's `null` and `file`, would have played them; nil for others.
  private var silentEnd: HostInstant?
  /// The ends of samples before a pause and before a `drain`, where the device may run out of samples.
  private var pausedEnd: Int64? = 0
  private var drainedEnd: Int64?

  /// Creates the state of an output that has not been written to.
  init(_ device: ALSADevice) {
    self.device = device
    format = device.format
    capacity = max(1, Int(Self.queueLength / .seconds(1) * Double(device.format.sampleRate)))
    status.writableSampleCount = capacity
  }

  /// Adds samples to those that wait, and returns how many.
  mutating func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
    let count = min(status.writableSampleCount, samples.count / format.channelCount)
    guard device != nil, count > 0 else { return 0 }
    queue.append(contentsOf: samples.prefix(count * format.channelCount))
    status.nextSample += Int64(count)
    updateRoom()
    return count
  }

  /// Gives samples to the device from now on.
  mutating func start() { isStarted = true }

  /// Gives no more samples to the device.
  mutating func pause() {
    isStarted = false
    pausedEnd = takenCount
  }

  /// Discards the samples that wait.
  mutating func flush() {
    guard device != nil else { return }
    queue.removeAll(keepingCapacity: true)
    status.nextSample = takenCount
    drainedEnd = takenCount
    updateRoom()
  }

  /// Records that the samples written until now must be played to their end.
  mutating func drain() { drainedEnd = status.nextSample }

  /// Records that a reading is requested.
  mutating func requestReading() { requestCount += 1 }

  /// Ends the use of the device, and returns it.
  mutating func close() -> ALSADevice? {
    defer { device = nil }
    return device
  }

  /// Gives samples to the device. Returns whether the owner waits for this change, and the time until the next call.
  mutating func advance() -> (hasChanged: Bool, delay: Duration?) {
    guard let device, status.error == nil else { return (false, nil) }
    let before = status
    if let silentEnd, silentEnd <= SystemHostClock.shared.now,
      status.samplesReadWhenEmpty != takenCount
    {
      recordUnderrun()
    }
    if isStarted { feed(device) }
    if device.recoverFromUnderrun() { recordUnderrun() }
    var isPlaying = false
    if status.error == nil, let state = device.status() {
      isPlaying =
        silentEnd == nil ? state.isPlaying : status.samplesReadWhenEmpty != takenCount
      if requestCount > status.answeredRequestCount { read(state, isPlaying) }
    }
    return (status != before, isPlaying || (isStarted && !queue.isEmpty) ? Self.interval : nil)
  }

  private mutating func feed(_ device: ALSADevice) {
    var hasRecovered = false
    while !queue.isEmpty {
      if let silentEnd, SystemHostClock.shared.now.duration(to: silentEnd) > Self.lead { return }
      switch queue.withUnsafeBufferPointer({ device.write($0) }) {
      case .taken(0): return
      case .taken(let count):
        takenCount += Int64(count)
        updateSilentEnd(device, count)
        queue.removeFirst(count * format.channelCount)
        updateRoom()
      case .underrun:
        recordUnderrun()
        // A device that runs out of samples again has taken none: it is tried again later.
        if hasRecovered { return }
        hasRecovered = true
      case .failed(let code):
        status.error = device.error(code)
        status.writableSampleCount = 0
        return
      }
    }
  }

  /// Finds out, after samples were written, whether the device plays them.
  private mutating func updateSilentEnd(_ device: ALSADevice, _ count: Int) {
    guard let state = device.status(), state.isPlaying, state.delay <= 0 else {
      silentEnd = nil
      return
    }
    let start = max(silentEnd ?? state.instant, state.instant)
    silentEnd = start.advanced(by: .seconds(1) * count / format.sampleRate)
  }

  private mutating func recordUnderrun() {
    status.samplesReadWhenEmpty = takenCount
    if takenCount != pausedEnd, takenCount != drainedEnd { status.underrunCount += 1 }
  }

  private mutating func read(_ state: ALSADevice.Status, _ isPlaying: Bool) {
    let silence = silentEnd.map { state.instant.duration(to: $0) } ?? .zero
    status.answeredRequestCount = requestCount
    status.reading = AudioReading(
      instant: state.instant, samplesWritten: status.nextSample, samplesRead: takenCount,
      latency: max(.seconds(1) * max(0, state.delay) / format.sampleRate, silence),
      isPlaying: isStarted && isPlaying)
  }

  private mutating func updateRoom() {
    status.writableSampleCount =
      status.error == nil ? max(0, capacity - queue.count / format.channelCount) : 0
  }
}
