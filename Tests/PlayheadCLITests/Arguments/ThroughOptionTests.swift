import Testing

@testable import PlayheadArguments
@testable import PlayheadAttachCommands
@testable import PlayheadCLI
@testable import PlayheadPlayCommands
@testable import PlayheadOutputs

@Suite struct ThroughOptionTests {
  private func refusal(_ words: [String]) -> String? {
    do throws(UsageError) {
      _ = try Invocation.parse(["playhead", "--through"] + words)
      return nil
    } catch {
      return error.text
    }
  }

  /// How each option of playback is written to test it.
  private static let arguments = [
    "start": "1", "end": "2", "rate": "2", "loop": "", "audio": "", "volume": "50",
    "audio-delay": "1", "instant": "", "resume": "", "save-position": "", "recursive": "",
    "idle": "", "follow": "", "mute": "",
  ]

  @Test func whatHasNoMeaningIsRefusedByNameWithTheReason() {
    for (option, reason) in PlayOptions.throughRefusals {
      let argument = Self.arguments[option].map { $0.isEmpty ? "" : "=\($0)" } ?? ""
      #expect(
        refusal(["--\(option)\(argument)", "a.ts"])
          == "--\(option) cannot be used with --through: \(reason.text)")
    }
    #expect(
      refusal(["--log", "-", "a.ts"])
        == "--log - cannot be used with --through: standard output has the bytes of the file")
    #expect(refusal(["--control", "-", "a.ts"])?.hasPrefix("--control - cannot") == true)
    #expect(refusal(["--cues", "-", "a.ts"])?.hasPrefix("--cues - cannot") == true)
    #expect(
      refusal(["--exec", "x", "--every", "1%", "--exec-output", "stdout", "a.ts"])?
        .hasPrefix("--exec-output stdout cannot") == true)
    #expect(refusal(["https://example.org/a.ts"])?.hasPrefix("https://") == true)
    #expect(refusal(["a.ts", "b.ts"]) == "--through: expected one file, got 2")
  }

  @Test func whatNeedsTheSpeedOfTheMediaNeedsPace() {
    for words in [
      ["--pause"], ["--mpris"], ["--control", "fifo"], ["--start-at", "2099-01-31T18:30:00Z"],
    ] {
      #expect(
        refusal(words + ["a.ts"]) == "\(words[0]) cannot be used with --through without --pace")
      #expect(refusal(words + ["--pace", "a.ts"]) == nil)
    }
    #expect(refusal(["--rate", "2", "a.ts"]) == "--rate requires --pace")
    #expect(refusal(["--rate", "2", "--pace", "-"]) == nil)
    #expect(throws: UsageError.self) { try Invocation.parse(["playhead", "--pace", "a.ts"]) }
  }

  @Test func recordsAndTracksHaveTheirUsualOptions() {
    let words = [
      ["-i", "1"], ["--every", "chapter"], ["--at", "1,2"], ["--changes"], ["-f", "json"],
      ["-t", "{position}"], ["--log", "a.csv"], ["-q", "--log", "a"], ["--track", "video"],
      ["--limit", "3"], ["--stats"], ["--probe", "1"], ["--timecode"],
    ]
    for words in words { #expect(refusal(words + ["-"]) == nil, "\(words)") }
  }
}
