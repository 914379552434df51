import Foundation
import PlayheadTestEnvironment

/// Damaged samples, the same in every run.
struct DamagedMedia {
  static let files = [
    "bbb_chapters.mkv", "bbb_cut_elst.mp4", "bbb_cut_neg.mkv", "bbb_multi.mkv", "bbb_small.mp4",
    "bbb_start3600.ts", "bbb_tmcd.mov", "bbb_vfr.mp4", "bbb_vp9_opus.webm", "coffee_vbr_art.mp3",
    "freedesktop-complete.oga", "mediafile-alac.m4a", "mediafile-artwork.flac",
    "mediafile-artwork.mp3", "mediafile-cbr.mp3", "mediafile-full.m4a", "mediafile.opus",
    "pygame-blue.mpg", "pygame-house_lo.ogg", "pygame-house_lo.wav", "sonicpi-ambi_piano.flac",
    "beepflash/bf_wrap.ts", "beepflash/bf_frag.mp4", "beepflash/bf_vorbis.webm", silence,
  ]

  /// A file that is generated here, not stored in the repository.
  private static let silence = "silence.dsf"

  let name: String
  let bytes: Data

  /// Files whose headers declare nothing to play.
  static var empty: [DamagedMedia] {
    [
      DamagedMedia(
        name: "no-samples.dsf", bytes: DSFFile(blockCount: 1, declaredSampleCount: 0).bytes),
      DamagedMedia(name: "no-blocks.dsf", bytes: DSFFile(blockCount: 0).bytes),
    ]
  }

  private static func bytes(of file: String) throws -> Data {
    file == silence ? DSFFile().bytes : try Repository.sampleBytes(file)
  }

  /// Returns the file cut at random lengths, half of them in the first 4 KiB, where headers are.
  static func truncated(_ file: String, count: Int) throws -> [DamagedMedia] {
    let whole = try bytes(of: file)
    var generator = SplitMix64(seed: UInt64(whole.count))
    return (0..<count).map { index in
      let longest = index % 2 == 0 ? whole.count : min(whole.count, 4_096)
      let length = Int.random(in: 1..<longest, using: &generator)
      return DamagedMedia(name: "\(file), \(length) bytes", bytes: whole.prefix(length))
    }
  }

  /// Returns the file with flipped bits, from one to many. Half of them are in the header.
  static func flipped(_ file: String, count: Int) throws -> [DamagedMedia] {
    let whole = try bytes(of: file)
    var generator = SplitMix64(seed: UInt64(whole.count) << 32)
    return (0..<count).map { index in
      var bytes = whole
      for flip in 0...(index * index) {
        let end = flip % 2 == 0 ? min(whole.count, 2_048) : whole.count
        let place = Int.random(in: 0..<end, using: &generator)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      return DamagedMedia(name: "\(file), flips of round \(index)", bytes: bytes)
    }
  }
}
