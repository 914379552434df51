import PlayheadAlignment
import Testing

@Suite struct FlashFinderTests {
  /// Adds pictures at 25 per second.
  private func flashes(_ levels: [Float], expecting count: Int) -> [Double] {
    var finder = FlashFinder()
    for (index, level) in levels.enumerated() { finder.add(level, at: Double(index) / 25) }
    return finder.flashes(expecting: count)
  }

  private func levels(_ bright: [Int], low: Float = 16, high: Float = 235) -> [Float] {
    (0..<100).map { bright.contains($0) ? high : low }
  }

  @Test func eachBeginsWithItsFirstPicture() {
    #expect(flashes(levels([0, 1, 25, 26, 50, 75]), expecting: 4) == [0, 1, 2, 3])
  }

  @Test func smallOnesAreFound() {
    #expect(flashes(levels([25, 50], low: 16, high: 24), expecting: 2) == [1, 2])
  }

  @Test func aPictureOfTwoMixedOnesIsTheFirstIfItIsHalfAsBright() {
    var mixed = levels([26, 27, 51])
    (mixed[25], mixed[50]) = (140, 60)
    #expect(flashes(mixed, expecting: 2) == [1, 2.04])
  }

  @Test func aChangeOfTheSceneDoesNotHideThem() {
    var scene = levels([25, 50, 75], low: 16, high: 60)
    for index in 90..<100 { scene[index] = 235 }
    #expect(flashes(scene, expecting: 3).starts(with: [1, 2, 3]))
  }

  @Test func evenPicturesHaveNone() {
    #expect(flashes(levels([]), expecting: 3).isEmpty)
    #expect(flashes([], expecting: 3).isEmpty)
  }

  @Test func picturesWithoutAPlaceInTimeAreLeftOut() {
    var finder = FlashFinder()
    let pictures: [(Float, Double)] = [
      (16, 0), (235, 0), (.nan, 1), (16, 1), (235, 0.5), (235, 2),
    ]
    for (level, time) in pictures {
      finder.add(level, at: time)
    }
    #expect(finder.pictureCount == 3 && finder.interval == 1)
    #expect(finder.flashes(expecting: 1) == [2])
  }
}
