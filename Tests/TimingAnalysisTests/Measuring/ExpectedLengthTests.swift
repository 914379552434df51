import PlayheadMedia
import PlayheadTimekeeping
import Testing

@testable import PlayheadTimingAnalysis

@Suite struct ExpectedLengthTests {
  private func track(_ change: (inout MediaTrack) -> Void) -> MediaTrack {
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    track.sampleRate = 48_000
    change(&track)
    return track
  }

  private func packet(byteCount: Int = 0, padding: UInt32 = 0) -> PacketTiming {
    var packet = PacketTiming(
      track: 0, presentationTicks: 0, durationTicks: 7, byteCount: byteCount)
    packet.paddingSamples = padding
    return packet
  }

  /// Returns the length in milliseconds, to a millionth.
  private func length(_ packet: PacketTiming, in track: MediaTrack) -> Double? {
    ExpectedLength(track: track).ticks(of: packet).map { ($0 * 1e6).rounded() / 1e6 }
  }

  @Test func theNumberOfSamplesPrecedesTheNumberOfBytesAndTheDeclaredDuration() {
    let counted = track { ($0.samplesPerPacket, $0.bytesPerSample) = (960, 4) }
    #expect(length(packet(byteCount: 400), in: counted) == 20)
    // 96 whole samples, and a part of one.
    #expect(length(packet(byteCount: 387), in: track { $0.bytesPerSample = 4 }) == 2)
    let declared = track { $0.bytesPerSample = 0 }
    #expect(length(packet(byteCount: 400), in: declared) == 7)
    #expect(length(PacketTiming(track: 0, presentationTicks: 0), in: declared) == nil)
  }

  @Test func paddingIsNotExpectedAndNeverMakesALengthNegative() {
    let counted = track { $0.samplesPerPacket = 960 }
    #expect(length(packet(padding: 480), in: counted) == 10)
    #expect(length(packet(padding: 9_600), in: counted) == 0)
    #expect(length(packet(padding: 480), in: track { $0.sampleRate = nil }) == 7)
  }

  @Test func aPacketOfAnotherCodecHasNotTheNumberOfSamplesOfItsTrack() {
    var other = packet()
    other.hasOtherCodec = true
    #expect(length(other, in: track { $0.samplesPerPacket = 960 }) == 7)
  }
}
