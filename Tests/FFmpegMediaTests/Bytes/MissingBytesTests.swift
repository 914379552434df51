import Foundation
import PlayheadCore
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// Streams of which a reader that is too slow does not get all bytes.
@Suite struct MissingBytesTests {
  @Test func eachPlaceIsFoundByTheOffsetsBehindIt() {
    let missing = MissingBytes()
    #expect(missing.last(upTo: .max) == nil)
    for offset in [100, 100, 200, 300] as [Int64] { missing.record(at: offset) }
    #expect([99, 100, 250, 299].map(missing.last(upTo:)) == [nil, 100, 200, 200])
    #expect([100, 300].map(missing.last(upTo:)) == [nil, 300])
  }

  @Test func onlyTransportStreamsTolerateThem() throws {
    func head(_ name: String) throws -> [UInt8] {
      Array(try Repository.sampleBytes(name).prefix(MissingBytes.headLength))
    }
    #expect(MissingBytes.areTolerated(after: try head("bbb_start3600.ts")))
    #expect(!MissingBytes.areTolerated(after: try head("bbb_chapters.mkv")))
    #expect(!MissingBytes.areTolerated(after: []))
  }

  /// Returns the packets of a stream of 400 s without the bytes from one unit on, and the part of the last one.
  private func read(leavingOut unitCount: Int, isNoted: Bool = true) throws -> (
    packets: [PacketTiming], part: Int
  ) {
    let bytes = TransportStream(streamTypes: [0x95, 0x1B], packetCount: 10_000).bytes
    let missing = MissingBytes()
    let (start, length) = (MissingBytes.unit, unitCount * MissingBytes.unit)
    if isNoted { missing.record(at: Int64(start)) }
    let pipe = try BytePipe()
    pipe.write(bytes.prefix(start) + bytes.dropFirst(start + length))
    var opener = pipe.opener
    opener.missingBytes = missing
    let source = JoinedSource.joining(try opener.open(interruption: Interruption()))
    let packets = try source.readAll()
    return (packets, (source as? JoinedSource)?.part ?? 0)
  }

  /// A jump of more than 10 s is otherwise another recording.
  @Test func timesContinueBehindMissingBytes() throws {
    let (whole, _) = try read(leavingOut: 0, isNoted: false)
    let (packets, part) = try read(leavingOut: 4)
    #expect(part == 0)
    #expect(
      packets.count < whole.count
        && packets.last?.presentationTicks == whole.last?.presentationTicks)
    #expect(packets.contains { $0.followsMissingBytes })
    #expect(!whole.contains { $0.followsMissingBytes })
  }
}
