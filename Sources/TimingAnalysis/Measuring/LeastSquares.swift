/// The straight line that fits points best, by the sum of the squares of their distances: in
/// constant memory, whatever their number.
public struct LeastSquares: Hashable, Sendable {
  public private(set) var count = 0
  // About the running means (Welford's method), so that nothing is lost where the points are far
  // from zero.
  private var meanX = 0.0
  private var meanY = 0.0
  private var squaresX = 0.0
  private var products = 0.0

  public init() {}

  public mutating func add(x: Double, y: Double) {
    count += 1
    let distance = x - meanX
    meanX += distance / Double(count)
    meanY += (y - meanY) / Double(count)
    squaresX += distance * (x - meanX)
    products += distance * (y - meanY)
  }

  /// How much y grows for one x; nil where the points do not tell, or are no numbers.
  public var slope: Double? {
    let slope = products / squaresX
    return count > 1 && squaresX > 0 && slope.isFinite ? slope : nil
  }
}
