import Foundation
import PlayheadLocking

/// The sound of a sink, recorded through its monitor by `parec` until this object is released.
///
/// The monitor of a null sink is exact if the sink has the argument `norewinds=1`.
package final class SinkRecording: Sendable {
  private final class Content: Sendable {
    let samples = Locked<[Int16]>([])
    /// Broadcasts when samples have been added.
    let growth = NSCondition()
  }

  private let content: Content
  private let process: Process

  init(_ sink: String, server: String) throws {
    let recorder = Process()
    recorder.executableURL = URL(filePath: "/usr/bin/env")
    recorder.arguments = [
      "parec", "--server", server, "--device", "\(sink).monitor", "--raw", "--format=s16le",
      "--rate=\(SampleCode.sampleRate)", "--channels=2", "--latency-msec=20",
    ]
    let output = Pipe()
    recorder.standardOutput = output
    try recorder.run()
    process = recorder
    let handle = output.fileHandleForReading
    let content = Content()
    self.content = content
    Thread {
      var bytes = Data()
      while true {
        let addition = handle.availableData
        if addition.isEmpty { break }
        bytes.append(addition)
        let count = bytes.count / 4 * 2
        let samples = bytes.withUnsafeBytes { bytes in
          (0..<count).map {
            Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))
          }
        }
        bytes = Data(bytes.dropFirst(2 * count))
        content.samples.withLock { $0 += samples }
        content.growth.lock()
        content.growth.broadcast()
        content.growth.unlock()
      }
    }.start()
  }

  deinit {
    // A signal mask that the recorder inherited may block SIGTERM.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The samples recorded until now, interleaved.
  package var samples: [Int16] { content.samples.withLock { $0 } }

  /// Returns the samples of `SampleCode` recorded until now.
  package var heard: HeardSamples {
    let samples = samples
    var heard = HeardSamples()
    for index in stride(from: 0, to: samples.count, by: 2) {
      heard.append(SampleCode.sample(left: samples[index], right: samples[index + 1]))
    }
    return heard
  }

  /// Waits until the recording fulfils a condition, at most for a minute.
  ///
  /// - Returns: Whether it does.
  package func wait(until condition: (SinkRecording) -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    content.growth.lock()
    defer { content.growth.unlock() }
    while !condition(self) {
      if !content.growth.wait(until: end) { return condition(self) }
    }
    return true
  }
}
