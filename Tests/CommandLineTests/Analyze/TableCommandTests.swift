import Foundation
import PlayheadTestEnvironment
import Testing

@Suite struct TableCommandTests {
  @Test func aTableHasARowForEachFileAlsoForOneThatCannotBeRead() throws {
    let outcome = try BuiltCommand.run(
      """
      mkdir dir && cp $MEDIA/beepflash/bf_av_skew_p120.mp4 'dir/a, "b".mp4'
      head -c 100 /dev/zero > dir/bad.mp4
      playhead analyze -f csv dir 2>/dev/null; echo $?
      """)
    let skewed = """
      "dir/a, ""b"".mp4",31797,"mov,mp4,m4a,3gp,3g2,mj2",10.124667,10.120000,mvhd,2,h264,aac,25.000,\
      constant,warning,0,1,1,av-offset,audio starts 119.3 ms later than video,end,
      """
    #expect(
      outcome.lines.map(String.init) == [
        "file,size,container,duration,declared_duration,declared_by,tracks,video,audio,frame_rate,"
          + "frame_rate_verdict,severity,errors,warnings,notes,finding,sentence,ending,error",
        skewed,
        "dir/bad.mp4,100" + String(repeating: ",", count: 16)
          + "error,dir/bad.mp4: not a recognised media format",
        "1",
      ])
  }

  /// A table of errors that a job of CI shows must not lack the worst ones.
  @Test func aTableOfFindingsHasARowForAFileThatCannotBeRead() throws {
    let outcome = try BuiltCommand.run(
      """
      mkdir dir && cp $MEDIA/bbb_small.mp4 dir/a.mp4 && head -c 100 /dev/zero > dir/bad.mp4
      playhead analyze -f csv --findings=error dir 2>/dev/null; echo $?
      """)
    #expect(
      outcome.lines == [
        "file,position,severity,kind,sentence,track,place,byte_offset,count,playlist,segments",
        "dir/bad.mp4,,error,unreadable,dir/bad.mp4: not a recognised media format,,,,,,", "1",
      ])
  }

  private static let hasQueryTool = FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")

  @Test(.enabled(if: hasQueryTool)) func theQueryOfTheDocumentFindsFilesWithErrors() throws {
    let page = try Repository.text(of: "docs/user/formats.md")
    let block = try #require(
      page.components(separatedBy: "<!-- example: queries -->\n```sh\n").last)
    let outcome = try BuiltCommand.run(
      """
      mkdir FOLDER && cp $MEDIA/bbb_small.mp4 FOLDER/a.mp4; head -c 100 /dev/zero >FOLDER/bad.mp4
      head -c 100000 $MEDIA/bbb_small.mp4 >FOLDER/cut.mp4; cp $MEDIA/bbb_cut_neg.mkv FOLDER
      \(block.prefix { $0 != "\n" })
      """)
    #expect(outcome.lines == ["FOLDER/bad.mp4", "FOLDER/cut.mp4"])
  }

  @Test func findingsAsTableHaveTheChosenColumns() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/beepflash/bf_av_skew_p120.mp4 "$(printf 'a\\tb.mp4')"
      playhead analyze --findings -f tsv --fields severity,position,file a*
      playhead analyze --findings=error -f tsv --fields kind a*
      playhead analyze -f csv --fields file,file a*; playhead analyze -f csv --fields place a*
      playhead analyze --fields file a*; playhead analyze -f csv -o x a*
      """)
    #expect(
      outcome.lines.map(String.init) == [
        "severity\tposition\tfile", "warning\t0.119333\ta\\tb.mp4", "note\t0.119333\ta\\tb.mp4",
        "kind",
      ])
    let errors = outcome.errors.split(separator: "\n")
    #expect(
      [errors[0], errors[2], errors[3]] == [
        "playhead: --fields: field 'file' is given twice",
        "playhead: --fields requires --format csv or tsv",
        "playhead: --format csv cannot be used with --output",
      ])
    #expect(errors[1].hasPrefix("playhead: unknown field 'place' ("))
  }

  @Test func onlyFindingsOfASeverityAndWorseAreListed() throws {
    let outcome = try BuiltCommand.run(
      """
      file=$MEDIA/bbb_cut_neg.mkv
      for severity in error warning note; do
        playhead analyze -q --findings $severity $file | wc -l; playhead analyze --findings=$severity -f json $file | wc -l
      done
      playhead analyze --findings $file | wc -l
      playhead analyze -q --findings=error --check $file; echo $?
      playhead analyze --findings=fatal $file
      """)
    #expect(outcome.lines == ["0", "0", "1", "1", "2", "2", "2", "3"])
    #expect(outcome.errors.contains("invalid value 'fatal' for --findings"))
    #expect(outcome.status == 2)
  }

  @Test func noProgressIsWrittenToAPipe() throws {
    let outcome = try BuiltCommand.run("playhead analyze -f csv $MEDIA/beepflash 2>&1 | cat -v")
    #expect(outcome.lines.count > 5 && !outcome.output.contains("^["))
  }
}
