import PlaybackSession
import PlayheadKit
import PlayheadTimecode
import PlayheadRemoteControl
import Testing

@testable import PlayheadArguments
@testable import PlayheadCLI
@testable import PlayheadOutputs
@testable import PlayheadPlayCommands
@testable import PlayheadRecords

@Suite struct InvocationTests {
  private func options(_ words: String...) throws -> PlayOptions { try options(words) }

  private func options(_ words: [String]) throws -> PlayOptions {
    guard case .run(let options as PlayOptions) = try Invocation.parse(["playhead"] + words) else {
      throw UsageError.missingOperand("playback", command: "test")
    }
    return options
  }

  private func refusal(_ words: String...) -> String? { refusal(words) }

  private func refusal(_ words: [String]) -> String? {
    do throws(UsageError) {
      _ = try Invocation.parse(["playhead"] + words)
      return nil
    } catch {
      return error.text
    }
  }

  @Test func optionsAndFilesMayBeMixed() throws {
    let options = try options(
      "a.mp4", "-i", "1", "--rate=1.5", "b.mp4", "-qf", "json", "-o", "log", "-n3", "--", "-c")
    #expect(options.files == ["a.mp4", "b.mp4", "-c"])
    #expect(options.schedule.interval == .seconds(1))
    #expect(options.rate == Rate(3, 2))
    #expect(options.isQuiet)
    #expect(options.style.format == .json)
    #expect(options.logs == [.file("log")])
    #expect(options.limit == 3)
  }

  @Test func theSubcommandMayBeNamed() throws {
    #expect(try options("play", "x").files == ["x"])
    #expect(try options("./play").files == ["./play"])
    #expect(try options("-v", "play").files == ["play"])
  }

  @Test func standardInputAndNegativePointsAreNotOptions() throws {
    let options = try options("--start", "-10", "--end", "-1:00", "-")
    #expect(options.files == ["-"])
    #expect(options.start == .beforeEnd(.seconds(10)))
    #expect(options.end == .beforeEnd(.seconds(60)))
  }

  @Test func longNamesMayBeShortened() throws {
    #expect(try options("--inter", "2", "--inst", "x").isInstant)
    #expect(refusal("--in", "2", "x")?.contains("--in") == true)
  }

  @Test func helpAndVersionNeedNoFiles() throws {
    for word in ["-h", "--help", "help"] {
      guard case .text = try Invocation.parse(["playhead", word]) else {
        Issue.record("\(word) is not help")
        continue
      }
    }
    for words in [["--version"], ["-V"], ["analyze", "-V"]] {
      guard case .version = try Invocation.parse(["playhead"] + words) else {
        Issue.record("\(words) is not the version")
        continue
      }
    }
  }

