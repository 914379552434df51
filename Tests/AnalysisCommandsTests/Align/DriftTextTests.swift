import Testing

@testable import PlayheadAnalysisCommands

@Suite struct DriftTextTests {
  @Test(arguments: [
    (0.0000003, "less than 0.1 ms an hour"), (-0.01, "less than 0.1 ms an hour"),
    (145, "522.0 ms an hour, the clock is fast"), (-0.1, "0.4 ms an hour, the clock is slow"),
  ])
  func aDriftHasADirectionIfItIsMoreThanRounding(drift: Double, text: String) {
    #expect(AlignedRecording.text(ofDrift: drift) == text)
  }
}
