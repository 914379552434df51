import Foundation
import PlayheadTestEnvironment
import Testing

/// Runs the progress gauges of docs/user/formats.md as they are written there.
@Suite struct GaugeTests {
  /// A stand-in for whiptail and dialog that prints each number and text. It fails on input that is
  /// neither a number from 0 to 100 nor a block between two `XXX` lines.
  private static let standIn = """
    gauge() {
      local percent text line
      while IFS= read -r percent; do
        text=
        if [ "$percent" = XXX ]; then
          IFS= read -r percent
          while IFS= read -r line && [ "$line" != XXX ]; do text=$line; done
        fi
        [[ $percent =~ ^[0-9]+$ ]] && [ "$percent" -le 100 ] || { echo "no number: $percent"; return 1; }
        echo "$percent% $text"
      done
    }
    whiptail() { gauge; }
    dialog() { gauge; }
    """

  private static func example() throws -> String {
    let text = try Repository.text(of: "docs/user/formats.md")
    let rest = try #require(text.components(separatedBy: "<!-- example: gauge -->\n```sh\n").last)
    return rest.components(separatedBy: "```")[0]
      .replacingOccurrences(of: "film.mp4", with: "\"$MEDIA/bbb_small.mp4\"")
  }

  @Test func aGaugeGetsWholeNumbersUpToAHundred() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead() { "$PLAYHEAD" --instant -i 1 "$@"; }
      \(Self.standIn)
      \(try Self.example())
      """)
    let plain = ["0% ", "18% ", "37% ", "56% ", "75% ", "94% ", "100% "]
    let texts = ["0:00", "0:01", "0:02", "0:03", "0:04", "0:05", "0:05"]
    #expect(
      outcome.lines.map(String.init)
        == plain + zip(plain, texts).map { $0 + "\($1) of 0:05" })
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
  }

  private static func isInstalled(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  @Test(.enabled(if: isInstalled("whiptail") && isInstalled("dialog")))
  func whiptailAndDialogDrawTheGauge() throws {
    let terminal = try PseudoTerminal(
      """
      set -o pipefail
      playhead() { "$PLAYHEAD" -r 16 "$@"; }
      \(try Self.example())
      echo status $?
      """)
    try terminal.wait(for: "Playing")
    try terminal.wait(for: "%")
    try terminal.wait(for: "of 0:05")
    try terminal.expectEnd(status: 0)
  }
}
