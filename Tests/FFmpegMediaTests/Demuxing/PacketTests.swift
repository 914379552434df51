import PlayheadMedia
import Testing

@Suite struct PacketTests {
  @Test(arguments: SampleMedia.facts)
  func packetsMatchFfprobe(_ facts: ContainerFacts) throws {
    let packets = try SampleMedia.open(facts.file).readAll()
    #expect(packets.count == facts.streams.map(\.packets).reduce(0, +))
    for stream in facts.streams {
      let packets = packets.filter { $0.track == stream.index }
      #expect(packets.count == stream.packets)
      #expect(packets.map(\.byteCount).reduce(0, +) == stream.bytes)
      #expect(packets.count(where: \.isKeyframe) == stream.keyframes)
      #expect(packets.count(where: \.isDiscarded) == stream.discarded)
    }
  }

  @Test func everyValueOfAPacketIsReported() throws {
    let packet = try #require(try SampleMedia.open("bbb_start3600.ts").readPacket())
    var expected = PacketTiming(
      track: 0, presentationTicks: 324_126_000, decodeTicks: 324_118_800, durationTicks: 3600,
      byteCount: 8015)
    expected.byteOffset = 564
    #expect(packet == expected)
  }

  @Test func valuesThatTheContainerLacksAreNil() throws {
    let packets = try SampleMedia.open("pygame-blue.mpg").readAll()
    #expect(packets.allSatisfy { $0.presentationTicks == nil && $0.decodeTicks == nil })
    #expect(packets.last?.byteOffset == nil)
  }

  @Test func readingAfterTheEndReturnsTheEndAgain() throws {
    let source = try SampleMedia.open("bbb_small.mp4")
    _ = try source.readAll()
    #expect(try source.readPacket() == nil)
    #expect(try source.readPacket() == nil)
  }
}
