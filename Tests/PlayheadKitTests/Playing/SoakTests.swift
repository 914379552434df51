import Foundation
import PlayheadKit
import PlayheadTesting
import Synchronization
import PlayheadTestEnvironment
import Testing

/// Long use, in a separate process whose memory is measured.
@Suite struct SoakTests {
  /// Writes an hour of silence as a WAV file whose samples take no space on the disk.
  private static func makeHour(at url: URL) throws {
    let byteCount = UInt32(8_000 * 3_600)
    var header = Data("RIFF".utf8)
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { header.append(contentsOf: $0) }
    }
    append(byteCount + 36)
    header.append(Data("WAVEfmt ".utf8))
    append(UInt32(16))
    // PCM, one channel, 8,000 samples per second, one byte each.
    append(UInt16(1))
    append(UInt16(1))
    append(UInt32(8_000))
    append(UInt32(8_000))
    append(UInt16(1))
    append(UInt16(8))
    header.append(Data("data".utf8))
    append(byteCount)
    try header.write(to: url)
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: UInt64(header.count) + UInt64(byteCount))
    try file.close()
  }

  private final class Counts: Sendable {
    let seeks = Atomic(0)
    let values = Atomic(0)
  }

  private static func residentPages() throws -> Int {
    let sizes = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try #require(Int(sizes.split(separator: " ")[1]))
  }

  @Test(.disabled(if: TestEffort.hasSanitizer, "Its own memory is measured too."))
  func manySeeksAtRateSixteenDoNotGrowMemory() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let url = URL(filePath: directory.path("hour.wav"))
      try Self.makeHour(at: url)
      let clock = ManualHostClock()
      let player = Player(path: url.path, clock: clock)
      let counts = Counts()
      let following = player.progressPublisher(interval: .milliseconds(100)).sink { _ in
        counts.values.add(1, ordering: .relaxed)
      }
      player.setRate(Rate(16, 1))
      clock.advance(by: .zero)
      var pages = 0
      let count = TestEffort.rounds(10_000)
      for step in 1...count {
        let target = MediaTime.milliseconds(Int64(step) * 2_654_435_761 % 3_500_000)
        player.beginSeek(to: target) { result in
          let isThere = (try? result.get()) == SeekResult(target: target, landed: target)
          if isThere { counts.seeks.add(1, ordering: .relaxed) }
        }
        // Each step plays 0.36 s of media, 10,000 steps an hour.
        clock.advance(by: .microseconds(22_500))
        if step == count / 5 { pages = try Self.residentPages() }
      }
      let grown = try Self.residentPages() - pages
      #expect(counts.seeks.load(ordering: .relaxed) == count)
      #expect(counts.values.load(ordering: .relaxed) >= count * 18 / 5)
      // 512 pages are 2 MiB. A few hundred bytes kept for each of 10,000 seeks would take more.
      #expect(grown < 512, "\(grown) pages more")
      following.cancel()
      player.close()
    }
  }
}
