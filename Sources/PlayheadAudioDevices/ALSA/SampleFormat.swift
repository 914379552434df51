import CPlayheadSound

/// A format of samples that a device of ALSA takes.
enum SampleFormat: CaseIterable {
  case float, signed32, signed16

  /// ALSA's name of the format, in the machine's byte order.
  var identifier: snd_pcm_format_t {
    let isBigEndian = Int(bigEndian: 1) == 1
    return switch self {
    case .float: isBigEndian ? SND_PCM_FORMAT_FLOAT_BE : SND_PCM_FORMAT_FLOAT_LE
    case .signed32: isBigEndian ? SND_PCM_FORMAT_S32_BE : SND_PCM_FORMAT_S32_LE
    case .signed16: isBigEndian ? SND_PCM_FORMAT_S16_BE : SND_PCM_FORMAT_S16_LE
    }
  }

  /// Calls `body` with samples in this format.
  func withConverted<Result>(
    _ samples: UnsafeBufferPointer<Float>, _ body: (UnsafeRawPointer?) -> Result
  ) -> Result {
    switch self {
    case .float: body(samples.baseAddress)
    case .signed32:
      samples.map { Self.integer($0, Int32.self) }.withUnsafeBytes { body($0.baseAddress) }
    case .signed16:
      samples.map { Self.integer($0, Int16.self) }.withUnsafeBytes { body($0.baseAddress) }
    }
  }

  /// Returns the nearest integer to a sample, clamped; 0 for NaN.
  static func integer<Number: FixedWidthInteger>(_ sample: Float, _: Number.Type) -> Number {
    let scaled = (Double(sample) * -Double(Number.min)).rounded(.toNearestOrEven)
    if scaled.isNaN { return 0 }
    return Number(max(Double(Number.min), min(scaled, Double(Number.max))))
  }
}
