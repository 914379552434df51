import PlayheadMedia
import Testing

@testable import PlayheadPlayCommands

@Suite struct FrameRateArgumentTests {
  @Test(
    arguments: [
      ("25", 25, 1), ("120", 120, 1), ("1", 1, 1), ("25.0", 25, 1), ("50/2", 25, 1),
      ("29.97", 30_000, 1_001), ("30000/1001", 30_000, 1_001), ("23.976", 24_000, 1_001),
      ("23.98", 24_000, 1_001), ("59.94", 60_000, 1_001), ("119.88", 120_000, 1_001),
    ] as [(String, Int32, Int32)])
  func ratesThatTimecodeCountsAreExact(_ text: String, _ numerator: Int32, _ denominator: Int32) {
    #expect(FrameRateArgument.parse(text) == FrameRate(numerator, denominator))
  }

  @Test(arguments: [
    "", "0", "0/1", "1/0", "121", "120.5", "12.5", "29.9", "-25", "+25", "25/", "/1", "1/2/3", "x",
    "25 ", "inf", "nan", "0.5", "99999999999999999999", "1/99999999999999999999",
  ])
  func otherRatesAreRefused(_ text: String) { #expect(FrameRateArgument.parse(text) == nil) }
}
