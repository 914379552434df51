import PlayheadMedia
import Testing

@Suite struct FrameRateTextTests {
  @Test func aFrameRateIsPrintedAsANumberOrAFraction() throws {
    #expect("\(try #require(FrameRate(50, 2)))" == "25")
    #expect("\(try #require(FrameRate(30_000, 1_001)))" == "30000/1001")
  }
}
