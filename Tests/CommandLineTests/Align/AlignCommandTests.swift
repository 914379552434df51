import Foundation
import Testing

@Suite struct AlignCommandTests {
  @Test func theSameMusicInThreeFormatsIsAligned() throws {
    let outcome = try BuiltCommand.run(
      """
      cd $MEDIA; playhead align -f json pygame-house_lo.wav pygame-house_lo.ogg no.wav; echo $?
      playhead align pygame-house_lo.wav pygame-house_lo.wav
      """)
    let lines = outcome.lines
    #expect(lines.count >= 6)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(object["type"] as? String == "alignment" && object["related"] as? Bool == true)
    let offset = try #require(object["offset"] as? Double)
    #expect(abs(offset) < 0.001 && object["inverted"] as? Bool == false)
    #expect(lines[1].hasPrefix(#"{"type":"error","version":1,"file":"no.wav""#) && lines[2] == "1")
    #expect(lines[3].hasPrefix("pygame-house_lo.wav: starts 0.000000 s "))
    #expect(outcome.errors == "playhead: no.wav: No such file or directory\n")
  }

  @Test func whatCannotBeComparedIsReportedInOneLineEach() throws {
    let outcome = try BuiltCommand.run(
      """
      cd $MEDIA; mkdir -p $OLDPWD/d; wav=pygame-house_lo.wav
      playhead align $wav freedesktop-complete.oga; echo $?
      playhead align $wav gnome-dual-monitors.webm $OLDPWD/d /dev/null; echo $?
      cat $wav | playhead align - $wav; echo $?
      playhead align $wav; echo $?
      """)
    #expect(
      outcome.lines == [
        "freedesktop-complete.oga: no sound in common with pygame-house_lo.wav", "3", "1", "1", "2",
      ])
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 5)
    #expect(errors.contains("playhead: gnome-dual-monitors.webm: no sound"))
  }

  @Test func theFixIsACommandForAShell() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/pygame-house_lo.wav "it's one.wav"
      playhead align --fix $MEDIA/pygame-house_lo.wav "it's one.wav"
      """)
    #expect(
      outcome.output.hasPrefix(#"ffmpeg -i 'it'\''s one.wav' -filter_complex '[0:0]aresample="#))
    #expect(outcome.output.hasSuffix(#"-rf64 auto 'it'\''s one.aligned.wav'"# + "\n"))
  }

  @Test func filesThatPlayTogetherAreTheCommandThatFollows() throws {
    let outcome = try BuiltCommand.run(
      """
      cd $MEDIA; playhead align -q --follow pygame-house_lo.wav freedesktop-complete.oga \\
        pygame-house_lo.wav; echo $?
      playhead align --follow --fix a b
      """)
    #expect(
      outcome.lines
        == ["playhead follow pygame-house_lo.wav 'pygame-house_lo.wav@+0.000000'", "3"])
    #expect(
      outcome.errors.split(separator: "\n")
        == [
          "playhead: freedesktop-complete.oga: no sound in common with pygame-house_lo.wav",
          "playhead: --fix cannot be used with --follow",
        ])
  }

  @Test(arguments: [
    ("bf.mp4", 0, 0.04), ("bf_frag.mp4", 0, 0.04), ("bf.mkv", 0, 0.04), ("bf_vfr.mkv", 0, 0.12),
    ("bf_vorbis.webm", 0, 0.04), ("bf_wrap.ts", 0, 0.04), ("bf_av_skew_p120.mp4", 0.1194, 0.04),
  ]) func theSoundIsComparedWithThePicture(file: String, skew: Double, interval: Double) throws {
    let outcome = try BuiltCommand.run("playhead align --sync -f json $MEDIA/beepflash/\(file)")
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count == 1)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["type"] as? String == "sync" && object["beeps"] as? Int == 10)
    let offset = try #require(object["offset"] as? Double)
    #expect(abs(offset - skew) < 0.001)
    #expect(object["picture_interval"] as? Double == interval)
    let marks = try #require(object["marks"] as? [[String: Double]])
    #expect(marks.count == 10)
    #expect(try marks.allSatisfy { abs(try #require($0["offset"]) - skew) < 0.001 })
    let first = try #require(marks[0]["flash"])
    for (index, mark) in marks.enumerated() {
      #expect(abs(try #require(mark["flash"]) - first - Double(index)) < 0.000_001)
    }
  }

  @Test func aFileWithoutFlashesAndOthersAreReportedInOneLineEach() throws {
    let outcome = try BuiltCommand.run(
      """
      cd $MEDIA; playhead align --sync bbb.mp4; echo $?
      playhead align --sync beepflash/bf.flac gnome-dual-monitors.webm no.mp4; echo $?
      cat beepflash/bf.mkv | playhead align --sync - | head -n 1
      playhead align --sync; echo $?; playhead align --sync --fix beepflash/bf.mp4; echo $?
      """)
    #expect(
      outcome.lines == [
        "bbb.mp4: no beep with a flash (0 beeps, 0 flashes)", "3", "1",
        "-: the sound is 0.0 ms late, ± 40.0 ms", "2", "2",
      ])
    let errors = outcome.errors.split(separator: "\n")
    #expect(
      errors.prefix(3) == [
        "playhead: beepflash/bf.flac: no video frames",
        "playhead: gnome-dual-monitors.webm: no sound",
        "playhead: no.mp4: No such file or directory",
      ])
  }

  @Test func pagesAreWrittenBesideTheResults() throws {
    let outcome = try BuiltCommand.run(
      """
      cd $MEDIA; page=$OLDPWD/page.html; wav=pygame-house_lo.wav
      playhead align --html $page $wav pygame-house_lo.ogg no.wav freedesktop-complete.oga; echo $?
      grep -c -e '<h2>pygame-house_lo.ogg' -e 'Distance from the line <' \\
        -e 'no.wav: No such file' -e 'no sound in common with' $page
      playhead align --sync --html $page beepflash/bf.mp4 >> $page.txt; echo $?
      grep -c -e '<h1>Sync report' -e 'Sound later than picture <' $page
      playhead align --sync --html $wav beepflash/bf.mp4; echo $?
      playhead align --sync --html /dev/full beepflash/bf.mp4; echo $?
      """)
    let lines = outcome.lines.filter { !$0.hasPrefix(" ") }
    #expect(
      Array(lines.dropFirst()) == [
        "freedesktop-complete.oga: no sound in common with pygame-house_lo.wav", "1", "4", "0", "2",
        "1", "beepflash/bf.mp4: the sound is 0.0 ms late, ± 40.0 ms", "1",
      ])
    #expect(
      outcome.errors.split(separator: "\n") == [
        "playhead: no.wav: No such file or directory",
        "playhead: pygame-house_lo.wav: not a page of --html; it is not replaced",
        "playhead: /dev/full: No space left on device",
      ])
  }
}
