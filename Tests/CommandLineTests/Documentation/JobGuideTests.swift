import Foundation
import PlayheadTestEnvironment
import Testing

/// Runs what docs/user/jobs.md shows for other programs, with stand-ins for ffmpeg and for these programs.
@Suite struct JobGuideTests {
  /// Returns the last block of a language.
  private static func block(_ language: String) throws -> String {
    let text = try Repository.text(of: "docs/user/jobs.md")
    let rest = try #require(text.components(separatedBy: "```\(language)\n").dropFirst().last)
    return rest.components(separatedBy: "```")[0]
  }

  private func run(_ script: String) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(
      """
      mkdir bin; ln -s "$PLAYHEAD" bin/playhead; PATH=$PWD/bin:$PATH
      cat > bin/ffmpeg <<'END'
      #!/bin/bash
      for word; do [[ $before = -progress ]] && channel=${word#pipe:}; before=$word; done
      for part in 1 2 3 4; do
        printf 'out_time_us=%s\\ntotal_size=9\\nprogress=continue\\n' $((part * 1328000)) >&$channel
        # The duration may become known later.
        until grep -q arguments records; do kill -USR1 $PPID; done
      done
      touch "$word"
      END
      printf '#!/bin/sh\\necho "$@" >> notified\\n' > bin/systemd-notify
      printf '#!/bin/sh\\necho "$@"; cat\\n' > bin/whiptail
      chmod +x bin/*
      for film in film.mov in.mov; do cp $MEDIA/bbb_small.mp4 $film; done
      \(script.replacing("playhead job", with: "playhead job -o records"))
      """)
  }

  @Test func theRuleOfTheMakefilePrintsEachTenth() throws {
    // `make` is not needed: the rule has one line, with two of make's variables.
    let rule = try #require(try Self.block("make").components(separatedBy: "\n\t").last)
    let line = rule.replacing("$<", with: "film.mov").replacing("$@", with: "film.webm")
    let outcome = try run(line)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.lines.count > 9 && outcome.lines.last == "film.webm 100% until -")
  }

  @Test func theServiceNotifiesItsManager() throws {
    let unit = try Self.block("ini").components(separatedBy: "\n")
    let start = try #require(unit.first { $0.hasPrefix("ExecStart=") }).dropFirst(10)
    let outcome = try run(start.replacing("%%", with: "%") + "; echo $?; sort -u notified")
    #expect(outcome.lines.first == "0" && outcome.lines.count > 1)
    #expect(outcome.lines.dropFirst().allSatisfy { $0.wholeMatch(of: /--status=\d+%/) != nil })
  }

  @Test func theGaugeReceivesPercentages() throws {
    let outcome = try run(try Self.block("sh"))
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.lines.first == "--gauge film.mp4 6 60 0" && outcome.lines.last == "100")
    #expect(outcome.lines.dropFirst().allSatisfy { $0 == "-" || Int($0) != nil })
  }
}
