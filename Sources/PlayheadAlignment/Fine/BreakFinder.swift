import PlayheadMedia

/// Finds the place where a recording changes from one line to another one.
///
/// If sound is missing in the other recording, the change is at one of its samples; if the other recording has more,
/// at one sample of the reference. On the axis of that recording, its sound is compared with the sound that the other
/// one has on each of the two lines: the sum of the differences of the squared errors is greatest at the change.
struct BreakFinder {
  /// The length in seconds that is examined at once.
  private static let length = 8.0
  /// The length in seconds of a comparison in a longer interval.
  private static let probeLength = 0.5
  /// The length in seconds before a change whose sum is compared with later ones.
  private static let riseLength = 0.002

  private let meter: WindowMeter
  private let sign: Float

  init(_ meter: WindowMeter, isInverted: Bool) {
    (self.meter, sign) = (meter, isInverted ? -1 : 1)
  }

  /// Returns the time in the reference, within a range, at which the first line ends before the second.
  func end(
    of first: OffsetLine, before second: OffsetLine, in times: ClosedRange<Double>
  ) throws(MediaError) -> Double {
    if second.intercept > first.intercept {
      // The other recording has more: the axis is the reference.
      return try change(in: times, mayRepeat: true) { (time, count) throws(MediaError) in
        Views(
          sound: try meter.samples(ofReferenceFrom: time, count: count),
          first: try meter.samples(ofOtherFrom: time, on: first, count: count),
          second: try meter.samples(ofOtherFrom: time, on: second, count: count))
      }
    }
    // The axis is the other recording, as times on the first line.
    let shift = (second.intercept - first.intercept) / (1 + first.drift)
    let axis = times.lowerBound...max(times.upperBound + shift, times.lowerBound)
    return try change(in: axis, mayRepeat: false) { (time, count) throws(MediaError) in
      Views(
        sound: try meter.samples(ofOtherFrom: time, on: first, count: count),
        first: try meter.samples(ofReferenceFrom: time, count: count),
        second: try meter.samples(ofReferenceFrom: time - shift, count: count))
    }
  }

  /// The sound of the axis, and what the other recording has on each of the lines.
  private struct Views {
    let sound: [Float]
    let first: [Float]
    let second: [Float]
  }

  private func change(
    in range: ClosedRange<Double>, mayRepeat: Bool,
    _ read: (Double, Int) throws(MediaError) -> Views
  ) throws(MediaError) -> Double {
    var (low, high) = (range.lowerBound, range.upperBound)
    let rate = Double(meter.sampleRate)
    let probe = Int(Self.probeLength * rate)
    let gain = gain(
      before: try read(low - Self.probeLength, probe), after: try read(high, probe))
    while high - low > Self.length {
      let middle = (low + high) / 2
      let sums = sums(try read(middle - Self.probeLength / 2, probe), gain: gain)
      // If both or neither fit, the search continues towards the end.
      if (sums.last ?? 0) >= 0 { low = middle } else { high = middle }
    }
    let start = low - Self.probeLength
    let sums = sums(
      try read(start, Int((high - low + 2 * Self.probeLength) * rate)), gain: gain)
    guard let greatest = sums.indices.max(by: { sums[$0] < sums[$1] }) else {
      return (low + high) / 2
    }
    var index = greatest
    if mayRepeat {
      // Doubled sound fits both lines, and the sum hardly changes there: the change is at its end.
      let before = max(greatest - Int(Self.riseLength * rate), 0)
      let enough = sums[greatest] - (sums[greatest] - sums[before]) / 2
      index = sums.lastIndex { $0 >= enough } ?? greatest
    }
    return start + Double(index) / rate
  }

  /// Returns how much louder the axis is than the other recording, by least squares, on each line where it holds.
  private func gain(before: Views, after: Views) -> Double {
    var (products, squares) = (0.0, 0.0)
    for (sound, other) in [(before.sound, before.first), (after.sound, after.second)] {
      for index in sound.indices.dropFirst() {
        let change = other[index] - other[index - 1]
        products += Double(sign * (sound[index] - sound[index - 1]) * change)
        squares += Double(change * change)
      }
    }
    return squares > 0 ? max(products / squares, 0) : 0
  }

  /// Returns the sums of the differences of squared errors, divided by twice the gain: an unknown gain of 0 leaves the
  /// products. Differences of neighbouring samples are less alike at other places than the samples.
  private func sums(_ views: Views, gain: Double) -> [Double] {
    var (sums, sum) = ([0.0], 0.0)
    sums.reserveCapacity(views.sound.count)
    for index in views.sound.indices.dropFirst() {
      let change = Double(sign * (views.sound[index] - views.sound[index - 1]))
      let first = Double(views.first[index] - views.first[index - 1])
      let second = Double(views.second[index] - views.second[index - 1])
      sum += (first - second) * (change - gain * (first + second) / 2)
      sums.append(sum)
    }
    return sums
  }
}
