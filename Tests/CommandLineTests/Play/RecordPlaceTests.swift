import Foundation
import PlayheadTestEnvironment
import Testing

/// Destinations of records besides standard output: files, descriptors and sockets.
@Suite struct RecordPlaceTests {
  @Test func aLogHasTheFormatOfItsFileExtensionAndOneHeader() throws {
    let outcome = try BuiltCommand.run(
      """
      for run in 1 2; do
        playhead --instant -q -i 10 -o a.csv --fields position,cause $MEDIA/bbb_small.mp4
      done
      cat a.csv
      """)
    #expect(
      outcome.lines == [
        "position,cause", "0.000000,started", "5.312000,ended", "0.000000,started",
        "5.312000,ended",
      ])
  }

  /// Each record is written once, whatever other outputs there are, and no file named `-` is
  /// created.
  @Test func aHyphenAsLogIsStandardOutput() throws {
    let outcome = try BuiltCommand.run(
      """
      for options in '-o -' '-q -o -' '--log - -f csv' '-q -o - -f csv -o - -o b.csv'; do
        playhead --instant -i 10 $options --fields position $MEDIA/bbb_small.mp4 | grep -v -e open -e end
      done
      ls; cat b.csv
      playhead --instant -q -o - $MEDIA/bbb_small.mp4 > /dev/full; echo $?
      cp $MEDIA/bbb_small.mp4 a; playhead --instant -q -o - a >> a; echo $?
      """)
    let objects = ["0.000000", "5.312000"].map { #"{"type":"progress","position":\#($0)}"# }
    let table = ["position", "0.000000", "5.312000"]
    let expected: [[String]] = [objects, objects, table, table, ["b.csv"], table, ["1", "2"]]
    #expect(
      outcome.lines.map(String.init).filter { !["stdout", "stderr"].contains($0) }
        == expected.flatMap(\.self))
  }

  @Test func twoWritersOfOneLogWriteOneHeader() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead --instant -q -i 10 -o a.csv -o ./a.csv --fields position $MEDIA/bbb_small.mp4
      cat a.csv
      """)
    #expect(outcome.lines == ["position", "0.000000", "0.000000", "5.312000", "5.312000"])
  }

  /// The file is recognized under another name, in a playlist, and as an open descriptor, before
  /// anything is written or created.
  @Test func recordsAreNotWrittenIntoAPlayedFile() throws {
    let outcome = try BuiltCommand.run(
      #"""
      cp $MEDIA/bbb_small.mp4 a; ln a b; ln -s a c; echo a > list.m3u; echo list.m3u > lists.m3u
      for words in '-o a a' '-o b a' '-o a c' '-o c file:a' '-o a list.m3u' '-o list.m3u list.m3u'         '-o new -o fd:3 a' '-o a lists.m3u'; do
        playhead --instant -q $words 3>>a; echo $?
      done
      playhead --instant -q -o a - < a; echo $?
      playhead --instant a >> a; echo $?
      cmp a $MEDIA/bbb_small.mp4 && wc -l < list.m3u; ls new 2>/dev/null
      cp a d; playhead --instant -q -o log -o /dev/null d < a; echo $?
      """#)
    #expect(outcome.lines == Array(repeating: "2", count: 10) + ["1", "0"])
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 10)
    #expect(
      errors.first
        == "playhead: a: input file is also the output (--log a)"
    )
    #expect(errors.last == "playhead: a: input file is also the output (standard output)")
  }

  @Test func fileNamesThatAreNotUTF8AreUsedUnchanged() throws {
    let outcome = try BuiltCommand.run(
      """
      log=$'r\\xe9s'; control=$'\\xff'; ln -s "$log" link
      for name in "$log" link; do playhead --instant -q -i 10 -o $name $MEDIA/bbb_small.mp4; done
      wc -l < "$log"; ls | wc -l  # With what this command writes to standard output and error.
      mkfifo "$control"; exec 3<>"$control"; echo nonsense >&3; echo quit >&3
      playhead -q --control "$control" $MEDIA/bbb_small.mp4; echo $?
      playhead -q -o $'\\xe9/x' $MEDIA/bbb_small.mp4; echo $?
      """)
    #expect(outcome.lines == ["8", "4", "0", "1"])
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 2)
    #expect(errors.first?.hasPrefix("playhead: unknown command 'nonsense' (") == true)
    #expect(errors.last == "playhead: \u{fffd}/x: No such file or directory")
  }

  @Test func anOpenDescriptorIsWrittenToAndOthersAreRefused() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead --instant -q -i 10 -o fd:7 $MEDIA/bbb_small.mp4 7> out; wc -l < out
      playhead --instant -o fd:7 $MEDIA/bbb_small.mp4; echo $?
      playhead --instant -o fd:7 $MEDIA/bbb_small.mp4 7< out; echo $?
      """)
    #expect(outcome.lines == ["4", "1", "1"])
    #expect(outcome.errors.split(separator: "\n").count == 2)
  }

  /// They may have been named by mistake.
  @Test func filesOfAnotherKindAreNotWritten() throws {
    let outcome = try BuiltCommand.run(
      """
      echo 'my notes' | tee a.txt b.txt c.csv d.tsv e.json f.jsonl g.log > h.wav; head -c 9000 "$PLAYHEAD" > i.log
      cp $MEDIA/pygame-house_lo.wav j.wav; sha1sum [a-j].* > sums
      play() { playhead --instant -q -i 10 "$@" $MEDIA/bbb_small.mp4; echo $?; }
      play -o a.txt; play -o c.csv; play -o d.tsv; play -o e.json; play -f ffmpeg -o f.jsonl
      play --format template --template '{file}' -o i.log
      for sound in h.wav j.wav; do
        playhead --instant -q --timecode-out ltc:$sound $MEDIA/bbb_small.mp4; echo $?
      done
      playhead analyze -o b.txt $MEDIA/bbb_small.mp4; echo $?
      sha1sum --quiet -c sums
      # Files of the command itself are continued.
      play -o own.txt; play -o own.txt; play -o own.csv; play -o own.csv; play -o own.csv --fields position,cause
      play -f ffmpeg -o own; play -f ffmpeg -o own
      """)
    #expect(
      outcome.lines == Array(repeating: "1", count: 9) + Array(repeating: "0", count: 7))
    #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.contains(": not a file of") })
    #expect(outcome.errors.split(separator: "\n").count == 9)
  }

  @Test func anUnfinishedLineInTheLogIsEndedFirst() throws {
    let outcome = try BuiltCommand.run(
      """
      printf '{"half' > log
      playhead --instant -q -i 10 -o log $MEDIA/bbb_small.mp4; wc -l < log; head -n 1 log
      """)
    #expect(outcome.lines == ["5", #"{"half"#])
  }

  @Test(
    .disabled(
      if: TestEffort.hasSanitizer, "The sanitizer maps files of its own, which may not grow."))
  func aLogAtItsSizeLimitKeepsWholeRecords() throws {
    let outcome = try BuiltCommand.run(
      """
      (ulimit -f 1; playhead --instant -i 1 -q -o log $MEDIA/bbb_small.mp4); echo $?
      tail -c 1 log | wc -l; [ $(wc -l < log) -gt 0 ] && echo some
      """)
    #expect(outcome.lines == ["1", "1", "some"])
    #expect(outcome.errors == "playhead: log: File too large\n")
  }

  @Test func symbolicLinksInWorldWritableDirectoriesAreNotFollowed() throws {
    let outcome = try BuiltCommand.run(
      """
      mkdir -m 1777 open; : > victim; ln -s ../victim open/link; ln -s . open/here; ln -s open way
      ln -s victim own; ln -s loop loop
      for log in open/link open/here/new way/link loop own open/new way/newer; do
        playhead --instant -q -i 10 -o $log $MEDIA/bbb_small.mp4; echo $?
      done
      wc -l < victim; ls open
      """)
    #expect(
      outcome.lines == ["1", "1", "1", "1", "0", "0", "0", "4", "here", "link", "new", "newer"])
    #expect(outcome.errors.split(separator: "\n").count == 4)
    #expect(outcome.errors.contains("open/link: 'link' is a symbolic link in a world-writable"))
  }

  @Test func aLogCanBeAPipeNamedByADeviceLink() throws {
    let outcome = try BuiltCommand.run(
      "for log in stdout fd/1; do playhead --instant -q -o /dev/$log -i 10 $MEDIA/bbb.mp4 | wc -l; done"
    )
    #expect(outcome.lines == ["4", "4"])
  }

  /// Calls `body` with a listening Unix socket whose path is short enough for `sockaddr_un`.
  private func listening(
    _ body: (_ path: String, _ socket: Int32) throws -> Void
  ) throws {
    var template = Array("/tmp/playhead-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    let path = folder + "/s"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      close(listener)
      try? FileManager.default.removeItem(atPath: folder)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    #expect(isBound && listen(listener, 8) == 0)
    try body(path, listener)
  }

  @Test func aSocketListenerReceivesEachRecord() throws {
    try listening { path, listener in
      let outcome = try BuiltCommand.run(
        "playhead --instant -q -i 10 -o unix:\(path) $MEDIA/bbb_small.mp4")
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      let connection = accept(listener, nil, nil)
      let text = try FileHandle(fileDescriptor: connection, closeOnDealloc: true).readToEnd()
      let lines = String(decoding: text ?? Data(), as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 4 && lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    }
  }

  @Test func aMissingSocketIsReportedOnceAndPlaybackContinues() throws {
    let outcome = try BuiltCommand.run(
      "playhead --instant -i 10 -o unix:no.sock $MEDIA/bbb_small.mp4 $MEDIA/bbb.mp4")
    #expect(outcome.status == 1 && outcome.lines.count == 4)
    #expect(
      outcome.errors == "playhead: unix:no.sock: No such file or directory\n")
  }

  @Test func aListenerThatClosesIsReportedOnceAndPlaybackContinues() throws {
    try listening { path, listener in
      // Accepts the connection and closes it unread, as an exiting listener does.
      let vanishing = Thread { close(accept(listener, nil, nil)) }
      vanishing.start()
      let outcome = try BuiltCommand.run(
        """
        mkfifo control; exec 3<>control; : >errors
        playhead --loop -r 16 -i 100ms -o unix:\(path) --control control \
          $MEDIA/gnome-dual-monitors.webm 2>errors &
        until [ -s errors ]; do sleep 0.02; done
        # The pass is the last one.
        echo loop >&3
        wait $!; status=$?; cat errors >&2; exit $status
        """)
      #expect(outcome.status == 1 && outcome.lines.last?.hasSuffix(" 100.0") == true)
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(outcome.errors.hasPrefix("playhead: unix:\(path): "))
    }
  }

  @Test func aUserSignalWritesThePositionImmediately() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo pipe
      "$PLAYHEAD" -i 24h -f json --fields cause $MEDIA/gnome-dual-monitors.webm > pipe & pid=$!
      while read -r line; do
        echo "$line"
        case $line in
          *started* | *resumed*) [ "$asked" ] || kill -USR1 $pid; asked=1 ;;
          *requested*) kill -TERM $pid ;;
        esac
      done < pipe
      wait $pid; echo $?
      """)
    let causes = outcome.lines.compactMap { $0.firstMatch(of: /"cause":"([a-z]+)"/)?.1 }
    // A busy machine may also report stalls, even in place of the start.
    let others = causes.filter { $0 != "stalled" && $0 != "resumed" }
    let start = causes.first == "stalled" ? others.prefix { $0 == "started" } : ["started"]
    #expect(others == start + ["requested", "paused"])
    #expect(outcome.lines.last == "143")
  }

  @Test func aTitleCannotControlTheTerminal() throws {
    let outcome = try BuiltCommand.run(
      """
      name=$(printf 'a\\033[2J\\342\\200\\256b.mp4'); cp $MEDIA/bbb_small.mp4 "$name"
      for what in '--instant -i 10 -f csv' '--instant -i 10 -f json' inspect analyze; do
        script -qec "\\"$PLAYHEAD\\" $what *.mp4" /dev/null < /dev/null
      done
      """)
    #expect(outcome.output.utf8.count > 1_000 && outcome.output.contains("[2J"))
    #expect(!outcome.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }
}
