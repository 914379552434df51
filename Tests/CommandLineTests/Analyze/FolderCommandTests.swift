import PlayheadTestEnvironment
import Testing

/// Folders as operands of the commands that read files without playing them.
@Suite struct FolderCommandTests {
  private static let setting = """
    mkdir -p dir/sub/deep empty/sub
    for name in t10 t2 T1 .hidden sub/s; do cp $MEDIA/beepflash/bf.opus dir/$name.opus; done
    touch dir/notes.txt && ln -s .. dir/sub/deep/loop && ln -s t2.opus dir/link.opus

    """

  @Test(arguments: [("analyze -f csv --fields file", "file "), ("inspect -f json", "")])
  func aFolderIsReplacedByItsMediaInNaturalOrder(_ command: String, _ header: String) throws {
    let outcome = try BuiltCommand.run(
      Self.setting + """
        list() { playhead \(command) "$@" | sed 's/.*"file":"\\([^"]*\\).*/\\1/' | tr '\\n' ' '; echo; }
        list dir; list --recursive dir/ dir/sub; list empty; list --recursive empty
        """)
    #expect(
      outcome.lines.prefix(2).map(String.init) == [
        header + "dir/link.opus dir/T1.opus dir/t2.opus dir/t10.opus ",
        header
          + "dir/link.opus dir/sub/s.opus dir/T1.opus dir/t2.opus dir/t10.opus dir/sub/s.opus ",
      ])
    #expect(
      outcome.errors == """
        playhead: empty: no media in the folder (see --recursive)
        playhead: empty: no media in the folder

        """)
  }

  @Test func soundIsComparedWithPicturesInFolders() throws {
    let outcome = try BuiltCommand.run(
      """
      mkdir dir && cp $MEDIA/beepflash/bf.mp4 dir/b10.mp4 && cp $MEDIA/beepflash/bf.mp4 dir/b9.mp4
      playhead align --sync dir | grep sound
      playhead align --sync dir/none; echo $?
      """)
    #expect(
      outcome.lines.map { $0.prefix { $0 != ":" } } == ["dir/b9.mp4", "dir/b10.mp4", "1"])
    #expect(outcome.errors == "playhead: dir/none: No such file or directory\n")
  }

  @Test func onlyFoldersOnTheCommandLineAreSearched() throws {
    let outcome = try BuiltCommand.run(
      Self.setting + """
        echo dir > list; playhead analyze -q --findings --files-from list
        playhead analyze --recursive --files-from list; echo $?
        """)
    #expect(outcome.lines == ["2"])
    #expect(
      outcome.errors == """
        playhead: dir: Is a directory
        playhead: --recursive cannot be used with --files-from

        """)
  }

  @Test func aMissingFolderAndADeepOneAreReported() throws {
    let outcome = try BuiltCommand.run(
      """
      deep=dir; for n in $(seq 40); do deep=$deep/d; done
      mkdir -p $deep && cp $MEDIA/beepflash/bf.opus $deep/
      playhead analyze -q --findings --recursive dir none $MEDIA/beepflash/bf.opus; echo $?
      """)
    #expect(outcome.lines == ["1"])
    #expect(
      outcome.errors == """
        playhead: dir: folders are nested more than 32 deep
        playhead: none: No such file or directory

        """)
  }
}
