/// How one recording runs against another one, to a few hundredths of a second: parts with a line each, which have
/// the same slope.
struct RoughMap: Sendable {
  /// A part in which the recording runs without a break.
  struct Part: Sendable {
    /// The first and the last time in the reference where it was found.
    var times: ClosedRange<Double>
    /// The time in the other recording that corresponds to the time 0 of the reference on this line.
    var intercept: Double
  }

  /// The cost of a break: about the score of two anchors that are found by chance.
  private static let breakCost = 8.0
  /// The least score of a relation, beyond the least scores of its anchors.
  private static let leastScore = 12.0

  var parts: [Part]
  /// By how much longer an interval is in the other recording, as a share.
  var drift: Double

  /// Chooses the matches that belong together; nil if too few do.
  init?(_ candidates: [[AnchorMatch]]) {
    let chain = RoughMap.bestChain(candidates)
    guard let first = chain.first else { return nil }
    let score = chain.reduce(0) { $0 + $1.score - AnchorMatch.leastScore }
    guard score >= RoughMap.leastScore else { return nil }
    var groups = [[first]]
    for match in chain.dropFirst() {
      if groups[groups.count - 1].last?.isContinued(by: match) == true {
        groups[groups.count - 1].append(match)
      } else {
        groups.append([match])
      }
    }
    var slopes: [(slope: Double, weight: Double)] = []
    for group in groups {
      for (index, match) in group.enumerated() {
        for later in group[(index + 1)...] where later.time > match.time {
          let length = later.time - match.time
          slopes.append(((later.distance - match.distance) / length, length))
        }
      }
    }
    let limit = Drift.greatest
    let drift = min(max(RoughMap.weightedMedian(slopes) ?? 0, -limit), limit)
    self.drift = drift
    parts = groups.map { group in
      Part(
        times: (group.first?.time ?? 0)...(group.last?.time ?? 0),
        intercept: median(group.map { $0.otherTime - $0.time * (1 + drift) }))
    }
  }

  /// Returns the chain of at most one match for each anchor with the best scores, less the cost of its breaks.
  private static func bestChain(_ candidates: [[AnchorMatch]]) -> [AnchorMatch] {
    let matches = candidates.flatMap { $0 }.sorted { $0.time < $1.time }
    var totals: [Double] = []
    var links: [Int?] = []
    for (index, match) in matches.enumerated() {
      var (best, link) = (0.0, Int?.none)
      for (earlier, other) in matches[..<index].enumerated() where other.time < match.time {
        let total = totals[earlier] - (other.isContinued(by: match) ? 0 : breakCost)
        if total > best { (best, link) = (total, earlier) }
      }
      totals.append(best + match.score - AnchorMatch.leastScore)
      links.append(link)
    }
    var place = totals.indices.max { totals[$0] < totals[$1] }
    var chain: [AnchorMatch] = []
    while let index = place {
      chain.append(matches[index])
      place = links[index]
    }
    return chain.reversed()
  }

  private static func weightedMedian(_ values: [(slope: Double, weight: Double)]) -> Double? {
    let sorted = values.sorted { $0.slope < $1.slope }
    var rest = sorted.reduce(0) { $0 + $1.weight } / 2
    for value in sorted {
      rest -= value.weight
      if rest <= 0 { return value.slope }
    }
    return nil
  }
}

/// Returns the median; 0 of nothing.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard let middle = sorted.dropFirst(sorted.count / 2).first else { return 0 }
  return sorted.count % 2 == 1 ? middle : (middle + sorted[sorted.count / 2 - 1]) / 2
}
