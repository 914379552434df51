import PlayheadMedia
import PlayheadTimekeeping

extension FrameRateReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case verdict, declared, measured, rounding, mean
    case exactMean = "mean_exact"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    verdict = try container.decode(Verdict.self, forKey: .verdict)
    declared = try container.decodeIfPresent(FrameRate.self, forKey: .declared)
    measured = try container.decodeIfPresent(FrameRate.self, forKey: .measured)
    rounding = try container.decodeIfPresent(MediaTime.self, forKey: .rounding)
    mean =
      try container.decodeIfPresent(Double.self, forKey: .exactMean)
      ?? container.decode(Double.self, forKey: .mean)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(verdict, forKey: .verdict)
    try container.encode(declared, forKey: .declared)
    try container.encode(measured, forKey: .measured)
    try container.encode(rounding, forKey: .rounding)
    try container.encode(DecimalNumber(mean, places: 6), forKey: .mean)
    if encoder is any CommandEncoder { return }
    try container.encode(mean, forKey: .exactMean)
  }
}
