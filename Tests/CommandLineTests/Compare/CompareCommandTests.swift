import Foundation
import PlayheadTestEnvironment
import Testing

@Suite struct CompareCommandTests {
  @Test func aFileIsTheSameAsItself() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/bbb_small.mp4 a.mp4
      playhead compare a.mp4 a.mp4; echo $?; playhead compare - a.mp4 < a.mp4; cat a.mp4 | playhead compare a.mp4 -
      """)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.lines == [
        "a.mp4, a.mp4: no differences, 2 tracks compared, 381 packets at the same times", "0",
        "-, a.mp4: no differences, 2 tracks compared, 381 packets at the same times",
        "a.mp4, -: no differences, 2 tracks compared, 381 packets at the same times",
      ])
  }

  @Test func theSameMediaInAnotherContainerDifferOnlyInTheContainer() throws {
    let outcome = try BuiltCommand.run(
      """
      cd $MEDIA/beepflash
      playhead compare bf.mp4 bf_wrap.ts; echo $?
      playhead compare --ignore container,start,bit-rate --ignore declared-duration,duration bf.mp4 bf_wrap.ts
      """)
    #expect(
      outcome.lines.map { $0.prefix { $0 != "→" } } == [
        "bf.mp4, bf_wrap.ts: 6 differences, 2 tracks compared, 719 packets at the same times",
        "  container: mov,mp4,m4a,3gp,3g2,mj2 ", "  duration: 10.000 s ",
        "  declared-duration: 10.000 s ",
        "  start: all tracks run 5000.0 ms earlier on the clock of the container",
        "  bit-rate: video 0: 4 kb/s ", "  bit-rate: audio 1: 14 kb/s ", "3",
        "bf.mp4, bf_wrap.ts: no differences, 2 tracks compared, 719 packets at the same times",
      ])
    #expect(outcome.status == 0)
  }

  /// Copies by ffmpeg of one file, and copies of these, whose times are rounded in several ways.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")))
  func copiesInAllContainersAreTheSame() throws {
    let outcome = try BuiltCommand.run(
      """
      copy() { ffmpeg -v error -i $1 -c copy $2; }
      ffmpeg -v error -f lavfi -i testsrc2=s=160x90:r=30000/1001 -f lavfi -i sine=r=44100 -t 5 \\
        -c:v libx264 -preset ultrafast -g 30 -c:a aac a.mp4
      for container in mkv mov ts flv nut; do copy a.mp4 a.$container; done
      copy a.ts b.mkv; copy a.ts b.mp4; ffmpeg -v error -itsoffset 0.0005 -i a.ts -c copy c.mkv
      ignored=container,start,bit-rate,duration,declared-duration
      for pair in a.mp4:a.{mkv,mov,ts,flv,nut} a.mp4:b.{mkv,mp4} a.mkv:{a.mov,a.ts,a.flv,a.nut,b.mkv,b.mp4,c.mkv}; do
        playhead compare -q --ignore $ignored ${pair%:*} ${pair#*:} || echo $pair
      done | grep -v ': no differences, '
      """)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.output)\(outcome.errors)")
  }

  @Test func aDamagedFileLacksPackets() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/bbb_small.mp4 a.mp4; head -c 100000 a.mp4 > b.mp4
      playhead compare a.mp4 b.mp4
      """)
    #expect(outcome.status == 3)
    #expect(
      outcome.lines.filter { $0.contains("packets are missing") || $0.contains("missing from") }
        == [
          "  missing-packets: 31 packets of video 0 are missing from 4.040 s to 5.240 s",
          "  missing-packets: 65 packets of audio 1 are missing from 3.925 s to 5.291 s",
        ])
    #expect(outcome.output.contains("  findings: new error: truncated: "))
  }

  @Test func reportsAreComparedWithFilesAndReports() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/bbb_small.mp4 a.mp4; playhead analyze -f json a.mp4 > a.json
      playhead compare -q a.json a.mp4; playhead compare a.json a.json > /dev/null && echo same
      playhead analyze -f json a.mp4 | playhead compare a.mp4 - | tail -1
      playhead compare - a.mp4 < a.json | head -1
      playhead analyze -f json $MEDIA/bbb.mp4 | playhead compare a.mp4 - > differences; echo $?
      """)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.lines == [
        "a.json, a.mp4: no differences, 2 tracks compared",
        "  a report has no packets: only their number is compared", "same",
        "  a report has no packets: only their number is compared",
        "-, a.mp4: no differences, 2 tracks compared", "3",
      ])
  }

  @Test func whatCannotBeComparedIsReportedInOneLine() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/bbb_small.mp4 a.mp4; : > empty.mp4; echo '{"x":1}' > no.json
      playhead analyze -f json a.mp4 > one.json; cat one.json one.json > two.json
      playhead analyze -f json none.mp4 2>/dev/null > failed.json
      for other in none.mp4 empty.mp4 no.json two.json failed.json .; do playhead compare a.mp4 $other; echo $?; done
      playhead compare - -; echo $?; playhead compare a.mp4; echo $?
      playhead compare --ignore none a.mp4 a.mp4 2>&1 | cut -c1-50
      """)
    #expect(
      outcome.lines == [
        "1", "1", "1", "1", "1", "1", "2", "2",
        "playhead: invalid value 'none' for --ignore (expec",
      ])
    #expect(
      outcome.errors == """
        playhead: none.mp4: No such file or directory
        playhead: empty.mp4: empty file
        playhead: no.json: not a report of playhead analyze --format json
        playhead: two.json: contains 2 reports (compare needs one)
        playhead: failed.json: the report of a file that could not be read
        playhead: .: Is a directory
        playhead: standard input cannot be both A and B
        playhead: compare: expected two files, got 1

        """)
  }

  @Test func theSchemaDescribesTheObject() throws {
    let schema = try JSONSchema(
      text: Repository.text(of: "docs/user/schemas/compare.schema.json"))
    let outcome = try BuiltCommand.run(
      """
      cd $MEDIA/beepflash
      for other in bf.mp4 bf.mkv bf_vfr.mkv bf_av_skew_p120.mp4 ../bbb_multi.mkv; do
        playhead compare -f json --ignore language bf.mp4 $other
      done
      playhead analyze -f json bf.mkv | playhead compare -f json bf.mp4 -
      """)
    #expect(outcome.lines.count == 6)
    for line in outcome.lines {
      let value = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
      #expect(throws: Never.self) { try schema.check(value) }
    }
    #expect(outcome.lines[0].contains("\"same\":true"))
  }

  @Test func aPageShowsBothFiles() throws {
    let folder = try TemporaryDirectory()
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/bbb_small.mp4 a.mp4; head -c 100000 a.mp4 > b.mp4
      playhead compare --html page.html a.mp4 b.mp4 > /dev/null; echo $?
      echo text > other.html; playhead compare --html other.html a.mp4 b.mp4
      """, in: folder)
    #expect(outcome.lines == ["3"])
    #expect(outcome.errors == "playhead: other.html: not a page of --html; it is not replaced\n")
    let page = try String(contentsOfFile: folder.path("page.html"), encoding: .utf8)
    #expect(page.contains("<h3>a.mp4</h3>") && page.contains("<h3>b.mp4</h3>"))
    #expect(page.components(separatedBy: "Bit rate of video 0").count > 2)
    #expect(page.contains("id=\"difference1\"") && page.contains(">Differences "))
  }
}
