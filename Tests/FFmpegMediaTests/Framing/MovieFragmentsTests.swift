import Foundation
import Testing

@testable import PlayheadFFmpeg

/// Wrong times of fragments of MP4.
@Suite struct MovieFragmentsTests {
  private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    bigEndian(content.count + 8, 4) + Array(kind.utf8) + content
  }

  private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
  }

  /// The header of tracks with 1,000 ticks in a second, whose samples last a second.
  private static func header(tracks: Int, handler: String = "soun") -> [UInt8] {
    let parts = (1...tracks).flatMap { track in
      box(
        "trak",
        box("tkhd", bigEndian(0, 12) + bigEndian(track, 4) + bigEndian(0, 68))
          + box(
            "mdia",
            box("mdhd", bigEndian(0, 12) + bigEndian(1_000, 4) + bigEndian(0, 8))
              + box("hdlr", bigEndian(0, 8) + Array(handler.utf8) + bigEndian(0, 13))))
    }
    let lengths = (1...tracks).flatMap { track in
      box(
        "trex",
        bigEndian(0, 4) + bigEndian(track, 4) + bigEndian(1, 4) + bigEndian(1_000, 4)
          + bigEndian(0, 8))
    }
    return box("ftyp", Array("iso5".utf8) + bigEndian(0, 4))
      + box("moov", parts + box("mvex", lengths))
  }

  /// A fragment of a sample of each track. Times above 32 bits are stored in 64.
  private static func fragment(_ times: [Int], isLong: Bool = true) -> [UInt8] {
    let tracks = times.enumerated().flatMap { index, time in
      box(
        "traf",
        box("tfhd", bigEndian(0, 4) + bigEndian(index + 1, 4))
          + box("tfdt", [isLong ? 1 : 0, 0, 0, 0] + bigEndian(time, isLong ? 8 : 4))
          + box("trun", bigEndian(0, 4) + bigEndian(1, 4)))
    }
    return box("moof", tracks) + box("mdat", bigEndian(0, 16))
  }

  private static func file(_ fragments: [[Int]]) -> [UInt8] {
    header(tracks: fragments[0].count) + fragments.flatMap { fragment($0) }
  }

  private static func fragments(of file: [UInt8]) -> MovieFragments? {
    MovieFragments(size: Int64(file.count)) { offset, count in
      let end = Int(offset) + count
      return end <= file.count ? Array(file[Int(offset)..<end]) : nil
    }
  }

  /// Returns what reads of a number of bytes give.
  private static func read(
    _ file: [UInt8], of fragments: MovieFragments?, inPiecesOf count: Int
  ) -> [UInt8] {
    var file = file
    file.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: count) {
        let piece = bytes[start..<min(start + count, bytes.count)]
        fragments?.correct(UnsafeMutableRawBufferPointer(rebasing: piece), at: Int64(start))
      }
    }
    return file
  }

  @Test(arguments: [1, 5, 64, 1_000_000]) func wrongTimesAreReadAsRightOnes(count: Int) {
    let right = (0..<50).map { [$0 * 1_000, $0 * 1_000] }
    var wrong = right
    wrong[7][0] += 400
    wrong[20][1] -= 900
    wrong[40] = [90_000, 500]
    let file = Self.file(wrong)
    let fragments = Self.fragments(of: file)
    #expect(fragments?.deviations.map(\.ticks).sorted() == [-39_500, -900, 400, 50_000])
    #expect(Self.read(file, of: fragments, inPiecesOf: count) == Self.file(right))
  }

  @Test func rightTimesStay() {
    #expect(Self.fragments(of: Self.file((0..<50).map { [$0 * 1_000, $0 * 1_000] })) == nil)
  }

  /// Recordings that follow each other in a file are no wrong times.
  @Test(arguments: [[3, 3], [1, 1], [3, 1, 3], [3, 1]]) func joinedFilesAreKept(_ counts: [Int]) {
    for tracks in [1, 2] {
      let files = counts.flatMap { count in
        Self.file((0..<count).map { [Int](repeating: $0 * 1_000, count: tracks) })
      }
      #expect(Self.fragments(of: files) == nil)
    }
  }

  @Test(arguments: [0, 9_000_000]) func aLastFragmentIsWrongIfTheOtherTrackGoesOn(_ time: Int) {
    let right = (0..<5).map { [$0 * 1_000, $0 * 1_000] }
    #expect(Self.fragments(of: Self.file(right + [[time, 5_000]]))?.deviations.count == 1)
    #expect(Self.fragments(of: Self.file(right + [[time, time]])) == nil)
    let single = (0..<5).map { [$0 * 1_000] }
    #expect(Self.fragments(of: Self.file(single + [[time]]))?.deviations.count == 1)
  }

  /// Sound may pause, also behind its first fragment.
  @Test func pausesStay() {
    let right = (0..<5).map { [$0 * 1_000, $0 * 1_000] }
    let others = (5..<9).flatMap { Self.fragment([$0 * 1_000]) }
    #expect(
      Self.fragments(of: Self.file(right) + others + Self.fragment([9_000, 9_000])) == nil)
    #expect(Self.fragments(of: Self.file(right + [[9_000, 9_000]])) == nil)
    // The other track ends there.
    #expect(Self.fragments(of: Self.file(right + [[5_000, 9_000]]))?.deviations.count == 1)
    let later = (1..<5).map { [$0 * 1_000, $0 * 1_000 + 3_000] }
    #expect(Self.fragments(of: Self.file([[0, 0]] + later)) == nil)
    #expect(Self.fragments(of: Self.file([[3_000, 0]] + later.map { [$0[1], $0[1]] })) != nil)
  }

  @Test func onlySoundAndPicturesAreJudged() {
    let fragments = [0, 1_000, 9_000, 3_000, 4_000].flatMap { Self.fragment([$0]) }
    for (handler, isJudged) in [("soun", true), ("vide", true), ("subt", false), ("meta", false)] {
      let file = Self.header(tracks: 1, handler: handler) + fragments
      #expect((Self.fragments(of: file) != nil) == isJudged)
    }
  }

  /// The fragment behind a time that its field cannot hold is right.
  @Test func aTimeOf32BitsMayBeTooSmall() {
    let limit = 1 << 32
    let file =
      Self.header(tracks: 1) + Self.fragment([limit - 1_500]) + Self.fragment([limit - 500])
      + Self.fragment([0], isLong: false) + Self.fragment([limit + 1_500])
    #expect(Self.fragments(of: file) == nil)
  }

  @Test func tooManyFragmentsAreNotJudged() {
    let times = (0..<8_193).map { [$0 == 4_000 ? 0 : $0 * 1_000] }
    #expect(Self.fragments(of: Self.file(times)) == nil)
    #expect(Self.fragments(of: Self.file(times.dropLast()))?.deviations.count == 1)
  }
}
