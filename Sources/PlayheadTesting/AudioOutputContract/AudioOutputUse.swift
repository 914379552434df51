import PlayheadAudio
import PlayheadLocking
import PlayheadMedia

/// An output in a trial, with an owner that keeps the rules.
final class AudioOutputUse {
  /// What did not happen.
  struct Timeout: Error, CustomStringConvertible {
    let description: String
  }

  /// Records the calls of `onChange`.
  private final class Listener: Sendable {
    struct State {
      var callCount = 0
      var caller: ThreadMark?
      var isCalledByMethod = false
    }

    let state = Locked(State())

    func listen() {
      let thread = ThreadMark.current
      state.withLock { state in
        state.callCount += 1
        if state.caller == thread { state.isCalledByMethod = true }
      }
    }
  }

  static let sampleRate = 48_000
  private static let waitLimit = 10_000
  /// The longest sound in the device, in waits.
  private static let soundLimit = 250

  /// The number of the next sample.
  var nextNumber = 0
  private(set) var requestCount = 0

  private let trial: AudioOutputRow.Trial
  private let output: any AudioOutput
  private weak var listener: Listener?
  private var strongListener: Listener?

  init(_ row: AudioOutputRow, interruption: Interruption = Interruption()) throws {
    trial = try row.makeTrial()
    let listener = Listener()
    self.listener = listener
    strongListener = listener
    output = try trial.opener.open(
      AudioFormat(sampleRate: Self.sampleRate, channelCount: 2), interruption: interruption
    ) { listener.listen() }
  }

  deinit { output.close() }

  var status: AudioOutputStatus { output.status }

  /// Returns whether a closure makes the output call `onChange`.
  func awaitCall(by body: () throws -> Void) rethrows -> Bool {
    let before = callCount
    try body()
    for _ in 0..<Self.waitLimit {
      if callCount > before { return true }
      trial.wait()
    }
    return false
  }

  private var callCount: Int { listener?.state.withLock { $0.callCount } ?? 0 }

  /// Whether a method of the output called `onChange`.
  var isCalledByMethod: Bool { listener?.state.withLock { $0.isCalledByMethod } ?? false }

  /// Calls a method of the output.
  @discardableResult
  func call<Result>(_ body: (any AudioOutput) -> Result) -> Result {
    listener?.state.withLock { $0.caller = .current }
    defer { listener?.state.withLock { $0.caller = nil } }
    return body(output)
  }

  /// Closes the output, and returns whether it has released its closure.
  func close() -> Bool {
    call { $0.close() }
    strongListener = nil
    for _ in 0..<Self.waitLimit {
      if listener == nil { return true }
      trial.wait()
    }
    return false
  }

  /// Writes samples once, and returns how many were taken.
  func writeOnce(_ count: Int) -> Int {
    let samples = trial.samples(nextNumber..<(nextNumber + count))
    let taken = samples.withUnsafeBufferPointer { samples in call { $0.write(samples) } }
    nextNumber += taken
    return taken
  }

  /// Writes samples, as many at a time as the output takes.
  func write(_ count: Int) throws {
    var rest = count
    while rest > 0 {
      let status = try wait("room for samples") { $0.writableSampleCount > 0 }
      rest -= writeOnce(min(rest, status.writableSampleCount))
    }
  }

  func requestReading() {
    requestCount += 1
    call { $0.requestReading() }
  }

  /// Requests a reading, and waits for it.
  func read() throws -> AudioReading {
    let before = status.reading
    // So that the reading is of another instant.
    trial.wait()
    requestReading()
    let status = try wait("a reading") { $0.reading != before }
    guard let reading = status.reading else { throw Timeout(description: "No reading came.") }
    return reading
  }

  /// Requests readings until one fulfils a condition, and returns it.
  @discardableResult
  func read(until what: String, _ condition: (AudioReading) -> Bool) throws -> AudioReading {
    for _ in 0..<Self.waitLimit {
      let reading = try read()
      if condition(reading) { return reading }
    }
    throw Timeout(description: "There was no reading that is \(what): \(status)")
  }

  /// Waits until the output's state fulfils a condition, and returns it.
  @discardableResult
  func wait(
    _ what: String, _ condition: (AudioOutputStatus) -> Bool
  ) throws -> AudioOutputStatus {
    for _ in 0..<Self.waitLimit {
      let status = status
      if condition(status) { return status }
      if let error = status.error { throw error }
      trial.wait()
    }
    throw Timeout(description: "There was no \(what): \(status)")
  }

  /// Closes the output when all samples were played. Returns a violation if they are not those expected.
  func compareHeard(with expected: [Range<Int>]) throws -> [String] {
    let samples = expected.flatMap { trial.samples($0) }
    try read(until: "read to the end") { $0.samplesRead == $0.samplesWritten }
    // Some devices show all samples only when they are closed.
    for _ in 0..<Self.soundLimit {
      if trial.heardSamples().count >= samples.count { break }
      _ = try read()
    }
    call { $0.close() }
    var heard = trial.heardSamples()
    // On a busy machine a device may play samples late.
    var waitCount = 0
    while heard.count < samples.count, waitCount < Self.waitLimit {
      trial.wait()
      waitCount += 1
      heard = trial.heardSamples()
    }
    if heard == samples { return [] }
    let index = zip(heard, samples).prefix { $0 == $1 }.count / 2
    return [
      "\(heard.count / 2) samples were heard instead of \(samples.count / 2); "
        + "they differ from sample \(index)."
    ]
  }
}
