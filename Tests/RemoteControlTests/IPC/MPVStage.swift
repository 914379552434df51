import PlayheadLocking
import PlayheadTesting
import Testing

@testable import PlayheadRemoteControl

/// A client of a session on a manual clock.
final class MPVStage {
  let session: FakeSession
  let interface: MPVInterface
  private(set) var client: MPVClient
  private let output: Output

  /// Takes what a client is sent.
  final class Output: Sendable {
    private let bytes = Locked([UInt8]())

    func send(_ new: [UInt8]) { bytes.withLock { $0 += new } }

    /// Returns the lines since the last call.
    func take() -> [String] {
      let bytes = bytes.withLock { bytes in
        defer { bytes = [] }
        return bytes
      }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Creates a client of a session.
  init(_ session: FakeSession) {
    self.session = session
    interface = MPVInterface(session: session)
    let output = Output()
    self.output = output
    client = MPVClient(name: "ipc_0", interface: interface) { output.send($0) }
  }

  /// Creates a client of a session that plays 10 s of video with 25 frames a second.
  convenience init(_ locations: String..., isPaused: Bool = false) throws {
    self.init(FakeSession(locations))
    if isPaused { try session.perform(.setPaused(true)) }
    if !locations.isEmpty { session.start() }
    _ = output.take()
  }

  /// Connects another client.
  func connect(_ name: String) -> (MPVClient, Output) {
    let output = Output()
    return (MPVClient(name: name, interface: interface) { output.send($0) }, output)
  }

  /// Returns the lines that the client was sent since the last call.
  func lines() -> [String] { output.take() }

  /// Sends a line, and returns the lines that the client was sent.
  func answer(_ line: String) -> [String] {
    client.receive(line: Array(line.utf8)[...])
    return output.take()
  }

  /// Sends a command as JSON: its words, as JSON.
  func command(_ words: String) -> String {
    answer("{\"command\":[\(words)]}").joined(separator: "\n")
  }

  /// Checks a transcript: each `> ` line is sent, and the `< ` lines that follow must come back. A line
  /// `+ 500` advances the time by 500 ms.
  func check(_ transcript: String, sourceLocation: SourceLocation = #_sourceLocation) {
    var sent = "at first"
    var expected: [String] = []
    func compare() {
      let lines = output.take()
      #expect(lines == expected, "after \(sent)", sourceLocation: sourceLocation)
      expected = []
    }
    for line in transcript.split(separator: "\n") {
      let text = String(line.dropFirst(2))
      switch line.first {
      case "<": expected.append(text)
      case "+":
        compare()
        sent = String(line)
        session.advance(milliseconds: Int(text) ?? 0)
      default:
        compare()
        sent = text
        client.receive(line: Array(text.utf8)[...])
      }
    }
    compare()
  }
}
