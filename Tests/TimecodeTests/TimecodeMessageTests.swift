import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadTimecode

/// Compares messages with the layouts of their specifications.
@Suite struct TimecodeMessageTests {
  private func event(
    _ kind: TimecodeEvent.Kind, at position: MediaTime = .zero, rate: Rate = .normal
  ) -> TimecodeEvent {
    TimecodeEvent(kind: kind, position: position, rate: rate)
  }

  private func start(_ text: String, _ rate: TimecodeRate) throws -> TimecodeCounter {
    let start = try #require(Timecode(text, nominalRate: rate.base.nominalRate))
    return TimecodeCounter(rate, start: start.frame)
  }

  @Test func aFullFrameHasTheRateAndTheLabel() throws {
    var midi = MIDITimecode(try start("01:02:03:04", .pal))
    #expect(
      midi.message(for: event(.changed(.moved)))
        == [0xF0, 0x7F, 0x7F, 1, 1, 1 << 5 | 1, 2, 3, 4, 0xF7])
    #expect(
      midi.message(for: event(.changed(.stopped), at: .milliseconds(40), rate: .paused))?[8] == 5)
    #expect(midi.message(for: event(.changed(.started))) == nil)
  }

  @Test func eightQuartersCarryTheLabelOfTheFirst() throws {
    var midi = MIDITimecode(try start("23:45:58:20", .pal))
    let bytes = (0..<8).flatMap { midi.message(for: event(.passed($0))) ?? [] }
    #expect(
      bytes == [
        0xF1, 0x04, 0xF1, 0x11, 0xF1, 0x2A, 0xF1, 0x33, 0xF1, 0x4D, 0xF1, 0x52, 0xF1, 0x67, 0xF1,
        0x73,
      ])
  }

  @Test func aSequenceOfQuartersBeginsWithItsFirst() throws {
    var midi = MIDITimecode(try start("00:00:00:01", .pal))
    let first = (0..<12).map { midi.message(for: event(.passed($0)))?.last.map { $0 >> 4 } }
    #expect(first == [nil, nil, nil, nil, 0, 1, 2, 3, 4, 5, 6, 7])
    #expect(midi.message(for: event(.changed(.started))) == nil)
    #expect(midi.message(for: event(.passed(13))) == nil)
    #expect(midi.message(for: event(.passed(-3)))?.count ?? 2 == 2)
  }

  @Test func anArtNetPacketHasTheLayoutOfArtTimeCode() throws {
    let rate = try #require(FrameRate(30_000, 1_001).flatMap { TimecodeRate(carrying: $0) })
    var art = ArtTimecode(try start("10:20:30;15", rate))
    #expect(
      art.packet(for: event(.passed(1)))
        == [65, 114, 116, 45, 78, 101, 116, 0, 0x00, 0x97, 0, 14, 0, 0, 16, 30, 20, 10, 2])
    #expect(art.packet(for: event(.passed(1))) == nil)
    #expect(art.packet(for: event(.changed(.stopped)))?[14] == 15)
  }

  @Test func anOSCBundleHasATimeTagAndOneMessage() {
    let bundle = OSCBundle(
      to: "/a", event(.passed(1), at: .milliseconds(1_500), rate: Rate(1, 2)),
      timecode: Timecode(frame: 37, base: TimecodeRate.pal.base), wallTime: 500_000_000)
    #expect(
      bundle.bytes == Array("#bundle\0".utf8) + [
        0x83, 0xAA, 0x7E, 0x80, 0x80, 0, 0, 0, 0, 0, 0, 36, 0x2F, 0x61, 0, 0, 0x2C, 0x64, 0x66,
        0x73, 0, 0, 0, 0, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0, 0x3F, 0, 0, 0,
      ] + Array("00:00:01:12\0".utf8))
    #expect(
      OSCBundle(
        to: "/abc", event(.passed(1)), timecode: Timecode(frame: 0, base: TimecodeRate.pal.base),
        wallTime: .min
      ).bytes.count % 4 == 0)
  }

  /// Assembles timecode as a receiver does, at random starts and lengths.
  @Test func quartersAreReceivedAsTheFrameTwoFramesBefore() throws {
    var random = SplitMix64(seed: 7)
    let rates = [(24, 1), (25, 1), (30, 1), (30_000, 1_001), (24_000, 1_001)] as [(Int32, Int32)]
    for (numerator, denominator) in rates {
      let rate = try #require(
        FrameRate(numerator, denominator).flatMap { TimecodeRate(carrying: $0) })
      let counter = TimecodeCounter(rate, start: Int64.random(in: 0..<2_000_000, using: &random))
      var midi = MIDITimecode(counter)
      var received: [UInt8] = []
      let first = Int64.random(in: 0..<10_000_000, using: &random)
      for mark in first..<first + 1_000 {
        guard let bytes = midi.message(for: event(.passed(mark))) else { continue }
        #expect(Int(bytes[1] >> 4) == received.count)
        received.append(bytes[1] & 0x0F)
        guard received.count == 8 else { continue }
        let numbers = counter.timecode(ofFrame: mark >> 2 - 1).numbers
        #expect(Int64(received[0] | received[1] << 4) == numbers.frames)
        #expect(Int64(received[2] | received[3] << 4) == numbers.seconds)
        #expect(Int64(received[4] | received[5] << 4) == numbers.minutes)
        #expect(Int64(received[6] | received[7] << 4) == numbers.hours | Int64(rate.code) << 5)
        received = []
      }
    }
  }
}
