import Foundation
import PlayheadSoundServer
import PlayheadTestEnvironment
import Testing

/// Runs the recipes of docs/user/recipes.md as they are written there. `ReadmeTests` runs those that show output.
@Suite struct RecipeTests {
  private static let page = "docs/user/recipes.md"

  /// Returns the block of a name.
  private static func block(_ name: String) throws -> String {
    let text = try Repository.text(of: page)
    let rest = try #require(text.components(separatedBy: "<!-- example: \(name) -->\n```").last)
    let lines = rest.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
    return lines.dropFirst().joined(separator: "\n") + "\n"
  }

  /// Runs a script in a folder with the blocks of these names as files of these names, and stand-ins for the
  /// programs `stand-ins` whose words and standard input are in the file `calls`.
  private func run(
    _ script: String, _ blocks: [String], standIns: [String] = [],
    in folder: TemporaryDirectory? = nil
  ) throws -> BuiltCommand.Outcome {
    let folder = try folder ?? TemporaryDirectory()
    for name in blocks {
      _ = try folder.write(Data(try Self.block(name).utf8), to: name)
    }
    return try BuiltCommand.run(
      """
      unset -f playhead
      chmod +x . \(blocks.joined(separator: " "))
      mkdir bin; export PATH=$PWD/bin:$PATH; ln -s "$PLAYHEAD" bin/playhead
      for name in \(standIns.joined(separator: " ")); do
        printf '#!/bin/bash\\n{ printf "%%s|" %s "$@"; echo; cat; } >>calls\\n' $name >bin/$name
        chmod +x bin/$name
      done
      \(script)
      """, in: folder)
  }

