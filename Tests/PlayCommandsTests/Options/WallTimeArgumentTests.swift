import Glibc
import Testing

@testable import PlayheadPlayCommands

@Suite struct WallTimeArgumentTests {
  /// 2026-01-31 12:00:00 UTC.
  private let noon: Int64 = 1_769_860_800_000_000_000

  @Test(
    arguments: [
      ("2026-01-31T12:00:00Z", 0), ("2026-01-31 12:00:00Z", 0), ("2026-01-31T12:00Z", 0),
      ("2026-01-31T14:00:00.25+02:00", 250_000_000), ("2026-01-31T08:30:00-0330", 0),
      ("@1769860800.00000001", 10), ("@1769860801", 1_000_000_000),
      ("2026-01-31T12:00:01.123456789Z", 1_123_456_789), ("@1769860801.123456789", 1_123_456_789),
      ("@1769860801,5", 1_500_000_000), ("2026-01-31T12:00:01,5Z", 1_500_000_000),
    ] as [(String, Int64)])
  func datesWithTimesAreParsed(text: String, afterNoon: Int64) {
    #expect(WallTimeArgument.parse(text, now: noon) == noon + afterNoon)
  }

  @Test(arguments: [
    "", "noon", "2026-01-31", "2026-01-31T25:00:00Z", "2026-13-01T00:00:00Z",
    "2026-02-30T00:00:00Z", "2026-01-31T12:00:00Zz", "2026-01-31T12:00:00+9", "12:60", "12", "@",
    "@-1", "@1e9", "2026-01-31T12:00:00.Z", "@99999999999999999", "12:00Z", "@1,5.5", "@1.5,5",
    "12:00:00,",
    "2026-01-31T12:00:00+99:00", "2262-04-11T23:47:16.9Z",
  ])
  func invalidTimesAreRejected(text: String) {
    #expect(WallTimeArgument.parse(text, now: noon) == nil)
  }

  /// Holds in every time zone, because a day has from 23 to 25 hours.
  @Test(arguments: ["00:00", "12:00:00", "23:59:59.5"])
  func aTimeOfDayIsItsNextOccurrence(text: String) throws {
    let instant = try #require(WallTimeArgument.parse(text, now: noon))
    #expect(instant > noon && instant <= noon + 25 * 3_600_000_000_000)
    var (seconds, parts) = (Int(instant / 1_000_000_000), tm())
    localtime_r(&seconds, &parts)
    let clock = [parts.tm_hour, parts.tm_min].map { $0 < 10 ? "0\($0)" : "\($0)" }
    #expect(text.hasPrefix(clock.joined(separator: ":")))
    #expect(instant % 1_000_000_000 == (text.hasSuffix(".5") ? 500_000_000 : 0))
    #expect(WallTimeArgument.parse(text, now: instant - 1) == instant)
    #expect(try #require(WallTimeArgument.parse(text, now: instant)) > instant)
  }
}
