import PlayheadTestEnvironment
import Testing

@testable import PlayheadAlignment

@Suite struct PiecewiseLineTests {
  private func points(_ distances: [Double]) -> [OffsetPoint] {
    var numbers = SplitMix64(seed: 5)
    return distances.enumerated().map { index, distance in
      OffsetPoint(
        time: Double(index), distance: distance + Double.random(in: -1e-5...1e-5, using: &numbers),
        isInverted: false, score: 20, isClear: true)
    }
  }

  @Test func wrongPointsDoNotMoveTheLine() throws {
    let distances = (0..<60).map { $0 % 7 == 3 ? 0.1 : 2 + Double($0) * 150e-6 }
    let line = try #require(
      PiecewiseLine(points(distances), tolerance: 6e-5, firstTolerance: 1e-3))
    #expect(line.segments.count == 1 && line.memberCount == distances.count { $0 != 0.1 })
    #expect(abs(line.drift - 150e-6) < 1e-6 && abs(line.segments[0].line.intercept - 2) < 1e-5)
    #expect(line.errors(at: 0).drift < 1e-6 && line.errors(at: 0).offset < 1e-5)
    #expect(line.errors(at: 0).offset > line.errors(at: 30).offset)
  }

  @Test func threePointsOnAnotherLineBeginASegment() throws {
    let distances = (0..<60).map { ($0 < 30 ? 2 : $0 < 33 ? 2.01 : 1.5) - Double($0) * 20e-6 }
    let line = try #require(
      PiecewiseLine(points(distances), tolerance: 6e-5, firstTolerance: 1e-3))
    #expect(line.segments.map(\.members.count) == [30, 3, 27])
    #expect(abs(line.drift + 20e-6) < 1e-6)
  }

  @Test func pointsThatDoNotAgreeHaveNoLine() {
    let distances = (0..<20).map { Double($0 * $0 % 13) }
    #expect(PiecewiseLine(points(distances), tolerance: 6e-5, firstTolerance: 1e-3) == nil)
    #expect(PiecewiseLine([], tolerance: 6e-5, firstTolerance: 1e-3) == nil)
  }
}
