import PlayheadKit
import Testing

@testable import PlayheadCLI

/// One at a time: `getopt_long` keeps its place in globals.
@Suite(.serialized) struct InvocationTests {
  private func options(_ words: String...) throws -> PlayOptions { try options(words) }

  private func options(_ words: [String]) throws -> PlayOptions {
    guard case .play(let options) = try Invocation.parse(["playhead"] + words) else {
      throw UsageError("not play")
    }
    return options
  }

  private func refusal(_ words: String...) -> String? { refusal(words) }

  private func refusal(_ words: [String]) -> String? {
    do throws(UsageError) {
      _ = try Invocation.parse(["playhead"] + words)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func optionsAndFilesMayBeMixed() throws {
    let options = try options(
      "a.mp4", "-i", "1", "--rate=1.5", "b.mp4", "-qf", "json", "-o", "log", "-n3", "--", "-c")
    #expect(options.files == ["a.mp4", "b.mp4", "-c"])
    #expect(options.schedule.interval == .seconds(1))
    #expect(options.rate == Rate(3, 2))
    #expect(options.isQuiet)
    #expect(options.format == .json)
    #expect(options.logs == [.file("log")])
    #expect(options.limit == 3)
  }

  @Test func theSubcommandMayBeNamed() throws {
    #expect(try options("play", "x").files == ["x"])
    #expect(try options("./play").files == ["./play"])
    #expect(try options("-v", "play").files == ["play"])
  }

  @Test func standardInputAndNegativePointsAreNoOptions() throws {
    let options = try options("--start", "-10", "--end", "-1:00", "-")
    #expect(options.files == ["-"])
    #expect(options.start == .beforeEnd(.seconds(10)))
    #expect(options.end == .beforeEnd(.seconds(60)))
  }

  @Test func longNamesMayBeShortened() throws {
    #expect(try options("--inter", "2", "--inst", "x").isInstant)
    #expect(refusal("--in", "2", "x")?.contains("--in") == true)
  }

  @Test func helpAndVersionComeBeforeFiles() throws {
    for word in ["-h", "--help"] {
      guard case .text = try Invocation.parse(["playhead", word]) else {
        Issue.record("\(word) is not help")
        continue
      }
    }
    guard case .version = try Invocation.parse(["playhead", "--version"]) else {
      Issue.record("not the version")
      return
    }
  }

  @Test func eachRefusalNamesTheOption() {
    #expect(refusal("--wrong", "x")?.contains("--wrong") == true)
    #expect(refusal("-z", "x")?.contains("-z") == true)
    #expect(refusal("--intervall", "1", "x")?.hasSuffix("; --interval is like it") == true)
    #expect(refusal("--fromat=text", "x")?.hasSuffix("; --format is like it") == true)
    #expect(refusal("--hlp") == "there is no option --hlp; --help is like it")
    #expect(refusal("--wrong", "x") == "there is no option --wrong")
    #expect(
      refusal("--star=1", "x")
        == "--star is short for more than one option: --start, --start-at")
    #expect(refusal("x", "--interval") == "--interval needs an argument")
    #expect(refusal("x", "-i") == "-i needs an argument")
    #expect(refusal("--instant=1", "x") == "--instant takes no argument")
    #expect(refusal() == "no file to play")
  }

  @Test func aShortOptionBeyondASCIIIsRefused() {
    for words in [["x", "-é"], ["-é", "x"], ["-vé"], ["x", "y", "-\u{FFFD}check"]] {
      let option = words.first { $0.hasPrefix("-") } ?? ""
      #expect(refusal(words) == "there is no option \(option)")
    }
  }

  @Test(arguments: [
    ["-i", "0"], ["-i", "0.5ms"], ["-i", "25h"], ["-i", "x"], ["-i", "-1"], ["-r", "0"],
    ["-r", "17"], ["-r", "0.09"], ["-r", "x"], ["-r", "-1"], ["-n", "0"], ["-n", "-1"],
    ["-n", "1.5"], ["-f", "xml"], ["--start", "x"], ["--end", "101%"],
    ["--precision", "10"], ["--precision", "-1"], ["--fps", "0"], ["--fps", "29.9"],
    ["--fps", "121"], ["--fps", "25/0"], ["--fields", "x"], ["--log", "fd:-1"], ["--log", "unix:"],
    ["--log", ""],
    ["--exec", "'"],
  ])
  func valuesOutOfRangeAreRefused(words: [String]) {
    #expect(refusal(words[0], words[1], "file")?.contains("'\(words[1])'") == true)
  }

  @Test func aTemplateIsAFormatAndTheFormatNeedsOne() throws {
    #expect(try options("-t", "{position}", "x").format == .template)
    #expect(refusal("-f", "template", "x") == "--format template needs --template")
  }

  @Test func whatWouldBeOfNoUseIsRefused() throws {
    let unheard = "--exec runs at boundaries, and there are none without --every, --at or --end"
    #expect(refusal("--exec", "echo", "x") == unheard)
    #expect(refusal("--exec", "echo", "-i", "1", "x") == unheard)
    for boundaries in [["--every", "5%"], ["--at", "1"], ["--end", "1"]] {
      #expect(try options(["--exec", "echo"] + boundaries + ["x"]).cueCommand != nil)
    }
    for words in [["--fields", "rate"], ["--precision", "2"], ["--timecode"]] {
      let end = "\(words[0]) has no use with --format ffmpeg"
      #expect(refusal(words + ["-f", "ffmpeg", "x"]) == end)
      #expect(try options(words + ["-f", "ffmpeg", "--log", "a.csv", "x"]).logs.count == 1)
    }
    #expect(
      refusal("-t", "{rate}", "--fields", "rate", "x")
        == "--fields has no use with --format template")
    #expect(try options("-t", "{position}", "--precision", "2", "x").precision == 2)
    #expect(refusal("--fields", "rate,state,rate", "x") == "--fields names rate twice")
  }

