import PlayheadTestEnvironment
import Testing

@testable import PlayheadTimingAnalysis

@Suite struct PresentationOrderTests {
  private func inserted(
    _ times: [Int64], into order: inout PresentationOrder, decodeTicks: (Int) -> Int64?
  ) -> [Int64] {
    var sorted: [Int64] = []
    for (index, ticks) in times.enumerated() {
      _ = order.insert(TrackInterval(ticks: ticks))
      while let next = order.next(decodeTicks: decodeTicks(index)) { sorted.append(next.ticks) }
    }
    return sorted
  }

  private func rest(of order: inout PresentationOrder) -> [Int64] {
    var rest: [Int64] = []
    while let next = order.nextAtEnd() { rest.append(next.ticks) }
    return rest
  }

  /// Groups of up to 16 frames in any order, each decoded at the time of the first one of its group.
  @Test func framesAreSortedAndNoneWaitsLongerThanItsDecodeTimeDemands() {
    var random = SplitMix64(seed: 21)
    for _ in 0..<50 {
      var (times, starts): ([Int64], [Int64]) = ([], [])
      while times.count < 300 {
        let start = Int64(times.count)
        let group = (0..<Int64.random(in: 1...16, using: &random)).map { start + $0 }
        times += group.shuffled(using: &random)
        starts += group.map { _ in start }
      }
      var order = PresentationOrder(storesDecodeTimes: true)
      let sorted = inserted(times, into: &order) { starts[$0] }
      // All frames before the last group, and the first one of that.
      #expect(sorted.count == Int(starts[starts.count - 1]) + 1)
      #expect(sorted + rest(of: &order) == times.sorted())
    }
  }

  @Test func theDepthIsTheNumberOfFramesThatAreDecodedBeforeAndPresentedAfterAnother() {
    var order = PresentationOrder(storesDecodeTimes: true)
    let depths = [0, 4, 2, 1, 3, 5].map { order.insert(TrackInterval(ticks: $0)) }
    #expect(depths == [0, 0, 1, 2, 1, 0])
    #expect(order.greatestDepth == 2)
  }

  /// Wrong decode times, and none, must not need memory without bound.
  @Test(arguments: [(true, 64), (false, 32)])
  func onlySoManyFramesWait(storesDecodeTimes: Bool, count: Int) {
    let times = (0..<Int64(500)).map { $0 ^ 1 }
    var order = PresentationOrder(storesDecodeTimes: storesDecodeTimes)
    let sorted = inserted(times, into: &order) { _ in storesDecodeTimes ? -1 : nil }
    #expect(sorted.count == 500 - count)
    #expect(sorted + rest(of: &order) == Array(0..<500))
  }
}
