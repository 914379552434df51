import PlayheadMedia
import PlayheadTimekeeping

/// A rate at which timecode is sent: 24, 25 or 30 labels per second, in 30 also drop-frame, at the true
/// speed of the frames.
package struct TimecodeRate: Hashable, Sendable {
  /// How labels are counted.
  package let base: TimecodeBase
  /// The duration of a frame, such as 1001/24000 s.
  package let frame: Timebase

  /// 25 frames per second.
  package static let pal = TimecodeRate(
    base: TimecodeBase(nominalRate: 25, isDropFrame: false), frame: Timebase(1, 25))

  private init(base: TimecodeBase, frame: Timebase) {
    (self.base, self.frame) = (base, frame)
  }

  /// Creates the rate of a video's frames, or of half of them above 30. By default, 30000/1001 skips labels.
  package init?(carrying video: FrameRate, isDropFrame: Bool? = nil) {
    let nominal: Int32
    switch video.denominator {
    case 1: nominal = video.numerator
    case 1_001 where video.numerator % 1_000 == 0: nominal = video.numerator / 1_000
    default: return nil
    }
    let isHalved = [48, 50, 60].contains(nominal)
    let labels = isHalved ? nominal / 2 : nominal
    let isSlowed = video.denominator == 1_001
    let drops = isDropFrame ?? (isSlowed && labels == 30)
    guard [24, 25, 30].contains(labels), !(isSlowed && labels == 25),
      !drops || (isSlowed && labels == 30)
    else { return nil }
    self.init(
      base: TimecodeBase(nominalRate: Int64(labels), isDropFrame: drops),
      frame: isSlowed ? Timebase(1_001, labels * 1_000) : Timebase(1, labels))
  }

  package var frameRate: FrameRate? { FrameRate(frame.denominator, frame.numerator) }

  /// The number by which MIDI timecode and ArtTimeCode name the rate.
  package var code: UInt8 {
    switch base.nominalRate {
    case 24: 0
    case 25: 1
    default: base.isDropFrame ? 2 : 3
    }
  }
}
