import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Sound with damaged bytes.
@Suite struct DamagedSoundTests {
  /// The damaged packets are silent, and the sound after them is at its time.
  @Test(arguments: [
    "beepflash/bf.m4a", "beepflash/bf.opus", "beepflash/bf.mkv", "beepflash/bf.flac",
    "beepflash/bf_wrap.ts",
  ])
  func soundContinuesInSyncAfterDamage(_ file: String) throws {
    let directory = try TemporaryDirectory()
    var bytes = try Repository.sampleBytes(file)
    let first = bytes.count * 2 / 5
    for index in first..<first + 3_000 { bytes[index] = UInt8(truncatingIfNeeded: index &* 167) }
    let path = try directory.write(bytes, to: "damaged")
    let whole = try DecodedSound(path: Repository.sample(file))
    let damaged = try DecodedSound(path: path)
    let start = whole.track.time(ofTicks: try #require(whole.frames.first?.ticks))
    let heard = damaged.samples(from: start)
    #expect(heard.count == whole.samples.count)
    let isDifferent = zip(heard, whole.samples).contains { $0 != $1 }
    #expect(isDifferent)
    // The last three of ten seconds.
    let error = zip(heard, whole.samples).dropFirst(336_000).map { abs($0 - $1) }.max() ?? 1
    #expect(error < 1 / 1_000)
  }
}
