import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The greatest amounts of packets and frames in memory.
@Suite struct FrameMemoryTests {
  private static let greatestByteCount = 32 << 20

  /// Pictures of 1920 × 1080, 3840 × 2160 and 7680 × 4320, in 4:2:0 of 8 and 10 bits.
  @Test(
    arguments: [3_110_400, 12_441_600, 24_883_200, 49_766_400, 99_532_800], [true, false])
  func decodedFramesAreBounded(byteCount: Int, isAskedFor: Bool) {
    var film = DecodedFilm(
      frameCount: 100, frameByteCount: byteCount, isAskedFor: isAskedFor
    ) { _ in 5 }
    film.play(seconds: 5)
    #expect(film.playback.phase.state == .ended)
    // Two frames are held whatever their size. More are decoded only below the limit.
    #expect(film.most.decoded <= max(Self.greatestByteCount, byteCount) + byteCount)
    #expect(film.most.frames >= 2)
    #expect(film.given.map(\.position) == (isAskedFor ? frames(0..<4_000) : []))
    #expect(film.machine.counts.late == 0)
  }

  @Test(arguments: [true, false])
  func framesOfTwoPassesOfALoopAreBounded(isAskedFor: Bool) {
    var film = DecodedFilm(
      frameCount: 100, byteCount: 400_000, frameByteCount: 12_441_600, isAskedFor: isAskedFor
    ) { _ in 5 }
    film.loop(PlaybackLoop(from: .milliseconds(1_010), to: .milliseconds(1_990), count: 3))
    film.play(seconds: 7)
    #expect(film.playback.phase.state == .ended && !film.states.contains(.stalled))
    #expect(film.most.decoded < Self.greatestByteCount + 12_441_600)
    #expect(film.most.encoded <= Self.greatestByteCount)
  }

  /// 25 and 100 MB/s, and a decoder that is much too slow.
  @Test(arguments: [1_000_000, 4_000_000], [5, 320] as [Int64])
  func packetsAreBounded(byteCount: Int, decodingTime: Int64) {
    var film = DecodedFilm(frameCount: 100, byteCount: byteCount) { _ in decodingTime }
    film.play(seconds: 5)
    #expect(film.playback.phase.state == .ended && !film.states.contains(.stalled))
    #expect(film.most.encoded <= Self.greatestByteCount)
    #expect(film.most.encoded > byteCount)
  }
}
