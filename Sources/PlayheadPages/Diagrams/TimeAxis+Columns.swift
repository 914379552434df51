import PlayheadTimekeeping

extension TimeAxis {
  /// An interval of the timeline, at its place in the diagram.
  struct Column<Value> {
    let left: Double
    let right: Double
    /// The positions at the edges, as text.
    let percentage: String
    let value: Value
  }

  /// Returns the columns in the diagram of intervals, from a time of the container on, if that is known.
  func columns<Value>(
    _ values: [Value], from start: MediaTime?, of length: MediaTime
  ) -> [Column<Value>] {
    guard let start else { return [] }
    return values.enumerated().map { index, value in
      let from = start.seconds + Double(index) * length.seconds
      let to = from + length.seconds
      let step = max(length.seconds, 0.001)
      return Column(
        left: x(container: from), right: x(container: to),
        percentage: Quantities.position(from - zero, step: step) + " to "
          + Quantities.position(to - zero, step: step),
        value: value)
    }.filter { $0.right > $0.left }
  }
}
