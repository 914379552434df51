import PlayheadAudio
import Dispatch
import PlayheadMedia
import PlayheadTimekeeping

/// Plays the sound of `SampleCode` on an output, and waits for what happens there.
///
/// Each wait has a limit of a minute, so that a test fails instead of hanging.
package final class NumberedPlayback {
  /// What did not happen.
  package struct Timeout: Error, CustomStringConvertible {
    /// The awaited event, and the output's last state.
    package let description: String
  }

  /// The output.
  package let output: any AudioOutput
  /// The number of the next sample to write. The output's own number is `output.status.nextSample`.
  package var nextNumber: Int64 = 0

  private let changes: DispatchSemaphore

  /// Opens an output with 48,000 stereo samples per second.
  package init(_ opener: any AudioOutputOpener) throws {
    let changes = DispatchSemaphore(value: 0)
    self.changes = changes
    output = try opener.open(
      AudioFormat(sampleRate: SampleCode.sampleRate, channelCount: 2), interruption: Interruption()
    ) { changes.signal() }
  }

  deinit { output.close() }

  /// Writes samples, as many at a time as the output takes.
  package func write(_ count: Int64) throws {
    let end = nextNumber + count
    while nextNumber < end {
      let status = try wait("room for samples") { $0.writableSampleCount > 0 }
      let next = min(end, nextNumber + Int64(status.writableSampleCount))
      let samples = SampleCode.samples(nextNumber..<next)
      nextNumber += Int64(samples.withUnsafeBufferPointer { output.write($0) })
    }
  }

  /// Flushes, and waits until it is known which samples were discarded.
  package func flush() throws {
    output.flush()
    try wait("the end of the flush") { !$0.isFlushing }
  }

  /// Requests a reading, and waits for it.
  package func read() throws -> AudioReading {
    let before = output.status.reading
    output.requestReading()
    let status = try wait("a reading") { $0.reading != before }
    guard let reading = status.reading else { throw Timeout(description: "no reading") }
    return reading
  }

  /// Requests readings until one fulfils a condition.
  @discardableResult
  package func read(
    until what: String, _ condition: (AudioReading) -> Bool
  ) throws -> AudioReading {
    let deadline = Self.deadline()
    while DispatchTime.now() < deadline {
      let reading = try read()
      if condition(reading) { return reading }
      _ = changes.wait(timeout: .now() + .milliseconds(10))
    }
    throw Timeout(description: "not \(what): \(output.status)")
  }

  /// Waits until the output's state fulfils a condition, and returns it.
  @discardableResult
  package func wait(
    _ what: String, _ condition: (AudioOutputStatus) -> Bool
  ) throws -> AudioOutputStatus {
    let deadline = Self.deadline()
    while true {
      let status = output.status
      if condition(status) { return status }
      if let error = status.error { throw error }
      if changes.wait(timeout: deadline) == .timedOut {
        throw Timeout(description: "not \(what): \(status)")
      }
    }
  }

  private static func deadline() -> DispatchTime { .now() + .seconds(60) }
}
