import PlayheadKit

/// A volume in percent of the original. As in mpv and PulseAudio, percents are cubic: 50 is an eighth
/// of the amplitude, which sounds about half as loud.
struct Volume: Hashable, Sendable {
  static let greatest = 200
  static let full = Volume(percent: 100)

  let percent: Double

  /// Creates a volume. A percentage that is out of range becomes the nearest one in it.
  init(percent: Double) {
    self.percent = min(max(percent, 0), Double(Self.greatest))
  }

  /// Parses a percentage, with or without `%`. Returns nil for any other text.
  init?(_ text: String) {
    let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
    guard digits.first?.isNumber == true, let percent = Int(digits),
      (0...Self.greatest).contains(percent)
    else { return nil }
    self.init(percent: Double(percent))
  }

  /// The factor for samples.
  var gain: Float {
    let share = Float(percent) / 100
    return share * share * share
  }

  func changed(by percents: Int) -> Volume {
    Volume(percent: percent + Double(percents))
  }
}
