/// A volume in percent of the original. As in mpv and PulseAudio, percents are cubic: 50 is an eighth
/// of the amplitude, which sounds about half as loud.
package struct Volume: Hashable, Sendable {
  package static let greatest = 200
  package static let full = Volume(percent: 100)

  package let percent: Double

  /// Creates a volume. A percentage that is out of range becomes the nearest one in it.
  package init(percent: Double) {
    self.percent = min(max(percent, 0), Double(Self.greatest))
  }

  /// The factor for samples.
  package var gain: Float {
    let share = Float(percent) / 100
    return share * share * share
  }

  package func changed(by percents: Int) -> Volume {
    Volume(percent: percent + Double(percents))
  }
}
