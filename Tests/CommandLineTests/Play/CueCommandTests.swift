import PlayheadTestEnvironment
import Testing

/// Records and commands at the cues of subtitles and lyrics.
@Suite struct CueCommandTests {
  private static let cues = Repository.path("Tests/Fixtures/cues")

  private func play(_ arguments: String, before script: String = "") throws -> BuiltCommand.Outcome
  {
    try BuiltCommand.run("C='\(Self.cues)'; \(script)\nplayhead --instant \(arguments)")
  }

  @Test func eachStartAndEndOfACueGetsARecord() throws {
    let run = try play(
      #"--cues "$C/dialogue.srt" --every cue --fields due,cause,boundary,cue,cue_start,cue_end,cue_next,cue_next_in "$C/dialogue-text.mkv""#
    )
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.lines == [
        "0.000 started - - - - Hello, Grüße and a second line 0.500",
        "0.500 boundary cue Hello, Grüße and a second line 0.500 2.000 It overlaps & stays 1.000",
        "1.500 boundary cue Hello, Grüße and a second line / It overlaps & stays 1.500 3.000 字幕 שלום 1.500",
        "2.000 boundary cue It overlaps & stays 1.500 3.000 字幕 שלום 1.000",
        "3.000 boundary cue 字幕 שלום 3.000 4.250 Short 2.000",
        "4.250 boundary cue - - - Short 0.750",
        "5.000 boundary cue Short 5.000 5.040 The last one 1.000",
        "5.040 boundary cue - - - The last one 0.960",
        "6.000 boundary cue The last one 6.000 8.333 - -",
        "8.333 boundary cue - - - - -", "9.000 ended - - - - - -",
      ])
  }

  @Test(arguments: ["srt.mkv", "webvtt.mkv", "ass.mkv", "text.mkv"])
  func aTrackOfTheMediaHasTheSameCuesAsItsFile(_ codec: String) throws {
    let options = "--every cue --fields due,cue,cue_end \"$C/dialogue-\(codec)\""
    let track = try play("--cues track:1 \(options)")
    #expect(try play("--cues track:eng \(options)").lines == track.lines)
    #expect(try play("--cues \"$C/dialogue.srt\" \(options)").lines == track.lines)
    #expect(track.lines.count == 11 && track.errors == "")
  }

  @Test func everyFormatHasTheFields() throws {
    let options = #"--start 1.6 -n 1 --cues "$C/identified.vtt" --every cue "$C/dialogue-srt.mkv""#
    let json = try play("-f json \(options)").output
    #expect(
      json.contains(
        #""cue":"Hi there & you / No identifier","cue_raw":"<v Bob>Hi <i>there</i> &amp; you\nNo identifier","cue_start":1.500000,"cue_end":3.000000,"cue_id":null,"cue_next":"First line Second line","cue_next_in":4.400000,"#
      ), "\(json)")
    let fields = "--fields cue,cue_id,cue_next_in"
    #expect(
      try play("-f csv \(fields) \(options)").lines.last
        == "Hi there & you / No identifier,,4.400000")
    #expect(
      try play("-f tsv --fields cue_raw \(options)").lines.last
        == #"<v Bob>Hi <i>there</i> &amp; you\nNo identifier"#)
    #expect(
      try play("-t '{cue_end:m:ss}|{cue:json}|{cue_next_in:ms}' \(options)").lines == [
        #"0:03|"Hi there & you / No identifier"|4400"#
      ])
    #expect(
      try play(#"--cues "$C/identified.vtt" --every cue --fields cue_id "$C/dialogue-srt.mkv""#)
        .lines
        == ["-", "intro", "-", "-", "-", "end of it", "-", "-"])
  }

  @Test func commandsGetTheTextAsOneArgument() throws {
    let run = try play(
      #"-q --cues a.srt --every cue --at 1.5 --exec-output stdout --exec 'printf "<%s>\n" {cue} {cue_raw}' "$C/dialogue-srt.mkv""#,
      before: #"printf '1\n00:00:01,000 --> 00:00:02,000\n$(rm x) `id` "; %%s\nb\n' > a.srt"#)
    let lines = [#"<$(rm x) `id` "; %s b>"#, #"<$(rm x) `id` "; %s"#, "b>"]
    #expect(run.lines.map(String.init).sorted() == (lines + lines + ["<->", "<->"]).sorted())
  }

  @Test func aCueIsCurrentAtOnceWherePlaybackStartsAndInEachPass() throws {
    let options =
      #"--cues "$C/dialogue.srt" --every cue --fields due,cause,cue "$C/dialogue-srt.mkv""#
    #expect(
      try play("--start 6.5 \(options)").lines == [
        "6.500 started The last one", "8.333 boundary -", "9.000 ended -",
      ])
    #expect(
      try play("--start 5.01 --end 5.1 --loop=2 \(options)").lines == [
        "5.010 started Short", "5.040 boundary -", "5.010 looped Short", "5.040 boundary -",
        "5.100 boundary -",
      ])
  }

  @Test func autoFindsTheFileBesideTheMedia() throws {
    let files = "cp $MEDIA/bbb_small.mp4 film.mp4; cp $C/dialogue.srt"
    let options = "--cues auto -n 1 --start 1 --every cue --fields cue film.mp4"
    for name in ["film.srt", "film.en.srt", "film.pt-BR.srt", "film.SRT"] {
      let run = try play(options, before: "\(files) \(name)")
      #expect(run.lines == ["Hello, Grüße and a second line"] && run.errors == "", "\(name)")
    }
    let none = try play(
      options, before: "\(files) films.srt; touch film.english-notes.srt film.txt")
    #expect(none.lines == ["-"] && none.status == 0)
    #expect(none.errors == "playhead: film.mp4: no file of cues beside it\n")
    // The one without a language is preferred, and then the order of the names counts.
    let both = "\(files) film.de.srt; cp $C/lyrics.lrc film.lrc; cp $C/identified.vtt film.cs.vtt"
    #expect(try play(options, before: both).lines == ["One two"])
    #expect(
      try play(options, before: "\(both); rm film.lrc").lines == ["Hello, Grüße and a second line"])
  }

  @Test func theExampleWritesChapterMarksAnEditListAndWebVTT() throws {
    let text =
      #"1\n00:00:00,500 --> 00:00:02,000\na=b; #1 \\ & d > e\n\n2\n00:00:01,000 --> 00:01:00,000\nend\n"#
    func list(_ format: String) throws -> [Substring] {
      let run = try BuiltCommand.run(
        """
        PATH=$(dirname "$PLAYHEAD"):$PATH
        printf '\(text)' > a.srt
        '\(Repository.path("Examples/cue-list"))' \(format) '\(Self.cues)/dialogue-srt.mkv' a.srt
        """)
      #expect(run.status == 0 && run.errors == "")
      return run.lines
    }
    let title = ##"title=a\=b\; \#1 \\ & d > e"##
    let head = "[CHAPTER]\nTIMEBASE=1/1000"
    let marks = """
      ;FFMETADATA1
      \(head)\nSTART=500\nEND=1000\n\(title)
      \(head)\nSTART=1000\nEND=2000\n\(title) / end
      \(head)\nSTART=2000\nEND=9000\ntitle=end
      """
    #expect(try list("chapters").joined(separator: "\n") == marks)
    #expect(
      try list("webvtt").prefix(3) == [
        "WEBVTT", "00:00:00.500 --> 00:00:01.000", #"a=b; #1 \ &amp; d &gt; e"#,
      ])
    #expect(
      try list("edl").suffix(2) == [
        "003  AX       V     C        00:00:02:00 00:00:09:00 00:00:02:00 00:00:09:00",
        "* COMMENT: end",
      ])
  }

  @Test func severalSourcesAreJoined() throws {
    let run = try play(
      #"--cues "$C/dialogue.srt" --cues track:1 --cues "$C/identified.vtt" --start 1.6 -n 1 --every cue --fields cue "$C/dialogue-srt.mkv""#
    )
    let (hello, stays) = ("Hello, Grüße and a second line", "It overlaps & stays")
    #expect(
      run.lines == [
        "\(hello) / Hi there & you / \(hello) / \(stays) / No identifier / \(stays)"[...]
      ])
  }

  @Test func aFileWithoutCuesIsReportedInOneLine() throws {
    let run = try play(
      "--cues a.vtt --every cue --fields cue \"$C/dialogue-srt.mkv\"",
      before: #"printf 'WEBVTT\n\nSTYLE\n::cue {}\n' > a.vtt"#)
    #expect(run.status == 0 && run.errors == "playhead: a.vtt: no cues\n", "\(run)")
  }

  @Test func filesThatAreNoCuesAreReportedInOneLine() throws {
    for (source, message) in [
      ("no.srt", "no.srt: No such file or directory"), ("$MEDIA/bbb.mp4", "no subtitles"),
      ("track:0", "no such track (subtitle tracks: 1 eng)"),
      ("track:deu", "no such track (subtitle tracks: 1 eng)"),
      ("$C/dialogue-latin1.srt", "the text is not UTF-8, and its encoding is not given"),
      ("noise", "noise: not a recognised media format"), ("empty", "empty: empty file"),
    ] {
      let run = try play(
        "--cues \"\(source)\" --every cue \"$C/dialogue-srt.mkv\"",
        before: "head -c 100000 /dev/zero > noise; : > empty")
      #expect(run.status == 1 && run.output == "", "\(source)")
      #expect(
        run.errors.contains(message) && run.errors.split(separator: "\n").count == 1, "\(run)")
    }
    let latin = try play(
      #"--cues "$C/dialogue-latin1.srt" --cues-encoding latin1 --start 1 -n 1 --every cue --fields cue "$C/dialogue-srt.mkv""#
    )
    #expect(latin.lines == ["Hello, Grüße and a second line"])
    // What the search for null bytes has read of a pipe is gone, and a FIFO that nobody has chosen waits.
    let binary = try play(
      "--cues p --every cue \"$C/dialogue-srt.mkv\"",
      before: "mkfifo p; cat \"$C/pictures.sup\" >p &")
    #expect(binary.errors == "playhead: p: the source is not seekable\n")
    let fifo = try play(
      "--cues auto --every cue film.mkv",
      before: "cp \"$C/dialogue-srt.mkv\" film.mkv; mkfifo film.srt")
    #expect(fifo.errors == "playhead: film.srt: not a regular file\n")
    for choice in ["track:0", "track:deu"] {
      let pipe = try play(
        "--cues \(choice) --every cue -", before: "exec < <(cat \"$C/dialogue-srt.mkv\")")
      let message = "playhead: -: no such track (subtitle tracks: 1 eng)\n"
      #expect(pipe.status == 1 && pipe.errors == message, "\(pipe)")
    }
  }

  @Test(arguments: ["srt.mkv", "webvtt.mkv", "ass.mkv", "text.mkv"])
  func theCuesOfAPipeAreThoseOfTheFile(_ codec: String) throws {
    let options = "--cues track:1 --every cue --fields due,cause,cue,cue_raw,cue_start,cue_end"
    let file = try play("\(options) \"$C/dialogue-\(codec)\"")
    let pipe = try play("\(options) -", before: "exec < <(cat \"$C/dialogue-\(codec)\")")
    #expect(pipe.lines == file.lines && pipe.lines.count == 11)
    #expect(pipe.status == 0 && pipe.errors == "")
  }

  @Test func playbackOfAPipeStartsWithTheCuesThatAreCurrent() throws {
    let options = "--cues track:1 --start 1.6 --every cue --fields due,cause,cue"
    let file = try play("\(options) \"$C/dialogue-srt.mkv\"")
    let pipe = try play("\(options) -", before: "exec < <(cat \"$C/dialogue-srt.mkv\")")
    #expect(pipe.lines == file.lines && pipe.lines.count == 9 && pipe.errors == "")
  }

  /// Nothing listens at the port.
  @Test func autoFindsNothingBesideAURL() throws {
    let run = try play("--cues auto --every cue http://127.0.0.1:9/film.mkv")
    let line = "http://127.0.0.1:9/film.mkv: no folder to search for cues (--cues accepts a URL)"
    #expect(run.errors.hasPrefix("playhead: \(line)\n"), "\(run)")
  }

  @Test func theCuesOfAPipeAreReportedAsTheyArrive() throws {
    let run = try BuiltCommand.run(
      """
      mkfifo media
      : > records
      "$PLAYHEAD" --cues track:eng --every cue --fields due,cue media > records & player=$!
      exec 3> media
      head -c 6000 '\(Self.cues)/dialogue-srt.mkv' >&3
      until grep -q Hello records; do kill -0 $player || exit 9; done
      grep -c 'Short\\|last' records
      tail -c +6001 '\(Self.cues)/dialogue-srt.mkv' >&3
      exec 3>&-
      until grep -q 'The last one' records; do kill -0 $player || exit 9; done
      kill $player
      wait $player
      true
      """)
    #expect(run.status == 0 && run.output == "0\n" && run.errors == "")
  }

  /// The second part begins at 1.4 s of its own clock, as the first one does. libavformat gives its first packet
  /// of subtitles the time 9.34 s, of the first clock.
  @Test func theCuesOfAJoinedRecordingAreOnItsTimeline() throws {
    let (options, file) = ("--cues track:1 --every cue --fields due", "\"$C/pictures-dvbsub.ts\"")
    let single = try play("\(options) \(file)")
    #expect(single.lines == ["0.000", "1.000", "2.500", "3.250", "5.000", "7.000", "9.000"])
    let joined = try play("\(options) j.ts", before: "cat \(file) \(file) > j.ts")
    #expect(
      joined.lines == single.lines.dropLast() + [
        "7.940", "10.000", "11.500", "12.250", "14.000", "16.000", "18.000",
      ])
    let pipe = try play("\(options) -", before: "exec < <(cat \(file) \(file))")
    #expect(pipe.lines == joined.lines && pipe.errors == "" && joined.errors == "")
  }

  @Test func nothingInTheTextSteersTheTerminal() throws {
    let run = try play(
      #"--cues a.srt --every cue -t '{cue}|{cue_raw}' "$C/dialogue-srt.mkv""#,
      before:
        #"printf '1\n00:00:00,000 --> 00:00:02,000\na\033[2J\302\233b\007\000c\342\200\256\n' > a.srt"#
    )
    #expect(run.lines == ["a [2J b  c�|a�[2J�b� c�", "-|-", "-|-"])
  }
}
