import Testing

@testable import PlayheadAlignment

@Suite struct RateChangeTests {
  @Test(arguments: [0.1, -0.1, 1, 3.7, -50, 145, 500, -1_000], [44_100, 48_000, 96_000])
  func theRatioIsExact(drift: Double, rate: Int) {
    let change = RateChange(rate: rate, drift: drift * 1e-6)
    let ratio =
      Double(change.declared) / Double(rate) * Double(change.last) / Double(change.middle)
    #expect(abs(ratio - 1 - drift * 1e-6) < 0.01e-6)
    #expect(change.last > 1_000 && change.declared < 2 * rate)
  }
}
