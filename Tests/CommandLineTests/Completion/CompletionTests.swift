import Foundation
import Testing

/// The generated completions and manual page, tested with the shells that are installed.
@Suite struct CompletionTests {
  /// Returns the words that bash offers for the last word of a command line.
  private func completions(_ line: String) throws -> Set<Substring> {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let outcome = try BuiltCommand.run(
      """
      eval "$("$PLAYHEAD" completion bash)" || exit 1
      COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
      COMP_CWORD=\(words.count - 1)
      _playhead
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    #expect(outcome.errors.isEmpty && outcome.status == 0)
    return Set(outcome.lines)
  }

  private static let zsh = Result { try BuiltCommand.run("playhead completion zsh").output }
  private static let fish = Result { try BuiltCommand.run("playhead completion fish").output }

  private func longOptions(of subcommand: String) throws -> Set<Substring> {
    let help = try BuiltCommand.run("playhead \(subcommand) --help all").output
    return Set(help.matches(of: /^  (?:-., |    )(--[a-z-]+)/.anchorsMatchLineEndings()).map(\.1))
  }

  @Test(arguments: [
    "play", "attach", "job", "analyze", "align", "timeline", "measure", "inspect", "resume",
    "completion",
    "help",
  ])
  func everyOptionInTheHelpIsOffered(subcommand: String) throws {
    let options = try longOptions(of: subcommand)
    #expect(options.contains("--version"))
    #expect(try completions("playhead \(subcommand) --") == options)
    let manual = try BuiltCommand.run("playhead completion man \(subcommand)").output
      .replacing("\\-", with: "-")
    let (zsh, fish) = try (Self.zsh.get(), Self.fish.get())
    for option in options {
      #expect(manual.contains("\(option)"))
      #expect(zsh.contains("\(option)"))
      #expect(fish.contains("-l \(option.dropFirst(2))"))
    }
  }

  @Test func theManualPageNamesAllControlCommandsAndHasNoBackticks() throws {
    let manual = try BuiltCommand.run("playhead completion man play").output
    #expect(!manual.contains("`"))
    let control = try #require(manual.split(separator: ".SH ").first { $0.hasPrefix("CONTROL") })
    for word in [
      "play", "pause", "toggle", "seek", "rate", "step", "chapter", "next", "previous", "loop",
      "volume", "mute", "position", "quit",
    ] {
      #expect(control.contains(word), "\(word)")
    }
  }

  @Test func fishOffersTheSeveritiesOfCheck() throws {
    let fish = try BuiltCommand.run("playhead completion fish").output
    let line = try #require(fish.split(separator: "\n").first { $0.contains("-l check ") })
    #expect(line.contains(" -r -F -a 'note warning error'"))
  }

  @Test func argumentValuesAreOffered() throws {
    #expect(
      try completions("playhead -f ") == ["text", "json", "csv", "tsv", "ffmpeg", "template"])
    #expect(try completions("playhead x --format = t") == ["text", "tsv", "template"])
    #expect(
      try completions("playhead --fields position,du") == [
        "position,due", "position,duration", "position,duration_exact",
      ])
    #expect(try completions("playhead inspect -f ") == ["text", "json"])
    #expect(try completions("playhead analyze -f ") == ["text", "json", "csv", "tsv"])
    #expect(try completions("playhead timeline --format ") == ["csv", "json"])
    #expect(try completions("playhead measure -f j") == ["json"])
    #expect(try completions("playhead measure --unit ") == ["s", "ms", "us", "ns"])
    #expect(try completions("playhead analyze --check w") == ["warning"])
    #expect(try completions("playhead --help ") == ["all"])
    #expect(try completions("playhead in") == ["inspect"])
    #expect(try completions("playhead completion ") == ["bash", "zsh", "fish", "man"])
    #expect(try completions("playhead help a") == ["attach", "analyze", "align", "all"])
    #expect(try completions("playhead --exec-on p") == ["pause"])
    #expect(try completions("playhead --exec-on pause,se") == ["pause,seek"])
    #expect(try completions("playhead --exec-output ") == ["stdout", "stderr"])
    #expect(try completions("playhead --track ") == ["video", "audio"])
    #expect(try completions("playhead --rate ").isEmpty)
  }

  private static func has(_ program: String) -> Bool {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + program)
    }
  }

  @Test(.enabled(if: has("zsh"), "zsh is not installed"))
  func zshLoadsTheCompletionWithoutErrors() throws {
    let outcome = try BuiltCommand.run(
      """
      mkdir functions; playhead completion zsh > functions/_playhead; zsh -f -n functions/_playhead
      zsh -f -c 'fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -D
        echo $_comps[playhead]'
      """)
    #expect(outcome.output == "_playhead\n" && outcome.errors.isEmpty)
  }

  @Test(.enabled(if: has("fish"), "fish is not installed"))
  func fishOffersTheExpectedWords() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead completion fish > file; : > 'a film.mp4'; export HOME=$PWD
      for line in 'playhead --fo' 'playhead -f t' 'playhead --fields position,du' 'playhead a\\ f' \\
        'playhead inspect --' 'playhead completion '; do
        fish --no-config -c "source file; complete -C '$line'" | cut -f 1 | paste -s -d ' '
      done
      """)
    #expect(
      outcome.lines == [
        "--follow --format", "template text tsv",
        "position,due position,duration position,duration_exact", "a film.mp4",
        "--format --help --probe --protocols --verbose --version", "bash fish man zsh",
      ])
    #expect(outcome.errors.isEmpty)
  }
}
