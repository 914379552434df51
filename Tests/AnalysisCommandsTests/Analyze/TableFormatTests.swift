import PlayheadKit
import Testing

@testable import PlayheadAnalysisCommands

@Suite struct TableFormatTests {
  private let values: [TableFormat.Value] = [
    .text("a,\"b\"\n\tc\\"), .number(-7),
    .time(MediaTime(ticks: 5_728, timebase: Timebase(1, 48_000))),
    .decimal(29.97002997, places: 3), .text(nil), .time(nil),
    .time(MediaTime(ticks: .max, timebase: Timebase(.max, 1))), .number(nil),
  ]

  @Test func csvQuotesAndTSVEscapes() {
    #expect(
      TableFormat(separator: .comma, isForTerminal: false).row(values)
        == "\"a,\"\"b\"\"\n\tc\\\",-7,0.119333,29.970,,,,\n")
    #expect(
      TableFormat(separator: .tab, isForTerminal: false).row(values)
        == "a,\"b\"\\n\\tc\\\\\t-7\t0.119333\t29.970\t\t\t\t\n")
  }

  @Test func aTerminalGetsNoControlCharacters() {
    let format = TableFormat(separator: .comma, isForTerminal: true)
    #expect(format.row([.text("a\u{1B}[2J"), .text("b")]) == "a\u{FFFD}[2J,b\n")
  }
}
