import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// The sound after a seek.
@Suite struct SoundSeekTests {
  /// After a seek, the first sample heard is the first one at or after the target, and the sound is
  /// the same as without a seek.
  @Test(arguments: [
    "beepflash/bf.flac", "sonicpi-ambi_piano.flac", "pygame-house_lo.wav", "mediafile-alac.m4a",
    "beepflash/bf.m4a", "mediafile-full.m4a", "beepflash/bf.opus", "mediafile.opus",
    "mediafile-cbr.mp3", "mediafile-artwork.mp3", "pygame-house_lo.ogg",
    "freedesktop-complete.oga",
  ])
  func theFirstSampleIsTheFirstOneAtTheTarget(_ file: String) throws {
    try check(file, permille: TestEffort.some([0, 100, 371, 500, 733, 950]), tolerance: 0)
  }

  /// Matroska rounds timestamps to a millisecond.
  @Test(arguments: ["beepflash/bf_vfr.mkv", "bbb_vp9_opus.webm"])
  func inMatroskaTheFirstSampleIsWithinAMillisecondOfTheTarget(_ file: String) throws {
    try check(file, permille: [100, 500], tolerance: 49)
  }

  private func check(_ file: String, permille: [Int64], tolerance: Int64) throws {
    let path = Repository.sample(file)
    let whole = try DecodedSound(path: path)
    let rate = Int32(whole.format.sampleRate)
    let start = whole.track.time(ofTicks: try #require(whole.frames.first?.ticks))
    let count = whole.samples.count / whole.format.channelCount
    for permille in permille {
      // Between two samples.
      let offset = MediaTime(
        ticks: Int64(count) * permille / 1_000 * 10 + 3, timebase: Timebase(1, rate * 10))
      let target = start + offset
      let heard = try DecodedSound(path: path, from: target).samples(from: target)
      let first = count - heard.count / whole.format.channelCount
      #expect(abs(Int64(first) - Int64(count) * permille / 1_000 - 1) <= tolerance, "\(permille)")
      let expected = whole.samples[max(first, 0) * whole.format.channelCount..<whole.samples.count]
      let error = zip(heard, expected).map { abs($0 - $1) }.max() ?? 0
      #expect(error < 1 / 1_000, "\(permille)")
    }
  }
}
