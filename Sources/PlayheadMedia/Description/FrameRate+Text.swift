extension FrameRate: CustomStringConvertible {
  /// A whole number or a fraction of frames per second, as in `25` or `30000/1001`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
