import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadFFmpeg

/// Each header's value is read from the file, even if libavformat reports another one.
@Suite struct DeclarationTests {
  /// The lengths of the sound, in seconds.
  private static let (sound, longSound): (Double, Double) = (256_000.0 / 48_000, 496_000.0 / 48_000)

  @Test func everyMovieHeaderIsReadSeparately() throws {
    let declared = try HeaderDeclarations(ofSample: "bbb_vfr.mp4")
    #expect(declared.seconds(.movieHeader) == [5.312])
    #expect(declared.seconds(.trackHeader) == [5.24, 5.312])
    #expect(declared.seconds(.mediaHeader) == [5.24, Self.sound])
    // The sample table gives the last frame a shorter duration.
    #expect(declared.seconds(.sampleTable) == [5.16, Self.sound])
    #expect(declared.durations.map(\.track) == [nil, 0, 0, 0, 1, 1, 1])
  }

  @Test func headersThatLibavformatHidesAreRead() throws {
    var bytes = try Repository.sampleBytes("bbb_vfr.mp4")
    for place in bytes.places(of: "tkhd") { bytes.add(5_000, at: place + 24) }
    for place in bytes.places(of: "mdhd") {
      bytes.add(5 * bytes.number(at: place + 16), at: place + 20)
    }
    let declared = try HeaderDeclarations(of: bytes, named: "long.mp4")
    #expect(declared.seconds(.movieHeader) == [5.312])
    #expect(declared.seconds(.trackHeader) == [10.24, 10.312])
    #expect(declared.seconds(.mediaHeader) == [10.24, Self.longSound])
    #expect(declared.seconds(.sampleTable) == [5.16, Self.sound])
  }

  @Test func aFragmentedMovieDeclaresNoDurations() throws {
    #expect(try HeaderDeclarations(ofSample: "beepflash/bf_frag.mp4").durations.isEmpty)
  }

  @Test func editListsAreRead() throws {
    let edits = try HeaderDeclarations(ofSample: "beepflash/bf_av_skew_p120.mp4").edits
    #expect(edits.map(\.track) == [0, 1])
    #expect(edits.map(\.delay) == [.zero, .milliseconds(98)])
    // The video's edit only compensates for its reordering delay, so it leaves out no media.
    #expect(edits.map(\.trimmedStart) == [.zero, .zero])
    let cut = try HeaderDeclarations(ofSample: "bbb_cut_elst.mp4").edits
    #expect(cut.map(\.delay) == [.zero, .zero])
    let trimmed: [Double] = [3_840 / 12_800, 18_368 / 48_000]
    #expect(cut.map(\.trimmedStart.seconds) == trimmed)
  }

  @Test(arguments: [
    ("bbb_chapters.mkv", [DeclaredDuration.Header.segmentDuration], 5.333),
    ("sonicpi-ambi_piano.flac", [.streamInfo], 2.811678), ("coffee_vbr_art.mp3", [.xing], 40.0457),
    ("pygame-house_lo.wav", [.dataChunk, .factChunk], 7.1052),
  ])
  func theLengthHeadersOfEachContainerAreRead(
    file: String, headers: [DeclaredDuration.Header], length: Double
  ) throws {
    let durations = try HeaderDeclarations(ofSample: file).durations
    #expect(durations.map(\.header) == headers)
    #expect(durations.allSatisfy { abs($0.duration.seconds - length) < 0.001 })
  }

  @Test func theSoundLengthOfAnAVIFileIsReadFromItsStreamHeader() throws {
    let file = AVIFile(declaredLength: 24_000)
    let declared = try HeaderDeclarations(of: file.bytes, named: "sound.avi")
    #expect(declared.seconds(.streamHeader) == [3] && !declared.isIndexMissing)
    let open = AVIFile(declaredLength: 0x4000_0000, hasIndex: false)
    let unfinished = try HeaderDeclarations(of: open.bytes, named: "open.avi")
    #expect(unfinished.durations.isEmpty && unfinished.isIndexMissing)
  }

  /// libavformat declares where the last packet ends.
  @Test(.enabled(if: EncodedSound.ffmpeg != nil), arguments: ["0", "3", "100"])
  func theLengthOfMatroskaIsThatOfThePresentation(offset: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("late.mkv")
    _ = try EncodedSound.run([
      "-v", "error", "-nostdin", "-itsoffset", offset, "-i", Repository.sample("bbb_small.mp4"),
      "-c", "copy", "-avoid_negative_ts", "disabled", path,
    ])
    let info = try LocatedMedia(path: path).open(interruption: Interruption()).info
    let length = try info.declaredDuration(from: #require(info.presentationStart))
    #expect(try abs(#require(length).seconds - 5.312) < 0.1)
  }

  /// Replaces the Xing header in the first MP3 frame, which follows tags and a picture, by a
  /// Fraunhofer (VBRI) header.
  @Test func theFraunhoferHeaderIsRead() throws {
    var bytes = try Repository.sampleBytes("coffee_vbr_art.mp3")
    let xing = try #require(bytes.places(of: "Xing").first)
    let frames = bytes.number(at: xing + 8)
    let header = Data("VBRI".utf8) + Data(count: 10) + Data(bigEndian: frames * 2, 4)
    // A VBRI header comes after 32 bytes of side information, as in a stereo frame, even in mono.
    bytes.overwrite(at: xing, with: Data(count: 4))
    bytes.overwrite(at: xing - 21 + 36, with: header)
    let declared = try HeaderDeclarations(of: bytes, named: "fraunhofer.mp3")
    #expect(declared.durations.map(\.header) == [.vbri])
    #expect(try abs(#require(declared.seconds(.vbri).first) - 80.09) < 0.01)
  }

  @Test(
    arguments: [(0, false), (0xFFFF_FFFF, false), (0x7FFF_FFFF, false), (16_000, true)]
      as [(UInt64, Bool)])
  func aPlaceholderLengthIsIgnored(length: UInt64, isDeclared: Bool) throws {
    var bytes = try Repository.sampleBytes("pygame-house_lo.wav")
    let data = try #require(bytes.places(of: "data").first)
    bytes.overwrite(at: data + 4, with: Data(littleEndian: length, 4))
    var header = HeaderBytes(bytes)
    #expect((WAVHeaders(&header)?.dataDuration != nil) == isDeclared)
  }

  @Test func transportStreamProgramsAreRead() throws {
    let programs = try HeaderDeclarations(of: TwoPrograms.bytes(), named: "two.ts").programs
    #expect(programs.map(\.number) == [1, 2] && programs.map(\.tracks) == [[0], [1]])
    #expect(try HeaderDeclarations(ofSample: "beepflash/bf_wrap.ts").programs.count == 1)
    #expect(try HeaderDeclarations(ofSample: "bbb_small.mp4").programs.isEmpty)
  }

  /// `packetsMatchFfprobe` checks the packets themselves.
  @Test func readingHeadersDoesNotMoveTheReadPosition() throws {
    let (one, two) = (try SampleMedia.open("bbb_small.mp4"), try SampleMedia.open("bbb_small.mp4"))
    _ = try (one.readPacket(), two.readPacket())
    _ = one.readDeclarations()
    #expect(try one.readAll() == two.readAll())
  }
}
