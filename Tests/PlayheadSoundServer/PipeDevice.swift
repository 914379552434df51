import Foundation
import PlayheadLocking
import PlayheadTimekeeping

/// The device behind a pipe sink: it reads the sound from a FIFO at its own pace, every millisecond,
/// and so knows the sample that is heard at each instant.
///
/// Its sound is that of `SampleCode`. A sample counts as heard when the device's clock reaches it; on
/// average the samples of a millisecond are read at that instant.
package final class PipeDevice: Sendable {
  /// A wake-up of the device that came late. It reads the samples that were due before it late, too.
  package struct LateTick: Sendable {
    /// When it came.
    package var instant: HostInstant
    /// How late it came.
    package var delay: Duration
  }

  private struct State {
    var clock: DeviceClock
    var heard = HeardSamples()
    var lateTicks: [LateTick] = []
    var starvedSampleCount = 0
    /// Interleaved; nil if they are not kept.
    var samples: [Int16]?
    /// The sample at which the device freezes; nil for none.
    var freezingSample: Int64?
    var isEnding = false

    /// Returns how many of the samples that are due at an instant may be played. Freezes the clock
    /// once the device has played the sample at which it freezes.
    mutating func dueCount(at instant: HostInstant) -> Int {
      // Half a tick ahead, so that samples are read when they are heard, on average.
      let target = clock.sampleCount(at: instant) + clock.rate * Double(PipeDevice.tick) / 2e9
      let count = Int(target) - Int(heard.playedCount)
      guard let last = freezingSample else { return count }
      let rest = Int(last - (heard.lastSample ?? -1))
      if rest > 0 { return min(count, rest) }
      freezingSample = nil
      let excess = clock.sampleCount(at: instant) - Double(heard.playedCount)
      clock.change(at: instant, rate: 0, burst: -Int(excess))
      return 0
    }

    mutating func append(_ pair: (left: Int16, right: Int16)) {
      if samples == nil {
        return heard.append(SampleCode.sample(left: pair.left, right: pair.right))
      }
      heard.appendSilence(1)
      samples?.append(pair.left)
      samples?.append(pair.right)
    }
  }

  /// What the device's thread uses.
  private final class Reader: Sendable {
    let state: Locked<State>
    let descriptor: Int32
    let hasEnded = DispatchSemaphore(value: 0)
    /// Broadcasts after each tick.
    let ticks = NSCondition()

    init(descriptor: Int32, start: HostInstant, keepsSamples: Bool) {
      self.descriptor = descriptor
      var state = State(clock: DeviceClock(at: start, rate: Double(SampleCode.sampleRate)))
      if keepsSamples { state.samples = [] }
      self.state = Locked(state)
    }
  }

  private static let bytesPerSample = 4
  private static let tick: Int64 = 1_000_000
  private static let setPipeSize: Int32 = 1_031

  private let reader: Reader
  /// When the device began to play samples or silence.
  package let start = SystemHostClock.shared.now

  /// Opens the FIFO, which the sink need not have opened yet, and starts to read.
  ///
  /// - Parameters:
  ///   - path: The FIFO.
  ///   - byteCount: How much it holds. The sink's latency is that of a full FIFO.
  ///   - keepsSamples: Whether all samples are kept, for sound without sample numbers.
  package init(_ path: String, byteCount: Int32 = 8_192, keepsSamples: Bool = false) throws {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    guard fcntl(descriptor, Self.setPipeSize, byteCount) >= byteCount else {
      let error = errno
      close(descriptor)
      throw POSIXError(.init(rawValue: error) ?? .EIO)
    }
    let reader = Reader(descriptor: descriptor, start: start, keepsSamples: keepsSamples)
    self.reader = reader
    let thread = Thread { Self.run(reader) }
    thread.name = "pipe-device"
    thread.start()
  }

  deinit {
    reader.state.withLock { $0.isEnding = true }
    reader.hasEnded.wait()
  }

  /// The samples that have been heard.
  package var heard: HeardSamples { reader.state.withLock { $0.heard } }

  /// The wake-ups that were more than a millisecond late. They bound how exactly `position` is known.
  package var lateTicks: [LateTick] { reader.state.withLock { $0.lateTicks } }

  /// How many samples of silence the device played because the server had not written in time.
  package var starvedSampleCount: Int { reader.state.withLock { $0.starvedSampleCount } }

  /// All samples played since `start`, interleaved, silence included; none if they are not kept.
  package var samples: [Int16] { reader.state.withLock { $0.samples ?? [] } }

  /// Returns how far the sound had been heard at an instant.
  ///
  /// - Returns: The number of the sample that was heard, with a fraction; during silence, the end of
  ///   the samples before it. Nil before the first sample, and for an instant that the device has not
  ///   reached.
  package func position(at instant: HostInstant) -> Double? {
    reader.state.withLock { $0.heard.position(afterPlaying: $0.clock.sampleCount(at: instant)) }
  }

  /// Waits until the samples heard fulfil a condition, at most for a minute.
  ///
  /// - Returns: Whether it does.
  package func wait(until condition: (HeardSamples) -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    reader.ticks.lock()
    defer { reader.ticks.unlock() }
    while !condition(heard) {
      if !reader.ticks.wait(until: end) { return condition(heard) }
    }
    return true
  }

  /// Waits until the device has played for another tick.
  package func waitForTick() {
    reader.ticks.lock()
    defer { reader.ticks.unlock() }
    _ = reader.ticks.wait(until: Date(timeIntervalSinceNow: 60))
  }

  /// Waits until a sample has been heard, at most for a minute.
  ///
  /// - Returns: Whether it has been.
  package func wait(forSample sample: Int64) -> Bool {
    wait { $0.lastSample.map { $0 >= sample } ?? false }
  }

  /// Changes how fast the device plays.
  ///
  /// - Parameter deviation: The deviation from the nominal rate in parts per million.
  package func setDeviation(partsPerMillion deviation: Double) {
    let rate = Double(SampleCode.sampleRate) * (1 + deviation / 1_000_000)
    reader.state.withLock { state in
      state.freezingSample = nil
      state.clock.change(at: SystemHostClock.shared.now, rate: rate)
    }
  }

  /// Stops the device, until `setDeviation` is called, when it has played a sample. It plays no
  /// further sample, however late its thread is.
  package func freeze(atSample sample: Int64) {
    reader.state.withLock { $0.freezingSample = sample }
  }

  private static func run(_ reader: Reader) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var byteCount = 0
    var due = SystemHostClock.shared.now.nanoseconds
    while true {
      due += tick
      wait(until: due)
      let now = SystemHostClock.shared.now
      let isEnding = reader.state.withLock { state in
        if now.nanoseconds - due > tick {
          state.lateTicks.append(
            LateTick(instant: now, delay: .nanoseconds(now.nanoseconds - due)))
        }
        var wanted = state.dueCount(at: now)
        while wanted > 0 {
          let most = min(bytes.count, wanted * bytesPerSample)
          let count = bytes.withUnsafeMutableBytes {
            read(reader.descriptor, $0.baseAddress?.advanced(by: byteCount), most - byteCount)
          }
          byteCount += max(0, count)
          let sampleCount = byteCount / bytesPerSample
          for sample in 0..<sampleCount { state.append(pair(bytes, at: 4 * sample)) }
          bytes.replaceSubrange(
            0..<(byteCount % 4), with: Array(bytes[(4 * sampleCount)..<byteCount]))
          byteCount %= 4
          wanted -= sampleCount
          if count <= 0 { break }
        }
        if wanted > 0 {
          state.heard.appendSilence(Int64(wanted))
          state.samples?.append(contentsOf: repeatElement(0, count: 2 * wanted))
          state.starvedSampleCount += wanted
        }
        return state.isEnding
      }
      reader.ticks.lock()
      reader.ticks.broadcast()
      reader.ticks.unlock()
      if isEnding { break }
      // A machine that was busy is not asked to catch up tick by tick.
      due = max(due, now.nanoseconds - now.nanoseconds % tick - tick)
    }
    close(reader.descriptor)
    reader.hasEnded.signal()
  }

  private static func pair(_ bytes: [UInt8], at index: Int) -> (left: Int16, right: Int16) {
    let left = UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
    let right = UInt16(bytes[index + 2]) | UInt16(bytes[index + 3]) << 8
    return (Int16(bitPattern: left), Int16(bitPattern: right))
  }

  private static func wait(until nanoseconds: Int64) {
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &time, nil) == EINTR {}
  }
}
