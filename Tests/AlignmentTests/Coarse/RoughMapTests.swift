import Testing

@testable import PlayheadAlignment

@Suite struct RoughMapTests {
  private func match(_ time: Double, _ distance: Double, _ score: Double = 20) -> AnchorMatch {
    AnchorMatch(time: time, otherTime: time + distance, score: score)
  }

  @Test func matchesByChanceAreLeftOut() throws {
    let candidates = (0..<10).map { number -> [AnchorMatch] in
      let time = Double(number) * 10
      return [match(time, Double(number * number), 9), match(time, 3 + time * 100e-6)]
    }
    let map = try #require(RoughMap(candidates))
    #expect(map.parts.count == 1 && abs(map.parts[0].intercept - 3) < 0.001)
    #expect(abs(map.drift - 100e-6) < 1e-6)
  }

  @Test func aBreakBeginsAPart() throws {
    let map = try #require(RoughMap((0..<10).map { [match(Double($0) * 10, $0 < 5 ? 3 : 2)] }))
    #expect(map.parts.count == 2 && map.drift == 0)
    #expect(map.parts[0].times == 0...40 && map.parts[1].times == 50...90)
  }

  @Test func fewWeakMatchesAreNoRelation() {
    #expect(RoughMap([]) == nil && RoughMap([[], []]) == nil)
    #expect(RoughMap((0..<10).map { [match(Double($0) * 10, Double($0 * $0), 8)] }) == nil)
  }
}
