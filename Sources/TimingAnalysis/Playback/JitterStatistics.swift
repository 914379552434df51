extension IntervalStatistics {
  /// Creates a summary of the absolute differences between a histogram's values and `expected`.
  init?(distancesIn histogram: IntervalHistogram, from expected: Int64) {
    var distances: [(value: Int64, count: Int)] = histogram.entries.map { entry in
      let (distance, overflow) = entry.value.subtractingReportingOverflow(expected)
      return (overflow ? .max : Int64(clamping: distance.magnitude), entry.count)
    }
    distances.sort { $0.value < $1.value }
    self.init(distances, isExact: histogram.isExact)
  }
}
