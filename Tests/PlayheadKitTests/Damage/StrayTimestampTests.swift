import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

/// Transport streams in which one timestamp is wrong.
@Suite struct StrayTimestampTests {
  private static let file = "bbb_start3600.ts"

  @Test(arguments: [0.1, -0.1, 3, -3, 9, 20_000])
  func playbackEndsAndReportsNameThePacket(_ seconds: Double) throws {
    let clean = try Data(contentsOf: URL(filePath: Repository.sample(Self.file)))
    let directory = try TemporaryDirectory()
    let length = try Self.length(Repository.sample(Self.file))
    for (pid, units) in TransportBytes.units(in: clean) {
      for index in [0, units.count / 2, units.count - 1] {
        var data = clean
        for offset in units[index] { TransportBytes.shift(&data, at: offset, by: seconds) }
        let path = try directory.write(data, to: "wrong.ts")
        let context: Comment = "PID \(pid), unit \(index)"
        #expect(try Self.length(path) == length, context)
        let findings = try TimingReport(of: path).findings
        #expect(findings.map(\.kind) == [.timestampJump], context)
      }
    }
  }

  private static func length(_ path: String) throws -> MediaTime {
    try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption())
    ).time
  }
}
