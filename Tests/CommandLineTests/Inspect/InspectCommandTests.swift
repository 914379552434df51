import Foundation
import Testing

@Suite struct InspectCommandTests {
  @Test func aPlaylistIsExpandedToItsFiles() throws {
    let outcome = try BuiltCommand.run(
      """
      mkdir list list/in; cp $MEDIA/bbb_small.mp4 b.mp4; cd list; cp ../b.mp4 a.mp4
      cp $MEDIA/mediafile.opus in
      printf '#EXTM3U\\na.mp4\\nin/mediafile.opus\\n../b.mp4\\n' > list.m3u
      for what in inspect 'analyze -q'; do
        playhead $what -f json list.m3u | grep -o '"type":"[^"]*"\\|"file":"[^"]*"' | paste -s -d ' '
        playhead $what list.m3u > text; echo $?
      done
      """)
    func objects(_ type: String) -> String {
      ["a.mp4", "in/mediafile.opus", "../b.mp4"].map { file in
        "\"type\":\"\(file.hasPrefix(".") ? "error" : type)\" \"file\":\"\(file)\""
      }.joined(separator: " ")
    }
    #expect(
      outcome.lines.map(String.init) == [objects("media"), "1", objects("timing-report"), "1"])
    let errors = Set(outcome.errors.split(separator: "\n"))
    #expect(
      errors == [
        "playhead: ../b.mp4: entry of list.m3u not allowed: outside the directory of the file that refers to it (see --protocols)"
      ])
  }

  @Test func everySampleIsInspected() throws {
    let outcome = try BuiltCommand.run(
      "cd $MEDIA; playhead inspect -f json *.mp4 *.mkv *.mov *.mpg *.webm *.og* *.opus *.wav beepflash/*.m*"
    )
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count > 15)
    for line in outcome.lines {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["type"] as? String == "media" && object["version"] as? Int == 1)
      let tracks = try #require(object["tracks"] as? [[String: Any]])
      #expect(tracks.contains { $0["played"] as? Bool == true })
    }
  }

  @Test func chaptersTagsAndRatesArePrinted() throws {
    let outcome = try BuiltCommand.run(
      "cd $MEDIA; playhead inspect bbb_chapters.mkv bbb_vfr.mp4; playhead inspect - < bbb_tmcd.mov")
    #expect(outcome.output.contains("  chapter 2  00:00:01.500 - 00:00:03.250  Two\n"))
    #expect(outcome.output.contains("  title: Big Buck Bunny extract\n"))
    #expect(outcome.output.contains("0 video h264, 320x180, 25 frames/s\n"))
    #expect(outcome.output.contains("2075/129 frames/s (varies)"))
    #expect(outcome.output.contains("      timecode: 01:00:00:00\n"))
  }

  @Test func aFileThatFailsIsReportedAndTheOthersAreInspected() throws {
    let outcome = try BuiltCommand.run(
      "echo x > x.mp4; playhead inspect -f json x.mp4 no $MEDIA/bbb.mp4; echo $?")
    #expect(outcome.lines.count == 4 && outcome.lines.last == "1")
    #expect(outcome.lines.prefix(2).allSatisfy { $0.hasPrefix(#"{"type":"error","version":1"#) })
    #expect(outcome.errors.split(separator: "\n").count == 2)
    #expect(try BuiltCommand.run("playhead inspect").status == 2)
  }

  @Test func aSignalInterruptsOpening() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo source; exec 3<>source; : > out
      "$PLAYHEAD" inspect source $MEDIA/bbb.mp4 > out 3>&- & pid=$!
      until ls -l /proc/$pid/fd 2>/dev/null | grep -q source; do :; done
      kill -TERM $pid; wait $pid; echo $?; wc -c < out
      """)
    #expect(outcome.lines == ["143", "0"])
  }
}
