import Testing

@testable import PlayheadAlignment

@Suite struct ConfidenceFactorTests {
  /// Tables of Student's distribution, two-sided, 95 %.
  @Test(arguments: [
    (1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (12, 2.179), (20, 2.086),
    (60, 2.0),
    (1_000, 2.0), (0, 12.706), (-3, 12.706),
  ])
  func fewPointsHaveStudentsFactor(_ freedom: Int, _ factor: Double) {
    #expect(abs(ConfidenceFactor.ofPoints(beyond: freedom) - factor) < 0.005)
  }
}
