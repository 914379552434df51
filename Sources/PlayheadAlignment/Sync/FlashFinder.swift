/// Finds where flashes begin: pictures that are much brighter than those before them.
///
/// Memory grows by 12 bytes for each picture.
package struct FlashFinder {
  /// The least rise, of 255 levels.
  private static let leastRise: Float = 2
  /// Rises within this time in seconds are one.
  private static let longestRise = 0.1
  /// If the first picture is bright, it is a flash if one of so many pictures after it is dark.
  private static let picturesOfAFlash = 12

  private struct Rise {
    var time: Double
    var height: Float
  }

  private var times: [Double] = []
  private var levels: [Float] = []

  package init() {}

  /// Adds the mean brightness of a picture, 0 to 255, at its time in seconds, if that is later than the last.
  package mutating func add(_ level: Float, at time: Double) {
    guard time > times.last ?? -.infinity, level.isFinite else { return }
    times.append(time)
    levels.append(level)
  }

  package var pictureCount: Int { times.count }

  /// The usual time from one picture to the next in seconds; 0 if there are fewer than two.
  package var interval: Double { median(zip(times, times.dropFirst()).map { $1 - $0 }) }

  /// Returns when flashes begin, which rise at least half as much as the median of the greatest `count` rises.
  package func flashes(expecting count: Int) -> [Double] {
    let rises = rises()
    let greatest = rises.map(\.height).sorted(by: >).prefix(max(count, 1))
    let usual = Float(median(greatest.map(Double.init)))
    return rises.filter { $0.height >= usual / 2 }.map(\.time)
  }

  private func rises() -> [Rise] {
    var found: [Rise] = []
    /// The pictures of the rise that has not ended.
    var current: [Rise] = []
    func end() {
      guard let height = current.map(\.height).max() else { return }
      let first = current.first { $0.height >= height / 2 }
      found.append(Rise(time: first?.time ?? current[0].time, height: height))
      current = []
    }
    for (index, level) in levels.enumerated() {
      let height = level - darkest(before: index)
      guard height >= Self.leastRise, index == 0 || level > levels[index - 1] else { continue }
      if let start = current.first?.time, times[index] > start + Self.longestRise { end() }
      current.append(Rise(time: times[index], height: height))
    }
    end()
    return found
  }

  /// Returns the level of the darker one of the two pictures before a picture.
  private func darkest(before index: Int) -> Float {
    let others =
      index == 0 ? levels.prefix(Self.picturesOfAFlash) : levels[max(index - 2, 0)..<index]
    return others.min() ?? 0
  }
}
