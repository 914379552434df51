import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadFFmpeg

/// The amount of media that is read to find the tracks before the first packet is returned.
@Suite struct ProbingTests {
  /// Returns the number of bytes left in a pipe after a file of 10 s was opened from it.
  private func bytesLeft(_ file: String, probing limit: Duration?) throws -> Int {
    let pipe = try BytePipe()
    pipe.write(try Repository.sampleBytes(file))
    let opener = LocatedMedia(path: "pipe:\(pipe.readEnd)", probeLimit: limit)
    let source = try opener.open(interruption: Interruption())
    #expect(source.info.timelineTracks.count == 2)
    var rest = 0
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(pipe.readEnd, &buffer, buffer.count), count > 0 { rest += count }
    return rest
  }

  @Test func aLiveStreamIsOpenAfterHalfASecondOfMedia() throws {
    let file = "beepflash/bf_wrap.ts"
    let size = try Repository.sampleBytes(file).count
    let left = try bytesLeft(file, probing: nil)
    #expect(left > size / 2)
    #expect(try bytesLeft(file, probing: .seconds(5)) < left)
  }

  /// The first second of the stream has only data packets.
  @Test func openingReadsFurtherToFindAPlayableTrack() throws {
    let data = TransportStream(streamTypes: [0x95], packetCount: 25).bytes
    let video = TransportStream(streamTypes: [0x95, 0x1B], packetCount: 50).bytes
    let pipe = try BytePipe()
    pipe.write(data + video)
    let source = try pipe.opener.open(interruption: Interruption())
    #expect(source.info.timelineTracks.map(\.kind) == [.video])
    // The packets before that track are not lost.
    #expect(try source.readAll().count { $0.track == 0 } == 75)
  }

  /// UDP has no end of stream, but the sender may be gone.
  @Test func aDatagramSourceThatFallsSilentIsOpened() throws {
    let receiver = try DatagramPort()
    let bytes = try Repository.sampleBytes("bbb_start3600.ts").prefix(188 * 420)
    receiver.sendOnceSomebodyListens(bytes)
    // Disables FFmpeg's receiving thread, because ThreadSanitizer ends the process when FFmpeg
    // cancels it.
    let path = "udp://127.0.0.1:\(receiver.number)?fifo_size=0"
    let source = try LocatedMedia(path: path, probeLimit: .seconds(5))
      .open(interruption: Interruption())
    #expect(source.info.timelineTracks.count == 2)
    for _ in 0..<20 { #expect(try source.readPacket() != nil) }
  }

  @Test func silenceIsCountedFromTheLastByte() {
    var silence = Silence()
    func length(_ byteCount: Int64, _ seconds: Int64) -> Duration {
      silence.length(byteCount: byteCount, at: HostInstant(nanoseconds: seconds * 1_000_000_000))
    }
    #expect(length(0, 10) == .zero)
    #expect(length(0, 20) == .zero)
    #expect(length(1_316, 30) == .zero)
    #expect(length(1_316, 33) == .seconds(3))
    #expect(length(2_632, 34) == .zero)
    #expect(length(2_632, 35) == .seconds(1))
  }

  /// A server that is silent while it sends bytes one after the other was not asked for a range.
  @Test func onlyTheSilenceAfterARequestForARangeIsCounted() {
    var silence = Silence()
    var time: Int64 = 0
    func wait(_ byteCount: Int64, _ place: Int64) -> Duration {
      var wait = Duration.zero
      // Ten questions in a second.
      for _ in 0..<10 {
        time += 100_000_000
        wait = silence.wait(
          byteCount: byteCount, place: place, at: HostInstant(nanoseconds: time))
      }
      return wait
    }
    #expect(wait(0, 0) == .zero)
    #expect(wait(40_000, 40_000) == .zero)
    #expect(wait(40_000, 40_000) == .zero)
    // FFmpeg connects for a range, and waits for the response and the first byte.
    #expect(wait(40_000, 900_000) == .seconds(1))
    #expect(wait(40_000, 0) == .seconds(2))
    #expect(wait(40_000, 900_000) == .seconds(3))
    #expect(wait(41_000, 901_000) == .zero)
    #expect(wait(41_000, 901_000) == .zero)
    // The range from the offset at which it has arrived.
    #expect(wait(41_000, 0) == .seconds(1))
  }
}