  @Test func theBarIsFullAtTheEnd() throws {
    let outcome = try run("./bar $MEDIA/bbb_small.mp4", ["bar"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let bars = outcome.output.dropLast().split(separator: "\r")
    #expect(bars.count > 1 && bars.last == "[####################] 100% -0:00 ")
    let form = #/\[#* *\] [ 0-9]{3}% -0:0[0-5] /#
    #expect(bars.allSatisfy { $0.count == 34 && $0.wholeMatch(of: form) != nil })
    // The percentage of a pipe without a length is unknown.
    let other = try run("./bar - <$MEDIA/mediafile.opus", ["bar"])
    #expect(other.status == 0 && other.errors.isEmpty && other.output.hasSuffix("\n"))
  }

  @Test func eachCueIsOneArgument() throws {
    let outcome = try run(
      #"""
      printf '#!/bin/sh\nprintf "%%s|" "$@"; echo\n' >go; chmod +x go; cp $MEDIA/bbb_small.mp4 show.mp4
      playhead() { bin/playhead --instant "$@"; }; . ./cues
      """#, ["cues", "show.lrc"])
    #expect(outcome.status == 0 && outcome.lines.isEmpty)
    #expect(outcome.errors == "lights 50|\nsound rain; wind|\ncurtain|\n")
  }

  @Test func theServiceContinuesWhereItWas() throws {
    let unit = try Self.block("foyer.service").components(separatedBy: "\n")
    func value(_ key: String) throws -> String {
      let line = try #require(unit.first { $0.hasPrefix(key + "=") })
      return String(line.dropFirst(key.count + 1))
    }
    let start = try value("ExecStart").replacing("/usr/bin/", with: "")
      .replacing("/srv/foyer/sound.mp3", with: "$MEDIA/coffee_vbr_art.mp3")
    let stage = try PipeSoundServer()
    let outcome = try run(
      """
      export PULSE_SERVER='\(stage.server.address)'
      export STATE_DIRECTORY=$PWD/\(try value("StateDirectory"))
      \(start) & service=$!
      until playhead resume --list | grep -q .; do kill -0 $service || exit 9; done
      kill -TERM $service; wait $service; echo $?
      playhead --resume -n 1 --fields position $MEDIA/coffee_vbr_art.mp3
      """, [])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.lines.first == Substring(try value("SuccessExitStatus")))
    #expect(outcome.lines.last.flatMap { Double($0) }.map { (1..<40).contains($0) } == true)
  }

  @Test func theCheckWritesATableOfErrors() throws {
    let outcome = try run(
      """
      mkdir -p media/a 'media/b|c'; cp $MEDIA/bbb_small.mp4 $MEDIA/bbb_cut_neg.mkv media/a
      ./check media; echo $?
      head -c 100000 $MEDIA/bbb_small.mp4 >'media/b|c/cut.mp4'; head -c 100 /dev/zero >media/bad.mp4
      export GITHUB_STEP_SUMMARY=summary; ./check media >printed; echo $?; cmp printed summary; cat summary
      rm media/bad.mp4; ./check media >printed; echo $?
      """, ["check"])
    let head = ["| file | position | kind | sentence |", "| --- | --- | --- | --- |"]
    #expect(
      outcome.lines.map(String.init) == head + ["0", "1"] + head + [
        "| media/bad.mp4 |  | unreadable | media/bad.mp4: not a recognised media format |",
        "| media/b\\|c/cut.mp4 | 4.040000 | truncated | the file ends after 4.040 s of 5.312 s "
          + "declared: 101 of the 132 packets in its index are present |", "3",
      ])
    #expect(outcome.errors == "playhead: media/bad.mp4: not a recognised media format\n")
  }

  @Test func aReportIsMailedIfThereIsAFinding() throws {
    let outcome = try run(
      """
      mkdir recordings; cp $MEDIA/bbb_start3600.ts recordings; ./nightly $PWD/recordings; echo $?; ls calls 2>&-
      head -c 100000 $MEDIA/bbb_start3600.ts >recordings/cut.ts; ./nightly $PWD/recordings; echo $?
      cat recordings/calls; grep -c '<svg' recordings/page.html
      """, ["nightly"], standIns: ["mutt"])
    #expect(outcome.errors.isEmpty)
    #expect(outcome.lines.prefix(2) == ["0", "0"])
    try #require(outcome.lines.count > 4)
    #expect(
      outcome.lines[2]
        == "mutt|-s|Recordings: playhead: 2 files: 1 without findings, 1 with (1 error)|-a|page.html|--|qc@example.org|"
    )
    #expect(outcome.lines[3].hasPrefix("./cut.ts:"))
    #expect(outcome.lines.last.flatMap { Int($0) }.map { $0 > 0 } == true)
  }

  @Test func aServerIsCalledAtPositions() throws {
    let outcome = try run(
      """
      cp $MEDIA/bbb_chapters.mkv film.mkv
      playhead() { bin/playhead --instant "$@"; }
      . ./http; echo $?; cat calls; rm calls; . ./mqtt; echo $?; cat calls
      """, ["http", "mqtt"], standIns: ["curl"])
    #expect(outcome.errors.isEmpty && outcome.status == 0)
    func call(_ position: String, _ title: String) -> String {
      "curl|-sS|-m|5|-d|position=\(position)|--data-urlencode|title=\(title)|http://lights.local/scene|"
    }
    // The film has less than ten seconds before its end.
    #expect(
      outcome.lines.prefix(4).map(String.init)
        == ["0", call("0.000", "One"), call("1.500", "Two"), call("3.250", "Three")])
    let shares = stride(from: 10, through: 100, by: 10).map { (share: Int) -> String in
      "curl|-sS|-m|5|-d|\(share)|mqtt://broker.local/hall/film|"
    }
    #expect(outcome.lines.dropFirst(4).map(String.init) == ["0"] + shares)
  }

  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  @Test(.enabled(if: has("make") && has("awk")))
  func theMakefileAddsUpItsEncodes() throws {
    let outcome = try run(
      #"""
      printf '#!/bin/bash\nfor word; do [[ $before = -progress ]] && channel=${word#pipe:}; before=$word; done\n%s\n' \
        'printf "out_time_us=5312000\ntotal_size=9\nprogress=end\n" >&$channel; touch "$word"' >bin/ffmpeg
      chmod +x bin/ffmpeg; for name in a b c; do cp $MEDIA/bbb_small.mp4 $name.mov; done
      make -j2; echo $?; ls *.webm; make
      age() { touch -d '2 minutes ago' *.mov; touch -d '1 minute ago' *.webm encoded; }
      age; touch b.mov; make; echo $?
      printf '#!/bin/sh\nexit 3\n' >bin/ffmpeg; age; touch c.mov; make 2>&-; echo $?
      """#, ["Makefile"])
    #expect(outcome.errors.isEmpty)
    let parts = outcome.output.components(separatedBy: "make: 'encoded' is up to date.\n")
    try #require(parts.count == 2)
    let first = parts[0].split(separator: "\n")
    #expect(first.suffix(4) == ["0", "a.webm", "b.webm", "c.webm"])
    let lines = first.dropLast(4)
    #expect(lines.last?.hasSuffix("100%, total 100%") == true)
    #expect(
      lines.allSatisfy { $0.wholeMatch(of: /[abc]\.webm (\d+|-)%, total \d+%/) != nil }, "\(lines)")
    let second = parts[1].split(separator: "\n")
    #expect(second.first?.hasPrefix("b.webm ") == true && second.last == "2")
    #expect(second.dropLast(1).last == "0" && second.contains("b.webm 100%, total 100%"))
  }

  @Test func theStatusBarShowsEachLine() throws {
    let module = try JSONSerialization.jsonObject(with: Data("{\(Self.block("waybar"))}".utf8))
    let settings = (module as? [String: [String: Any]])?["custom/lyrics"]
    let command = try #require(settings?["exec"] as? String)
    let outcome = try run(
      #"""
      mkdir music; cp $MEDIA/bbb.mp4 music/song.mp4
      printf '%s\n' '[00:01.00]First line' '[00:02.50]Second & line' '[00:04.00]' >music/song.lrc
      cat >script <<'END'
      mkfifo lines; (exec \#(command)) >lines & bar=$!
      exec 3<lines
      playhead -q --mpris --loop --start 0.5 music/song.mp4 & player=$!
      for line in 'First line' 'Second & line' -; do
        until [ "$shown" = "$line" ]; do read -r shown <&3 || exit 9; done; echo "$shown"
      done
      kill $bar $player; wait
      END
      dbus-run-session -- bash script 2>/dev/null
      """#, [])
    #expect(outcome.status == 0)
    #expect(outcome.lines == ["First line", "Second & line", "-"])
  }

  @Test(.enabled(if: LTCDecoder.isInstalled))
  func theDeskHearsTimecode() throws {
    let stage = try PipeSoundServer(
      modules: ["module-null-sink sink_name=loudspeakers"], keepsSamples: true)
    let outcome = try run(
      """
      export PULSE_SERVER='\(stage.server.address)' PULSE_SINK=loudspeakers
      ./desk $MEDIA/bbb_small.mp4 \(PipeSoundServer.sinkName) >records; echo $?; tail -n 1 records
      """, ["desk"])
    #expect(outcome.errors.isEmpty)
    #expect(outcome.lines == ["0", "5.312 5.312 100.0"])
    let samples = stage.device.samples
    var wave = Data(count: 44)
    for index in stride(from: 0, to: samples.count - 1, by: 2) {
      withUnsafeBytes(of: samples[index].littleEndian) { wave.append(contentsOf: $0) }
    }
    let labels = LTCDecoder.frames(inWAV: wave, samplesPerFrame: 1_920).map(\.text)
    #expect(labels.count { $0.hasPrefix("01:00:0") } > 10, "\(labels)")
  }

  @Test(.enabled(if: has("ffmpeg")))
  func theSecondTakeIsAligned() throws {
    let outcome = try run(
      """
      ffmpeg -v error -i $MEDIA/bbb.mp4 -vn -ac 2 take1.wav
      ffmpeg -v error -ss 1.5 -i take1.wav -c:a pcm_s16le take2.wav
      . ./takes 2>/dev/null
      """, ["takes"])
    #expect(outcome.status == 0)
    let starts = outcome.lines.filter { $0.contains(": starts ") }
    try #require(starts.count == 2)
    let offsets = starts.compactMap { line in
      line.firstMatch(of: #/starts ([0-9.]+) s/#).flatMap { Double($0.1) }
    }
    try #require(offsets.count == 2)
    #expect(abs(offsets[0] - 1.5) < 0.001 && offsets[1] < 0.001)
  }
}
