import Foundation
import PlayheadTestEnvironment
import Testing

/// Playback of several files, and of playlists that name several.
@Suite struct PlaylistCommandTests {
  private static let play = "playhead --instant -i 1h -n 99 -f tsv --fields item,file,title,cause"

  @Test func aPlaylistIsExpandedToItsEntries() throws {
    let outcome = try BuiltCommand.run(
      """
      mkdir sub; cp $MEDIA/bbb_small.mp4 a.mp4
      cp a.mp4 sub/-x.mp4; cp a.mp4 sub/$'caf\\xe9.mp4'; cp a.mp4 $'sub/two words.mp4'
      printf '\\xef\\xbb\\xbf#EXTM3U\\r\\n#EXTINF:5,Who - What\\r\\na.mp4\\r\\nsub/inner.m3u8\\r\\na.mp4\\r\\n' > list.m3u
      printf -- '-x.mp4\\ncaf\\xe9.mp4\\ntwo words.mp4\\n' > sub/inner.m3u8
      \(Self.play) a.mp4 list.m3u | grep started
      """)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.lines == [
        "1\ta.mp4\t\tstarted", "2\ta.mp4\tWho - What\tstarted", "3\tsub/-x.mp4\t\tstarted",
        "4\tsub/caf\u{fffd}.mp4\t\tstarted", "5\tsub/two words.mp4\t\tstarted",
        "6\ta.mp4\t\tstarted",
      ])
  }

  @Test func aPLSPlaylistIsExpandedToItsEntries() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/bbb_small.mp4 a.mp4; mkdir in; cp a.mp4 in/b.mp4
      printf '%s\\n' '[playlist]' File2=in/b.mp4 Title2=Second File1=a.mp4 File3=/etc/passwd > list.pls
      \(Self.play) list.pls | grep started
      """)
    #expect(outcome.lines == ["1\ta.mp4\t\tstarted", "2\tin/b.mp4\tSecond\tstarted"])
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.hasSuffix(" (see --protocols)\n"))
  }

  @Test func forbiddenEntriesAreRefusedAndTheOthersPlay() throws {
    let setting = """
      mkdir -p in; cp $MEDIA/bbb_small.mp4 out.mp4; cp out.mp4 in/a.mp4; ln -s ../out.mp4 in/link.mp4
      printf '%s\\n' ../out.mp4 link.mp4 http://localhost:1/x.mp3 'concat:a.mp4|a.mp4' pipe:0 - \\
        file://localhost$PWD/in/%61.mp4 a.mp4 > in/list.m3u
      """
    let refused = try BuiltCommand.run(
      "\(setting)\n\(Self.play) in/list.m3u | grep -c started; exit ${PIPESTATUS[0]}")
    #expect(refused.status == 1 && refused.lines == ["2"])
    let errors = refused.errors.split(separator: "\n")
    #expect(errors.count == 6)
    #expect(errors.prefix(3).allSatisfy { $0.hasSuffix(" (see --protocols)") })
    #expect(errors.dropFirst(3).allSatisfy { $0.hasSuffix("No such file or directory") })
    let allowed = try BuiltCommand.run(
      "\(setting)\n\(Self.play) --protocols file in/list.m3u | grep -c started")
    #expect(allowed.lines == ["4"])
  }

  @Test(arguments: [
    ("echo x.m3u > x.m3u", "playlist contains itself"),
    (": > x.m3u", "empty playlist"),
    ("head -c 99 /dev/zero > x.m3u", "not a playlist"),
    ("yes a.mp4 | head -100001 > x.m3u", "more than 100000 entries"),
    ("head -c 17000000 /dev/zero | tr '\\0' '#' > x.m3u", "larger than 16 MiB"),
    (
      "echo 0.m3u > x.m3u; for i in {0..9}; do echo $((i + 1)).m3u > $i.m3u; done",
      "nested more than 8 deep"
    ),
    ("mkdir x.m3u", "no media in the folder (see --recursive)"),
    ("true", "No such file or directory"),
  ])
  func anInvalidPlaylistIsReportedInOneLine(_ setting: String, _ reason: String) throws {
    let outcome = try BuiltCommand.run("\(setting)\n\(Self.play) x.m3u $MEDIA/bbb.mp4")
    #expect(outcome.status == 1)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains(reason))
    // The header, and the start and end of the other file.
    #expect(outcome.lines.count == 3)
  }

  @Test func anHLSPlaylistIsPlayedAsOneFile() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/bbb_start3600.ts a.ts
      printf '#EXTM3U\\n#EXT-X-TARGETDURATION:6\\n#EXTINF:5.3,\\na.ts\\n#EXT-X-ENDLIST\\n' > hls.m3u8
      echo hls.m3u8 > list.m3u; \(Self.play) list.m3u
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.lines.dropFirst() == ["1\thls.m3u8\t\tstarted", "1\thls.m3u8\t\tended"])
  }

  @Test func thousandsOfMissingFilesAreReportedInOneLineEach() throws {
    let count = TestEffort.rounds(10_000)
    let outcome = try BuiltCommand.run(
      "(ulimit -n 64; seq \(count) | xargs -n \(count) \"$PLAYHEAD\" --instant; echo $?)")
    #expect(outcome.lines == ["123"])
    #expect(outcome.errors.split(separator: "\n").count == count)
  }

  /// However short the files are, only the next one is opened in advance.
  @Test func atMostTwoOfTenThousandFilesAreOpen() throws {
    let outcome = try BuiltCommand.run(
      """
      ln -s $MEDIA/bbb_small.mp4 a.mp4; ulimit -n 64
      yes a.mp4 | head -10000 |
        xargs -n 10000 "$PLAYHEAD" -i 1h -r 16 --end 10ms -n 200 --fields item | wc -l
      """)
    #expect(outcome.errors.isEmpty && outcome.lines == ["200"])
  }

  @Test func aLimitReachedAtAFilesEndStopsBeforeTheNextFile() throws {
    let outcome = try BuiltCommand.run(
      "playhead --instant -i 1h -n 2 --fields cause $MEDIA/bbb.mp4 $MEDIA/bbb.mp4")
    #expect(outcome.status == 0 && outcome.lines == ["started", "ended"])
  }

  @Test func unusualFileNamesAreUsedUnchanged() throws {
    let outcome = try BuiltCommand.run(
      """
      for name in -n $'two\\nlines' 'a  b' $'\\xff\\xfe' http:x; do cp $MEDIA/bbb_small.mp4 "./$name"; done
      playhead --instant -i 1h -f tsv --fields file,cause -- -n $'two\\nlines' 'a  b' $'\\xff\\xfe' http:x
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.lines.dropFirst().filter { $0.hasSuffix("ended") } == [
        "-n\tended", "two\\nlines\tended", "a  b\tended", "\u{fffd}\u{fffd}\tended",
        "http:x\tended",
      ])
  }

  @Test func theNextFileBeginsWhereThePreviousOneEnds() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead -r 16 -i 1h -f tsv --fields item,cause,position $MEDIA/bbb_small.mp4 \\
        $MEDIA/bbb_small.mp4 $MEDIA/missing.mp4 $MEDIA/bbb_small.mp4 | cut -f 1,2
      """)
    let lines = outcome.lines.dropFirst()
    #expect(lines.filter { $0.hasSuffix("ended") } == ["1\tended", "2\tended", "4\tended"])
    // A busy machine may read too slowly for this rate and stall. The stall may replace the record
    // just before it.
    #expect(lines.map { $0.prefix(1) } == lines.map { $0.prefix(1) }.sorted())
    #expect(lines.count { !$0.hasSuffix("ended") } >= 3)
  }

  @Test func aFullDiskIsReportedOnceAndEverythingIsPlayed() throws {
    let outcome = try BuiltCommand.run(
      "playhead --instant -i 1 -q -o /dev/full $MEDIA/bbb.mp4 $MEDIA/bbb_small.mp4; echo $?")
    #expect(outcome.lines == ["1"])
    #expect(outcome.errors == "playhead: /dev/full: No space left on device\n")
  }

  @Test func aFolderPlaysItsMediaInNaturalOrder() throws {
    let outcome = try BuiltCommand.run(
      """
      mkdir -p dir/sub/deep empty/sub
      for name in t10 t2 T1 .hidden sub/s; do cp $MEDIA/beepflash/bf.opus dir/$name.opus; done
      touch dir/notes.txt && ln -s .. dir/sub/deep/loop
      list() { playhead --instant -i 100 --fields file "$@" | uniq | tr '\\n' ' '; echo; }
      list dir; list --recursive dir/; list "file://$PWD/dir"
      list empty; list --recursive empty; playhead timeline dir
      """)
    #expect(
      outcome.lines.prefix(2) == [
        "dir/T1.opus dir/t2.opus dir/t10.opus ",
        "dir/sub/s.opus dir/T1.opus dir/t2.opus dir/t10.opus ",
      ])
    #expect(outcome.lines[2].hasSuffix("/dir/t10.opus "))
    #expect(
      outcome.errors == """
        playhead: empty: no media in the folder (see --recursive)
        playhead: empty: no media in the folder
        playhead: dir: Is a directory

        """)
  }

  @Test func foldersAreNestedToALimit() throws {
    let outcome = try BuiltCommand.run(
      """
      deep=dir; for n in $(seq 40); do deep=$deep/d; done
      mkdir -p $deep && cp $MEDIA/beepflash/bf.opus $deep/
      playhead --instant -i 100 --recursive dir
      """)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "playhead: dir: folders are nested more than 32 deep\n")
  }
}
