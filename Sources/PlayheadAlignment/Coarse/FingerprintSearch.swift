/// Searches parts of one fingerprint, the anchors, in all of another one.
///
/// The correlation of the signs of all bands is computed for all distances with Fourier transforms (overlap-save). Two
/// bands are the real and the imaginary part of one signal: the real part of its correlation is the sum of theirs.
struct FingerprintSearch {
  private static let anchorLength = 16.0
  private static let greatestAnchorCount = 256
  private static let greatestBlockSize = 1 << 13
  /// The number of anchors that are searched at the same time. The spectra of one take 1 MB.
  private static let groupSize = 8
  /// The least number of frames that are searched.
  private static let leastCount = 8
  private static let pairCount = Fingerprint.bandCount / 2

  private let short: Fingerprint
  private let long: Fingerprint
  private let anchorSize: Int
  private let transform: any FourierTransform

  /// Creates a search of parts of the short fingerprint in the long one.
  init(of short: Fingerprint, in long: Fingerprint, _ transforms: any FourierTransforms) {
    let stride = max(short.stride, long.stride)
    self.short = short.thinned(to: stride)
    self.long = long.thinned(to: stride)
    let wanted = min(Self.anchorLength / self.short.interval, Double(self.short.count) / 4)
    anchorSize = max(Int(wanted), 1)
    var size = 2
    while size < 2 * anchorSize + self.long.count, size < Self.greatestBlockSize { size *= 2 }
    while size < 2 * anchorSize { size *= 2 }
    transform = transforms.makeTransform(size: size)
  }

  /// Returns the places where each anchor may be, in the order of the anchors.
  func matches() -> [[AnchorMatch]] {
    guard short.count >= Self.leastCount, long.count >= Self.leastCount else { return [] }
    let room = short.count - anchorSize
    let spacing = max(Double(anchorSize) / 2, 1)
    let count = min(Int(Double(room) / spacing) + 1, Self.greatestAnchorCount)
    let starts = (0..<count).map { count == 1 ? room / 2 : $0 * room / (count - 1) }
    return stride(from: 0, to: count, by: Self.groupSize).flatMap { first in
      search(Array(starts[first..<min(first + Self.groupSize, count)]))
    }
  }

  private func search(_ starts: [Int]) -> [[AnchorMatch]] {
    let anchors = starts.map { spectra(of: short, from: $0, count: anchorSize) }
    var correlations = [[Float]](repeating: [], count: starts.count)
    let firstLag = -anchorSize / 2
    let validCount = transform.size - anchorSize + 1
    for lag in stride(from: firstLag, to: long.count - anchorSize / 2, by: validCount) {
      let block = spectra(of: long, from: lag, count: transform.size)
      for index in starts.indices {
        correlations[index] += correlation(of: anchors[index], with: block).prefix(validCount)
      }
    }
    return zip(starts, correlations).map { start, correlation in
      peaks(in: correlation.prefix(long.count), start: start, firstLag: firstLag)
    }
  }

  /// Returns the spectra of the pairs of bands, in order.
  private func spectra(of fingerprint: Fingerprint, from start: Int, count: Int) -> [Complex] {
    let size = transform.size
    var values = [Complex](repeating: .zero, count: size * Self.pairCount)
    let range = max(start, 0)..<max(min(start + count, fingerprint.count), max(start, 0))
    values.withUnsafeMutableBufferPointer { values in
      for frame in range {
        let (rises, falls) = (fingerprint.rises[frame], fingerprint.falls[frame])
        func sign(_ band: Int) -> Float {
          Float(rises >> UInt32(band) & 1) - Float(falls >> UInt32(band) & 1)
        }
        for pair in 0..<Self.pairCount {
          values[pair * size + frame - start] = Complex(sign(2 * pair), sign(2 * pair + 1))
        }
      }
      for pair in 0..<Self.pairCount {
        transform.transform(.init(rebasing: values[pair * size..<(pair + 1) * size]))
      }
    }
    return values
  }

  private func correlation(of anchor: [Complex], with block: [Complex]) -> [Float] {
    let size = transform.size
    var sum = [Complex](repeating: .zero, count: size)
    sum.withUnsafeMutableBufferPointer { sum in
      anchor.withUnsafeBufferPointer { anchor in
        block.withUnsafeBufferPointer { block in
          for first in stride(from: 0, to: anchor.count, by: size) {
            for bin in 0..<size {
              sum[bin] += anchor[first + bin].conjugateTimes(block[first + bin])
            }
          }
        }
      }
      transform.invert(sum)
    }
    return sum.map { $0.x / Float(size) }
  }

  /// Finds the greatest peaks of a correlation, whose first value is that of `firstLag`.
  private func peaks(in correlation: ArraySlice<Float>, start: Int, firstLag: Int) -> [AnchorMatch]
  {
    var rest = Array(correlation)
    let bits = (start..<start + anchorSize).reduce(0) { $0 + short.validCount(ofFrame: $1) }
    // Without a peak, the signs of neighbouring frames agree more often than chance would have it.
    let leastDeviation = 1.5 * Double(bits).squareRoot()
    guard bits > 0 else { return [] }
    var found: [AnchorMatch] = []
    var deviation = 0.0
    for _ in 0..<AnchorMatch.greatestCount {
      guard let index = rest.indices.max(by: { rest[$0] < rest[$1] }), rest[index] > 0 else {
        break
      }
      let around =
        max(index - AnchorMatch.width, 0)...min(index + AnchorMatch.width, rest.count - 1)
      let value = Double(rest[index])
      let place = Double(index + firstLag) + vertex(of: rest, at: index)
      for index in around { rest[index] = 0 }
      if found.isEmpty {
        let energy = rest.reduce(0.0) { $0 + Double($1) * Double($1) }
        deviation = max((energy / Double(max(rest.count, 1))).squareRoot(), leastDeviation)
      }
      guard value / deviation >= AnchorMatch.leastScore else { break }
      let middle = Double(anchorSize) / 2
      found.append(
        AnchorMatch(
          time: (Double(start) + middle) * short.interval,
          otherTime: (place + middle) * short.interval, score: value / deviation))
    }
    return found
  }

  /// Returns the distance from a peak to the vertex of the parabola through it and its neighbours.
  private func vertex(of values: [Float], at index: Int) -> Double {
    guard values.indices.contains(index - 1), values.indices.contains(index + 1) else { return 0 }
    let (left, middle, right) = (values[index - 1], values[index], values[index + 1])
    let curvature = left - 2 * middle + right
    return curvature < 0 ? Double(max(min(0.5 * (left - right) / curvature, 0.5), -0.5)) : 0
  }
}
