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

  /// As those of a channel that is 24 samples late.
  @Test(arguments: [30, 35, 40], [5e-4, 1.5e-3, 2.3e-3])
  func linesThatReturnAreOneLine(count: Int, echo: Double) throws {
    let distances = (0..<count).map { 2 + ($0 / 5 % 3 == 2 ? echo : 0) }
    let line = try #require(
      PiecewiseLine(points(distances), tolerance: 6e-5, firstTolerance: 2e-4))
    #expect(line.segments.count == 1 && line.memberCount == distances.count { $0 == 2 })
    #expect(abs(line.segments[0].line.intercept - 2) < 2e-5)
  }

  @Test func aBreakThatDoesNotReturnStays() throws {
    let distances = (0..<60).map { $0 < 30 ? 2 : 2.000_5 }
    let line = try #require(
      PiecewiseLine(points(distances), tolerance: 6e-5, firstTolerance: 2e-4))
    #expect(line.segments.count == 2)
  }

  /// A lost packet of Opus, and one of silence later.
  @Test func aBreakOfAShortPacketThatReturnsStays() throws {
    let distances = (0..<60).map { 20..<40 ~= $0 ? 2.002_5 : 2 }
    let line = try #require(
      PiecewiseLine(points(distances), tolerance: 6e-5, firstTolerance: 2e-4))
    #expect(line.segments.count == 3)
  }

  @Test func linesThatDifferByRoundingAreOneLine() throws {
    let levels = [0, 4e-4, -4e-4, 3e-4, -1e-4, 1e-4]
    let distances = (0..<60).map { 2 + levels[$0 / 10] }
    let line = try #require(
      PiecewiseLine(points(distances), tolerance: 6e-5, firstTolerance: 2e-4, rounding: 1e-3))
    #expect(line.segments.count == 1 && line.memberCount == 60)
  }

  @Test func pointsThatDoNotAgreeHaveNoLine() {
    let distances = (0..<20).map { Double($0 * $0 % 13) }
    #expect(PiecewiseLine(points(distances), tolerance: 6e-5, firstTolerance: 1e-3) == nil)
    #expect(PiecewiseLine([], tolerance: 6e-5, firstTolerance: 1e-3) == nil)
  }
}
