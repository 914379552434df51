import Dispatch
import Foundation
import PlayheadTestEnvironment
import Testing

/// Output to a pipe that is full before anything reads it.
@Suite struct SlowReaderTests {
  /// Plays a clip with its output in a pipe, and returns once the pipe is full.
  private func startUntilFull(
    _ options: String...
  ) throws -> (process: SpawnedProcess, output: FileHandle) {
    let pipe = Pipe()
    let writingEnd = pipe.fileHandleForWriting.fileDescriptor
    let process = try SpawnedProcess(
      BuiltCommand.path,
      options + [
        "-i", "1ms", "-r", "16", "-f", "json",
        Repository.sample("gnome-dual-monitors.webm"),
      ],
      streams: [.file("/dev/null", flags: O_RDONLY), .descriptor(writingEnd), .descriptor(2)])
    var polled = pollfd(fd: writingEnd, events: Int16(POLLOUT), revents: 0)
    while poll(&polled, 1, 0) == 1, process.isRunning { sched_yield() }
    try pipe.fileHandleForWriting.close()
    return (process, pipe.fileHandleForReading)
  }

  private func skips(in output: Data) throws -> [Int] {
    #expect(output.last == UInt8(ascii: "\n"))
    return try String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["skipped"] as? Int
    }
  }

  /// Returns the due times that are whole milliseconds, in milliseconds.
  private func dues(in output: Data) throws -> [Int] {
    String(decoding: output, as: UTF8.self).matches(of: /"due":(\d+)\.(\d{3})000,/)
      .compactMap { Int($0.1 + $0.2) }
  }

  @Test func aSlowReaderGetsSkipCountsAndPlaybackDoesNotWait() throws {
    let (process, pipe) = try startUntilFull()
    // Nothing reads the pipe for 50 ms, while 16 updates fall due every millisecond.
    let start = DispatchTime.now().uptimeNanoseconds
    while DispatchTime.now().uptimeNanoseconds < start + 50_000_000 { sched_yield() }
    let output = try pipe.readToEnd() ?? Data()
    #expect(process.waitForExit() == 0)
    let skips = try skips(in: output)
    #expect(skips.contains { $0 > 100 })
    #expect(String(decoding: output, as: UTF8.self).contains(#""cause":"ended""#))
    // Every update is delivered or counted as skipped, except the one at 37.132 s, which coincides
    // with the end. A busy machine may also report stalls; only periodic updates are due at a whole
    // millisecond.
    let updates = Set(try dues(in: output)).subtracting([0, 37_132])
    #expect(skips.reduce(updates.count, +) == 37_131)
  }

  @Test func anUnreadPipeDoesNotPreventTheExit() throws {
    let (process, pipe) = try startUntilFull("--loop")
    process.send(SIGINT)
    #expect(process.waitForExit() == 130)
    let output = try pipe.readToEnd() ?? Data()
    #expect(try !skips(in: output).isEmpty)
  }
}
