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
}
