import Foundation
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// The duration of MP3 and ADTS without a count of frames.
@Suite struct SampledDurationTests {
  /// Returns the estimated duration of bytes in seconds.
  private func duration(of data: Data, isADTS: Bool) -> Double? {
    let source = [UInt8](data)
    var bytes = HeaderBytes(size: Int64(source.count), budget: SampledDuration.budget) {
      place, count in
      Array(source[Int(place)..<Int(place) + count])
    }
    return SampledDuration(&bytes, isADTS: isADTS)?.duration.seconds
  }

  /// Returns frames of ADTS of 44.1 kHz, or of 48 kHz.
  private func frames(of length: Int, count: Int, isFast: Bool = false) -> Data {
    let head: [UInt8] = [
      0xFF, 0xF1, isFast ? 0x4C : 0x50, UInt8(0x40 | length >> 11), UInt8(length >> 3 & 0xFF),
      UInt8(length & 7) << 5 | 0x1F, 0xFC,
    ]
    let frame = Data(head) + Data(count: length - head.count)
    return (0..<count).reduce(into: Data()) { data, _ in data += frame }
  }

  @Test func aSmallFileIsCounted() throws {
    let data = frames(of: 9, count: 400) + frames(of: 370, count: 300)
    let expected = 700 * 1_024.0 / 44_100
    #expect(abs(try #require(duration(of: data, isADTS: true)) - expected) < 0.001)
  }

  @Test func framesOfAnotherRecordingHaveAnotherRate() throws {
    let data = frames(of: 9, count: 400) + frames(of: 370, count: 300, isFast: true)
    let expected = 400 * 1_024.0 / 44_100 + 300 * 1_024 / 48_000
    #expect(abs(try #require(duration(of: data, isADTS: true)) - expected) < 0.03)
  }

  @Test func aLargeFileIsEstimatedFromAllItsParts() throws {
    // 9 MB of short frames, then 9 MB of long ones.
    let (short, long) = ([UInt8](frames(of: 500, count: 1)), [UInt8](frames(of: 2_000, count: 1)))
    let half: Int64 = 9_000_000
    var bytes = HeaderBytes(size: 2 * half, budget: SampledDuration.budget) { place, count in
      (place..<place + Int64(count)).map {
        $0 < half ? short[Int($0 % 500)] : long[Int($0 % 2_000)]
      }
    }
    let duration = try #require(SampledDuration(&bytes, isADTS: true)?.duration.seconds)
    let expected = Double(half / 500 + half / 2_000) * 1_024 / 44_100
    #expect(abs(duration / expected - 1) < 0.05)
  }

  @Test func framesOfMP3AreCounted() throws {
    let data = try Repository.sampleBytes("mediafile-cbr.mp3")
    let value = try #require(duration(of: data, isADTS: false))
    #expect(abs(value - 1) < 0.2)
  }

  @Test func otherBytesHaveNoDuration() {
    #expect(duration(of: Data(count: 50_000), isADTS: false) == nil)
    #expect(duration(of: Data(repeating: 0xFF, count: 50_000), isADTS: true) == nil)
    #expect(duration(of: Data(), isADTS: true) == nil)
  }
}
