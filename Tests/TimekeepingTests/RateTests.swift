import Testing
import PlayheadTimekeeping

@Suite struct RateTests {
  @Test func ratesAreExactFractionsInLowestTerms() {
    #expect(Rate(1.5) == Rate(3, 2))
    #expect(Rate(0.1) == Rate(1, 10))
    #expect(Rate(1_001, 1_000).description == "1001/1000")
    #expect(Rate(4, 2).description == "2")
    #expect(Rate(0, 7) == .paused)
  }

  @Test func literalsAreRates() async {
    let rates: [Rate] = [0, 1, 2, 0.5, 1.25]
    #expect(rates == [.paused, .normal, Rate(2, 1), Rate(1, 2), Rate(5, 4)])
    await #expect(processExitsWith: .failure) {
      let rate: Rate = -1.5
      _ = rate
    }
  }

  @Test func numbersOutOfRangeGiveNoRate() {
    for number in [-1, .nan, .infinity, 1_001] { #expect(Rate(number) == nil) }
  }

  @Test func playableRatesMatchTheDocumentation() {
    #expect(Rate.playable.contains(Rate(1, 10)))
    #expect(Rate.playable.contains(Rate(16, 1)))
    #expect(!Rate.playable.contains(Rate(99, 1_000)))
    #expect(!Rate.playable.contains(Rate(161, 10)))
  }
}