  @Test func helpShowsTheNamedSubcommand() throws {
    func help(_ words: String...) throws -> String? {
      guard case .text(let text) = try Invocation.parse(["playhead"] + words) else { return nil }
      return text
    }
    for name in Subcommand.all.map(\.name) {
      #expect(try help("help", name) == help(name, "--help"))
    }
    #expect(try help("help", "all") == help("--help", "all"))
    #expect(
      refusal("help", "anlayze") == "unknown subcommand 'anlayze' (did you mean 'analyze'?)")
    #expect(refusal("help", "xyz") == "unknown subcommand 'xyz'")
    #expect(refusal("help", "play", "analyze") == "help: expected one subcommand, got 2")
  }

  @Test(arguments: [("anlayze", "analyze"), ("paly", "play"), ("diff", "compare")])
  func aMisspelledSubcommandIsNotPlayed(word: String, meant: String) throws {
    #expect(
      refusal(word, "x.mp4") == "unknown subcommand '\(word)' (did you mean '\(meant)'?)")
    // Applies only to the first word, and not if it can be a path.
    #expect(try options("x.mp4", word).files == ["x.mp4", word])
    #expect(try options("./\(word)").files == ["./\(word)"])
  }

  @Test(arguments: [
    (["--speed", "2"], "--rate"), (["--speed=2"], "--rate"), (["-ss", "5"], "--start"),
    (["x", "-ss", "5"], "--start"), (["-to", "5"], "--end"), (["-an"], "--track video"),
    (["-start", "5"], "--start"), (["-track", "1"], "--track"), (["-rate", "2"], "--rate"),
    (["--json"], "--format json"), (["-show_streams"], "playhead inspect"),
  ])
  func optionsOfOtherProgramsSuggestTheirCounterpart(words: [String], option: String) {
    let written = words.first { $0.hasPrefix("-") }?.prefix { $0 != "=" } ?? ""
    #expect(refusal(words + ["x"]) == "unknown option '\(written)' (did you mean '\(option)'?)")
  }

  @Test func anUnnecessaryOptionIsExplained() {
    #expect(
      refusal("-re", "x")
        == "unknown option '-re' (not needed: playhead always works this way)")
    #expect(
      refusal("analyze", "--json", "x")
        == "unknown option '--json' (did you mean '--format json'?)")
  }

  @Test func eachUsageErrorNamesTheOption() {
    #expect(refusal("--wrong", "x")?.contains("--wrong") == true)
    #expect(refusal("-z", "x")?.contains("-z") == true)
    #expect(
      refusal("--intervall", "1", "x")
        == "unknown option '--intervall' (did you mean '--interval'?)")
    #expect(
      refusal("--fromat=text", "x")
        == "unknown option '--fromat' (did you mean '--format'?)")
    #expect(refusal("--hlp") == "unknown option '--hlp' (did you mean '--help'?)")
    #expect(refusal("--wrong", "x") == "unknown option '--wrong'")
    #expect(
      refusal("--star=1", "x")
        == "option '--star' is ambiguous (--start, --start-at)")
    #expect(refusal("x", "--interval") == "option '--interval' requires an argument")
    #expect(refusal("x", "-i") == "option '-i' requires an argument")
    #expect(refusal("--instant=1", "x") == "option '--instant' does not take an argument")
    #expect(refusal() == "no file given (see 'playhead --help')")
  }

  @Test func aCommandThatWaitsForFilesNeedsNone() throws {
    #expect(try options("--idle").waitsForFiles && options("--idle").files.isEmpty)
    #expect(try options("--idle", "a").files == ["a"] && !options("a").waitsForFiles)
    #expect(refusal("--idle", "--instant") == "--idle cannot be used with --instant")
  }

  @Test func aShortOptionBeyondASCIIIsRefused() {
    for words in [["x", "-é"], ["-é", "x"], ["-vé"], ["x", "y", "-\u{FFFD}check"]] {
      let option = words.first { $0.hasPrefix("-") } ?? ""
      #expect(refusal(words) == "unknown option '\(option)'")
    }
  }

  @Test(arguments: [
    ["-i", "0"], ["-i", "0.5ms"], ["-i", "25h"], ["-i", "x"], ["-i", "-1"], ["-r", "0"],
    ["-r", "17"], ["-r", "0.09"], ["-r", "x"], ["-r", "-1"], ["-n", "0"], ["-n", "-1"],
    ["-n", "1.5"], ["-f", "xml"], ["--start", "x"], ["--end", "101%"],
    ["--precision", "10"], ["--precision", "-1"], ["--fps", "0"], ["--fps", "29.9"],
    ["--fps", "121"], ["--fps", "25/0"], ["--fields", "x"], ["--log", "fd:-1"], ["--log", "unix:"],
    ["--log", ""],
    ["--exec", "'"], ["--input-ipc-server", ""],
    ["--input-ipc-server", String(repeating: "x", count: 108)], ["--input-ipc-client", "3"],
    ["--input-ipc-client", "fd://"], ["--input-ipc-client", "fd://-1"],
  ])
  func valuesOutOfRangeAreRefused(words: [String]) {
    #expect(refusal(words[0], words[1], "file")?.contains("'\(words[1])'") == true)
  }

  @Test func aNumberThatIsNotJoinedToTheOptionForLoopsIsExplained() throws {
    let hint = "2: No such file or directory (did you mean '--loop=2'?)"
    #expect(refusal("--loop", "2", "x") == hint)
    #expect(try options("--loop=3", "2", "x").loopCount == 3)
    #expect(try options("--loop", "2").files == ["2"])
  }

  @Test func bracesOfAnotherLanguageAreExplained() {
    for words in [["--exec", "jq {p:$p}", "--every", "5%"], ["-t", "jq {p:$p}"]] {
      #expect(
        refusal(words + ["x"])
          == "unknown field in '{p:$p}' (fields: \(Field.known); write '{{' for '{')")
    }
    #expect(
      refusal("-t", "{positon}", "x") == "unknown field in '{positon}' (did you mean 'position'?)")
  }

  @Test func theFieldTimecodeMayBeChosenWithTheOptionForTimecode() throws {
    for format in ["text", "json", "csv"] {
      let words = ["--timecode", "--fields", "timecode,percent", "-f", format, "x"]
      #expect(try options(words).style.showsTimecode)
    }
  }

  @Test func aTemplateSelectsTheFormatThatNeedsOne() throws {
    #expect(try options("-t", "{position}", "x").style.format == .template)
    #expect(refusal("-f", "template", "x") == "--format template requires --template")
  }

  @Test func cuesComeFromAFileTheFolderOrATrack() throws {
    let words = ["a.srt", "auto", "track:3", "track:Eng", "./auto", "x:y"].flatMap {
      ["--cues", $0]
    }
    let cues = try options(words + ["--every", "cue", "x"]).cues
    #expect(
      cues.sources == [
        .file("a.srt"), .auto, .track(.index(3)), .track(.language("Eng")), .file("./auto"),
        .file("x:y"),
      ])
    #expect(cues.dependOnMedia && cues.files == ["a.srt", "./auto", "x:y"])
    for word in ["", "track:", "track:e", "track:-1", "track:9999999999", "track:1,2"] {
      #expect(
        refusal("--cues", word, "--every", "cue", "x")
          == "invalid value '\(word)' for --cues (expected FILE, auto, track:NUMBER or track:LANGUAGE)"
      )
    }
  }

  @Test func cuesThatChangeNothingAreRefused() throws {
    let useless = "--cues has no effect without --every cue or a field of cues"
    #expect(refusal("--cues", "a.srt", "x") == useless)
    #expect(refusal("--cues", "a.srt", "-t", "{position}", "x") == useless)
    for words in [
      ["-t", "{cue}"], ["--fields", "cue_next"], ["-f", "json"], ["--every", "cue"],
      ["--end", "1", "--exec", "echo {cue_id}"],
    ] {
      #expect(try options(["--cues", "a.srt"] + words + ["x"]).cues.sources.count == 1)
    }
    #expect(refusal("--every", "cue", "x") == "--every cue requires --cues")
    #expect(
      refusal("--cues", "track:1", "--cues-encoding", "utf8", "--every", "cue", "x")
        == "--cues-encoding requires --cues FILE")
    #expect(
      refusal("--cues", "a.srt", "--cues-encoding", "none", "--every", "cue", "x")
        == "invalid value 'none' for --cues-encoding (expected an encoding of 'iconv --list')")
    for (source, name) in [("auto", "auto"), ("track:1", "track:")] {
      #expect(
        refusal("attach", "--cues", source, "--every", "cue", "mpd")
          == "--cues \(name) requires --media auto")
    }
    // Those of a file need nothing else.
    #expect(
      refusal("attach", "--cues", "a.srt", "--every", "cue", "no-such")?.contains("PLAYER") == true)
  }

  @Test func onlyOneThingIsReadFromStandardInput() throws {
    let cues = ["--every", "cue", "--cues", "-"]
    for (words, text) in [
      (cues + ["-"], "the file and --cues"), (cues + ["--cues", "-", "x"], "--cues and --cues"),
      (cues + ["--control", "-", "x"], "--cues and --control"),
      (["--control", "-", "-"], "the file and --control"),
    ] {
      #expect(refusal(words) == "standard input cannot be both \(text)")
    }
    #expect(
      refusal(["attach"] + cues + ["--control", "-", "mpd"])
        == "standard input cannot be both --cues and --control")
    #expect(try options(cues + ["x"]).cues.files == ["-"])
  }

  @Test func uselessOptionsAreRefused() throws {
    let unheard = "--exec requires --every, --at or --end"
    #expect(refusal("--exec", "echo", "x") == unheard)
    #expect(refusal("--exec", "echo", "-i", "1", "x") == unheard)
    for boundaries in [["--every", "5%"], ["--at", "1"], ["--end", "1"]] {
      #expect(try options(["--exec", "echo"] + boundaries + ["x"]).exec.command != nil)
    }
    for words in [["--fields", "rate"], ["--precision", "2"], ["--timecode"]] {
      let end = "\(words[0]) cannot be used with --format ffmpeg"
      #expect(refusal(words + ["-f", "ffmpeg", "x"]) == end)
      #expect(try options(words + ["-f", "ffmpeg", "--log", "a.csv", "x"]).logs.count == 1)
    }
    #expect(
      refusal("-t", "{rate}", "--fields", "rate", "x")
        == "--fields cannot be used with --format template")
    #expect(try options("-t", "{position}", "--precision", "2", "x").style.precision == 2)
    #expect(refusal("--fields", "rate,state,rate", "x") == "--fields: field 'rate' is given twice")
  }

  @Test(arguments: [
    (["-f", "csv", "-t", "{position}"], "--template cannot be used with --format csv"),
    (["-t", "{position}", "-f", "csv"], "--template cannot be used with --format csv"),
    (["-q", "-f", "csv"], "--format has no effect with --quiet and no --log"),
    (["-q", "-t", "{rate}"], "--template has no effect with --quiet and no --log"),
    (
      ["-q", "-f", "csv", "-o", "a.txt"],
      "--format has no effect with --quiet if the name of each --log file selects its format"
    ),
    (["-q", "--fields", "rate"], "--fields has no effect with --quiet and no --log"),
    (["-q", "-i", "1"], "--interval has no effect with --quiet and no --log"),
    (["-q", "--at", "1"], "--at has no effect with --quiet and no --log"),
    (["-q", "--changes"], "--changes has no effect with --quiet and no --log"),
    (
      ["-f", "json", "--fields", "rate", "--precision", "2"],
      "--precision has no effect on --fields without times"
    ),
    (
      ["-f", "json", "--fields", "position", "--timecode"],
      "--timecode has no effect on --fields without times"
    ),
    (
      ["-t", "{position:hms}", "--precision", "2"],
      "--precision has no effect with a --template that formats each time itself"
    ),
    (
      ["-t", "{remaining_host}", "--timecode"],
      "--timecode has no effect with a --template that formats each time itself"
    ),
    (
      ["--volume", "50"], "--volume has no effect without --audio"
    ),
    (["--mute"], "--mute has no effect without --audio"),
    (["--audio-delay", "-80ms"], "--audio-delay has no effect without --audio"),
    (
      ["--fps", "25"],
      "--fps has no effect without --timecode or a timecode in a point, template or field"
    ),
    (["--exec-on", "end"], "--exec-on requires --exec"),
    (["--exec-output", "stdout"], "--exec-output requires --exec"),
    (
      ["--exec", "echo", "--exec-on", "boundary,end"],
      "--exec-on boundary requires --every, --at or --end"
    ),
    (
      ["--exec", "echo", "--exec-on", "pause", "--instant"],
      "--exec-on pause cannot be used with --instant"
    ),
  ])
  func anOptionWithoutEffectIsRefused(words: [String], reason: String) {
    #expect(refusal(words + ["x"]) == reason)
  }

  @Test(arguments: [
    ["-q", "-f", "csv", "-o", "fd:3"], ["-q", "-f", "csv", "-o", "-"],
    ["-q", "-i", "1", "-n", "3"],
    ["-q", "-i", "1", "--stats"], ["-q", "--at", "1", "--exec", "echo"],
    ["-q", "-t", "{rate}", "-o", "a"], ["--timecode", "-f", "json"],
    ["-t", "{position} {remaining:s.1}", "--precision", "2"],
    ["--fps", "25", "-t", "{position:timecode}"], ["--fps", "25", "--start", "00:00:01:00"],
    ["--fps", "25", "--control", "-"], ["--exec", "echo", "--exec-on", "pause,seek,end"],
    ["-f", "template", "-t", "{rate}"],
  ])
  func anOptionWithAnEffectIsAccepted(words: [String]) throws {
    #expect(try options(words + ["x"]).files == ["x"])
  }

  @Test func withQuietTheFormatAppliesToLogsWithoutTheirOwn() throws {
    let quiet = try options("-q", "-f", "csv", "-o", "fd:3", "-o", "a.txt", "-o", "b", "x")
    #expect(quiet.logs.map(quiet.format(of:)) == [.csv, .text, .csv])
    let loud = try options("-f", "csv", "-o", "fd:3", "-o", "a.txt", "x")
    #expect(loud.logs.map(loud.format(of:)) == [.json, .text])
  }

  @Test func clientsMayConnectToASocketOrADescriptor() throws {
    let options = try options("--input-ipc-server=/tmp/socket", "--input-ipc-client=fd://3", "x")
    #expect(options.remote.ipcPath == "/tmp/socket")
    #expect(options.remote.ipcDescriptor == 3)
    #expect(
      refusal("--input-ipc-server", "a", "--instant", "x")
        == "--input-ipc-server cannot be used with --instant")
  }

  @Test func aHyphenAsLogIsStandardOutput() throws {
    #expect(try options("-o", "-", "x").logs == [.standardOutput])
    #expect(try options("-o", "-", "x").standardOutputFormat == .json)
    #expect(try options("--log", "-", "-f", "csv", "x").standardOutputFormat == .csv)
    #expect(try options("-o", "./-", "x").logs == [.file("./-")])
    #expect(try options("-q", "-o", "-", "x").writesToStandardOutput)
    #expect(try !options("-q", "-o", "a", "x").writesToStandardOutput)
  }

  @Test func theCommaInASubtitleTimeDoesNotSeparatePoints() throws {
    let half = MediaPoint.fromStart(.milliseconds(1_500))
    #expect(try options("--at", "00:00:01,500", "x").schedule.points == [half])
    #expect(
      try options("--at", "1,00:00:01,500,2", "x").schedule.points
        == [.fromStart(.seconds(1)), half, .fromStart(.seconds(2))])
    #expect(try options("--start", "00:00:01,500", "x").start == half)
    #expect(
      try options("--at", "0:30,100", "x").schedule.points
        == [.fromStart(.seconds(30)), .fromStart(.seconds(100))])
    #expect(refusal("--start", "1,5", "x")?.contains("'1,5'") == true)
  }

  @Test(arguments: [
    ("25", 25, 1), ("29.97", 30_000, 1_001), ("23.976", 24_000, 1_001), ("23.98", 24_000, 1_001),
    ("59.94", 60_000, 1_001), ("30000/1001", 30_000, 1_001), ("119.88", 120_000, 1_001),
    ("50/1", 50, 1), ("120", 120, 1),
  ])
  func frameRatesAreExact(text: String, numerator: Int32, denominator: Int32) throws {
    #expect(
      try options("--timecode", "--fps", text, "x").style.timecodeRate
        == FrameRate(numerator, denominator))
  }

  @Test func aSavedPositionIsListedOrForgotten() throws {
    func parsed(_ words: String...) throws -> ResumeOptions? {
      let words = ["playhead", "resume"] + words
      guard case .run(let options) = try Invocation.parse(words) else { return nil }
      return options as? ResumeOptions
    }
    #expect(try parsed("--list", "--json")?.printsJSON == true)
    #expect(try parsed("a", "--forget", "b")?.files == ["a", "b"])
    #expect(try parsed("--forget", "--all")?.action == .forgetAll)
    for (words, message) in [
      ([], "resume requires --list or --forget"),
      (["film.mp4"], "resume requires --list or --forget"),
      (["--list", "--forget"], "--list cannot be used with --forget"),
      (["--list", "--all"], "--all requires --forget"),
      (["--forget", "--json", "a"], "--json requires --list"),
      (["--list", "a"], "resume --list: expected no file, got 1"),
      (["--forget", "--all", "a"], "resume --forget --all: expected no file, got 1"),
      (["--forget"], "no file given (see 'playhead resume --help')"),
    ] {
      #expect(refusal(["resume"] + words) == message)
    }
    #expect(try options("--resume", "--instant", "x").resumes)
    #expect(
      refusal("--save-position", "--instant", "x")
        == "--save-position cannot be used with --instant")
  }

  @Test func theNameOnTheSessionBusIsOptional() throws {
    #expect(try options("x").remote.mprisName == nil)
    #expect(try options("--mpris", "x").remote.mprisName == .playhead)
    #expect(
      try options("--mpris=living-room_2", "x").remote.mprisName == MPRISName("living-room_2"))
    for name in ["2x", "a.b", "a b", "ä", String(repeating: "a", count: 129)] {
      #expect(
        refusal("--mpris=\(name)", "x")
          == "invalid value '\(name)' for --mpris (expected letters, digits, '_' and '-', "
          + "not starting with a digit)")
    }
    #expect(refusal("--mpris", "--instant", "x") == "--mpris cannot be used with --instant")
  }

  @Test func timecodeIsSentToPlacesThatCanBeNamed() throws {
    let chosen = try options(
      "--timecode-out", "osc:[::1]:9000/a/b", "--timecode-out", "mtc:fifo", "--timecode-out",
      "artnet:10.0.0.255", "--timecode-rate", "29.97ndf", "--timecode-offset", "01:00:00:00", "x"
    ).timecode
    #expect(
      chosen.places.map(\.place) == [
        .osc(host: "::1", port: 9_000, address: "/a/b"), .midi(path: "fifo"),
        .artNet(host: "10.0.0.255"),
      ])
    for (text, device, channel) in [
      ("default", nil, nil), ("default:2", nil, 2), ("sink", "sink", nil), ("sink:1", "sink", 1),
      ("hw:1", "hw:1", nil), ("alsa:hw:1", "alsa:hw:1", nil), ("hw:1,0:3", "hw:1,0", 3),
    ] as [(String, String?, Int?)] {
      #expect(
        try options("--timecode-out", "ltc:\(text)", "x").timecode.places[0].place
          == .ltcDevice(device, channel: channel))
    }
    #expect(chosen.rate?.base == TimecodeBase(nominalRate: 30, isDropFrame: false))
    #expect(
      try options("--timecode-out", "osc:h:1", "x").timecode.places[0].place
        == .osc(host: "h", port: 1, address: "/playhead"))
    for text in ["128:0", "Qlab 5:1"] {
      #expect(
        try options("--timecode-out", "mtc:\(text)", "x").timecode.places[0].place
          == .sequencer(text))
    }
    for text in ["./a:1", "a:b", "a:256"] {
      #expect(
        try options("--timecode-out", "mtc:\(text)", "x").timecode.places[0].place
          == .midi(path: text))
    }
    for place in [
      "", "mtc:", "osc:", "osc:h", "osc:h:", "osc::1", "osc:h:0", "osc:h:65536", "osc:h:+1",
      "osc:h:1/a b", "osc:h:1/a*", "artnet:", "artnet:a/b", "x:y", "ltc:", "osc:h:1/ä",
    ] {
      #expect(
        refusal("--timecode-out", place, "x")
          == "invalid value '\(place)' for --timecode-out (expected ltc:FILE.wav, ltc:DEVICE, mtc:PATH, "
          + "mtc:CLIENT:PORT, osc:HOST:PORT/ADDRESS or artnet:HOST)")
    }
    for rate in ["12.5", "15", "24df", "30df", "25ndf0", "ndf", "100", "120"] {
      #expect(
        refusal("--timecode-out", "mtc:a", "--timecode-rate", rate, "x")
          == "invalid value '\(rate)' for --timecode-rate (expected 23.976, 24, 25, 29.97, "
          + "29.97ndf, 30, or twice one of these)")
    }
  }

  @Test func optionsOfTimecodeNeedAPlaceAndTime() {
    #expect(
      refusal("--timecode-rate", "25", "x") == "--timecode-rate requires --timecode-out")
    #expect(
      refusal("--timecode-out", "mtc:a", "--instant", "x")
        == "--timecode-out mtc:a cannot be used with --instant")
    #expect(refusal("--timecode-out", "ltc:a.wav", "--instant", "x") == nil)
    #expect(
      refusal("--timecode-out", "mtc:a", "--timecode-user-bits", "20260131", "x")
        == "--timecode-user-bits requires --timecode-out ltc:OUT")
    #expect(
      refusal("--timecode-out", "ltc:a.wav", "--timecode-user-bits", "+0260131", "x")
        == "invalid value '+0260131' for --timecode-user-bits (expected eight hexadecimal digits)")
    #expect(
      refusal("-q", "--timecode-out", "mtc:a", "--interval", "1", "x")
        == "--interval has no effect with --quiet and no --log")
    #expect(refusal("-q", "--timecode-out", "osc:h:1", "--interval", "1", "x") == nil)
  }

  @Test func theTimelineIsServedAtAPort() throws {
    #expect(
      try options("--serve", "9000", "x").serving.address?.description
        == "playhead://127.0.0.1:9000")
    #expect(
      try options("--serve", "[::1]:7", "x").serving.address?.description == "playhead://[::1]:7")
    for place in ["", "x", "0", "a:b", "::1:5"] {
      #expect(
        refusal("--serve", place, "x")
          == "invalid value '\(place)' for --serve (expected PORT or ADDRESS:PORT)")
    }
    #expect(refusal("--serve", "1", "--instant", "x") == "--serve cannot be used with --instant")
    #expect(
      refusal("--serve", "1", "--key", "no/file", "x")
        == "invalid value 'no/file' for --key (expected a file of 16 to 4096 bytes)")
    // Any file that is long enough.
    #expect(try options("--serve", "1", "--key", "/proc/self/status", "x").serving.key != nil)
    #expect(refusal("--key", "/proc/self/status", "x") == "--key requires --serve")
  }

  @Test func severalLogsTakeTheirFormatsFromTheirExtensions() throws {
    let logs = try options(
      "-o", "a.csv", "-o", "b.TSV", "-o", "c.txt", "-o", "d", "-o", "fd:3", "-o", "unix:/e.csv",
      "-o", "./fd:3", "x"
    ).logs
    #expect(logs.map(\.format) == [.csv, .tsv, .text, .json, .json, .json, .json])
    #expect(logs.map(\.name).dropFirst(4) == ["fd:3", "unix:/e.csv", "./fd:3"])
    #expect(logs[6] == .file("./fd:3"))
  }

  @Test func theFullHelpNamesEveryOptionAndField() {
    let text = Help.fullText(among: Subcommand.all)
    for option in PlayOptions.table { #expect(text.contains("--\(option.long)")) }
    for field in Field.allCases { #expect(text.contains(field.rawValue)) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 78)
  }

  @Test(arguments: ["play", "timeline", "analyze", "inspect"])
  func theProbeLimitIsATime(_ command: String) throws {
    let words = ["playhead"] + (command == "play" ? [] : [command])
    guard
      case .run(let options as any MediaOptions) = try Invocation.parse(
        words + ["--probe", "200ms", "a.ts"])
    else { throw UsageError.missingOperand("access", command: "test") }
    #expect(options.access.probeLimit == .milliseconds(200))
    for text in ["0", "-1", "soon"] {
      #expect(throws: UsageError.self) {
        try Invocation.parse(words + ["--probe", text, "a.ts"])
      }
    }
  }

  @Test func protocolsMustBeKnownNames() throws {
    let words = ["--protocols", "http,file", "--protocols", "https", "a.mp4"]
    guard case .run(let options as PlayOptions) = try Invocation.parse(["playhead"] + words) else {
      Issue.record("it does not play")
      return
    }
    #expect(options.access.protocols == ["http", "https", "file"])
    for list in ["", "http,", "no", "http, file"] {
      #expect(throws: UsageError.self) {
        try Invocation.parse(["playhead", "analyze", "--protocols", list, "a.mp4"])
      }
    }
  }
}
