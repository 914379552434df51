import PlayheadTesting
import PortableCombine
import Testing

@Suite struct MarbleStageTests {
  @Test(arguments: ["", "a", "a-b|", "--a--#", "(ab)--(c|)", "[ab]-c", "-([ab]c)|"])
  func marblesRoundTrip(_ text: String) {
    #expect(MarbleStage.play(text) { source, _ in source } == text)
  }

  @Test func blanksAreIgnored() {
    #expect(MarbleStage.play("a -  b |") { source, _ in source } == "a-b|")
  }

  @Test func demandIsRequestedAtTheGivenTimes() {
    #expect(
      MarbleStage.play("abcdef", asking: .max(1), later: [3: .max(2)]) { source, _ in source }
        == "a--de")
  }
}
