/// How many standard errors a value may be wrong by, with a confidence of 95 %.
enum ConfidenceFactor {
  /// Student's factors for one to ten degrees of freedom.
  private static let few = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23]

  /// Returns the factor, at least 2, for the points beyond those that determine the line, at least one.
  static func ofPoints(beyond freedom: Int) -> Double {
    if freedom <= few.count { return few[max(freedom, 1) - 1] }
    let inverse = 1 / Double(freedom)
    return max(1.96 + 2.4 * inverse + 2.8 * inverse * inverse, 2)
  }
}
