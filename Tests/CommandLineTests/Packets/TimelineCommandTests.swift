import Foundation
import PlayheadTestEnvironment
import Testing

@Suite struct TimelineCommandTests {
  /// Returns the lines that `scripts/make-facts packets` writes: a checksum for each file.
  private static func facts() throws -> [String] {
    func name(_ line: String) -> Substring? { line.split(separator: " ").last }
    return try LibavformatVersion.facts(in: "ffprobe-packets.txt") {
      name($0) == name($1)
    } parse: {
      $0.split(separator: "\n").map(String.init)
    }
  }

  @Test func packetsMatchFfprobeByteForByte() throws {
    let facts = try TimelineCommandTests.facts()
    #expect(facts.count > 20)
    let outcome = try BuiltCommand.run(
      """
      cut -d' ' -f3- '\(Repository.path("Tests/Fixtures/ffprobe-packets.txt"))' |
        while read -r file; do echo "$(playhead timeline "$MEDIA/$file" | cksum) $file"; done
      """)
    #expect(outcome.lines.map(String.init) == facts)
  }

  @Test func tracksThatCannotBePlayedAreListedAndAnalyzed() throws {
    let outcome = try BuiltCommand.run(
      """
      printf '%s\\n' 1 '00:00:01,000 --> 00:00:02,000' A '' \\
        2 '00:00:03,000 --> 00:00:04,500' B > a.srt
      playhead timeline a.srt | tail -n +2 | cut -d, -f1-8; echo $?
      playhead timeline --to 2 a.srt | wc -l
      playhead analyze a.srt | sed -n 2p
      playhead a.srt; echo $?
      playhead --start 50% a.srt; echo $?
      """)
    #expect(
      outcome.lines == [
        "packet,0,1000,1000,1.000000,1.000000,1000,1",
        "packet,0,3000,3000,3.000000,3.000000,1500,1",
        "0", "2",
        "  0 subtitle subrip: 2 packets, 2 bytes, 0 kb/s, most in a second 0 kb", "1", "1",
      ])
    let refusal = "a.srt: no audio or video track\n"
    #expect(outcome.errors == "playhead: \(refusal)playhead: \(refusal)")
  }

  @Test func aPlaylistOfOneFileIsReplacedByThatFile() throws {
    let outcome = try BuiltCommand.run(
      #"""
      cp $MEDIA/bbb_small.mp4 a; echo a > one.m3u; printf 'a\na\n' > two.m3u; echo b > none.m3u
      for list in one two none; do playhead timeline $list.m3u | cksum; echo ${PIPESTATUS[0]}; done
      playhead timeline a | cksum; playhead timeline --frames one.m3u | wc -l
      playhead timeline --frames a | wc -l
      """#)
    let lines = outcome.lines
    try #require(lines.count == 9)
    #expect(lines[0] == lines[6] && lines[7] == lines[8])
    #expect([1, 3, 5].map { lines[$0] } == ["0", "2", "1"])
    #expect(
      outcome.errors.split(separator: "\n").first
        == "playhead: timeline: expected one file, but the playlist two.m3u has 2"
    )
  }

  @Test func jsonLinesHaveTheSameValuesAndNullIfAbsent() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead timeline -f json $MEDIA/bbb_start3600.ts | head -n 1
      playhead timeline -f json $MEDIA/pygame-blue.mpg | tail -n 1
      """)
    #expect(
      outcome.lines.first
        == #"{"type":"packet","track":0,"pts":324126000,"dts":324118800,"pts_time":3601.400000,"dts_time":3601.320000,"duration":3600,"size":8015,"keyframe":true,"discard":false,"byte_offset":564}"#
    )
    #expect(outcome.lines.last?.contains(#""pts":null,"dts":null,"pts_time":null"#) == true)
  }

  @Test func framesCarryTheirPictureType() throws {
    let outcome = try BuiltCommand.run(
      "playhead timeline --frames --track 0 $MEDIA/bbb_small.mp4 | cut -d, -f9")
    #expect(outcome.lines.first == "picture_type")
    #expect(outcome.lines.count == 133)
    #expect(outcome.lines.count { $0 == "I" } == 6)
    #expect(Set(outcome.lines.dropFirst()) == ["I", "P", "B"])
  }

  @Test func optionsSelectTracksAndTimes() throws {
    let outcome = try BuiltCommand.run(
      "playhead timeline -t 1 --from 1 --to 1.1 $MEDIA/bbb_small.mp4 | cut -d, -f2,5")
    #expect(
      outcome.lines == [
        "track,pts_time", "1,1.002667", "1,1.024000", "1,1.045333", "1,1.066667", "1,1.088000",
      ])
    let missing = try BuiltCommand.run("playhead timeline -t 7 $MEDIA/bbb_small.mp4")
    #expect(missing.status == 1)
    #expect(missing.errors.hasSuffix("no such track (requested 7, available 0 to 1)\n"))
    let negative = try BuiltCommand.run(
      "playhead timeline -t 1 --to 0 $MEDIA/bbb_small.mp4 | wc -l")
    #expect(negative.output == "2\n")
  }

  @Test func aClosedPipeOrAFullDiskEndsTheListing() throws {
    let gone = try BuiltCommand.run(
      "set -o pipefail; playhead timeline $MEDIA/bbb_small.mp4 | head -n 1 | wc -l")
    #expect(gone.output == "1\n" && gone.status == 0 && gone.errors.isEmpty)
    let full = try BuiltCommand.run("playhead timeline $MEDIA/bbb_small.mp4 > /dev/full")
    #expect(full.status == 1 && full.errors.contains("standard output"))
  }

  /// libavformat does not learn the sample rate of such sound, from which it computes most times.
  @Test func soundThatBeginsLateInAStreamHasItsTimes() throws {
    let film = [UInt8](try Repository.sampleBytes("bbb_start3600.ts"))
    var late: [UInt8] = []
    for place in stride(from: 0, to: film.count, by: 188) {
      let stream = Int(film[place + 1] & 31) << 8 | Int(film[place + 2])
      if stream == 257, place < film.count / 2 { continue }
      late += film[place..<min(place + 188, film.count)]
    }
    let folder = try TemporaryDirectory()
    try folder.write(Data(late), to: "late.ts")
    let outcome = try BuiltCommand.run(
      """
      times() { grep ^packet,1, | cut -d , -f 3,7; }
      playhead timeline $MEDIA/bbb_start3600.ts | times > whole
      cat late.ts | playhead timeline - | times > late
      count=$(wc -l < late); tail -n $((count - 1)) whole > expected
      tail -n +2 late | cmp - expected && echo $count
      """, in: folder)
    #expect(try #require(Int(outcome.lines.last ?? "")) > 100)
  }
}
