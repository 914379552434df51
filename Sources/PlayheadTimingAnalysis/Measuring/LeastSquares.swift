/// The straight line that fits points best by least squares, in constant memory.
package struct LeastSquares: Hashable, Sendable {
  package private(set) var count = 0
  // Sums relative to the running means (Welford's method), to keep precision for points far from
  // zero.
  private var meanX = 0.0
  private var meanY = 0.0
  private var squaresX = 0.0
  private var products = 0.0

  package init() {}

  package mutating func add(x: Double, y: Double) {
    count += 1
    let distance = x - meanX
    meanX += distance / Double(count)
    meanY += (y - meanY) / Double(count)
    squaresX += distance * (x - meanX)
    products += distance * (y - meanY)
  }

  /// The slope of the line; nil with fewer than two distinct x values, or if it is not finite.
  package var slope: Double? {
    let slope = products / squaresX
    return count > 1 && squaresX > 0 && slope.isFinite ? slope : nil
  }
}