  @Test(arguments: [
    ("25", 25, 1), ("29.97", 30_000, 1_001), ("23.976", 24_000, 1_001), ("23.98", 24_000, 1_001),
    ("59.94", 60_000, 1_001), ("30000/1001", 30_000, 1_001), ("119.88", 120_000, 1_001),
    ("50/1", 50, 1), ("120", 120, 1),
  ])
  func frameRatesAreExact(text: String, numerator: Int32, denominator: Int32) throws {
    #expect(try options("--fps", text, "x").timecodeRate == FrameRate(numerator, denominator))
  }

  @Test func logsMayBeSeveralAndTheirEndingsTellTheirFormats() throws {
    let logs = try options(
      "-o", "a.csv", "-o", "b.TSV", "-o", "c.txt", "-o", "d", "-o", "fd:3", "-o", "unix:/e.csv",
      "-o", "./fd:3", "x"
    ).logs
    #expect(logs.map(\.format) == [.csv, .tsv, .text, .json, .json, .json, .json])
    #expect(logs.map(\.name).dropFirst(4) == ["fd:3", "unix:/e.csv", "./fd:3"])
    #expect(logs[6] == .file("./fd:3"))
  }

  @Test func theFullHelpNamesEveryOptionAndField() {
    for option in PlayOptions.table { #expect(Help.fullText.contains("--\(option.long)")) }
    for field in Field.allCases { #expect(Help.fullText.contains(field.rawValue)) }
    let lines = Help.fullText.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 49)
  }

  @Test(arguments: ["play", "timeline", "analyze", "inspect"])
  func howMuchIsProbedIsATime(_ command: String) throws {
    let words = ["playhead"] + (command == "play" ? [] : [command])
    let access: MediaAccess
    switch try Invocation.parse(words + ["--probe", "200ms", "a.ts"]) {
    case .play(let options): access = options.access
    case .timeline(let options): access = options.access
    case .analyze(let options): access = options.access
    case .inspect(let options): access = options.access
    default: throw UsageError("it does none of them")
    }
    #expect(access.probeLimit == .milliseconds(200))
    for text in ["0", "-1", "soon"] {
      #expect(throws: UsageError.self) {
        try Invocation.parse(words + ["--probe", text, "a.ts"])
      }
    }
  }

  @Test func protocolsAreNamesThatAreKnown() throws {
    let words = ["--protocols", "http,file", "--protocols", "https", "a.mp4"]
    guard case .play(let options) = try Invocation.parse(["playhead"] + words) else {
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
