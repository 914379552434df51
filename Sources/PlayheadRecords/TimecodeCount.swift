import PlaybackSession
import PlayheadMedia
import PlayheadOutputs
import PlayheadTimecode
import PlayheadTimekeeping

/// The timecode of a file.
package struct TimecodeCount: Sendable {
  private var start: Timecode
  private let frames: FrameCount

  /// Creates the timecode of a file, whose rate is a whole number from 1 to 120, or 1000/1001 times that.
  ///
  /// Without a valid `text` for the first frame, labels start at zero, and are drop-frame at multiples of 30000/1001.
  package init?(_ rate: FrameRate, start text: String?, frames: FrameCount) {
    let nominal: Int64
    switch rate.denominator {
    case 1: nominal = Int64(rate.numerator)
    case 1_001 where rate.numerator % 1_000 == 0: nominal = Int64(rate.numerator) / 1_000
    default: return nil
    }
    guard (1...120).contains(nominal) else { return nil }
    let drops = rate.denominator == 1_001 && nominal % 30 == 0
    let zero = Timecode(frame: 0, base: TimecodeBase(nominalRate: nominal, isDropFrame: drops))
    start = text.flatMap { Timecode($0, nominalRate: nominal) } ?? zero
    self.frames = frames
  }

  /// Creates timecode in which a label belongs to a position in sound, where it was found to 0.1 ms.
  package init?(_ rate: FrameRate, label: String, at position: MediaTime) {
    // The labels before the first one of the code are counted, too.
    let lead = -FrameCount(rate, from: position, within: 200_000).number(at: .zero)
    let length = MediaTime(ticks: lead, timebase: Timebase(rate.denominator, rate.numerator))
    let zero = position.subtracting(length) ?? .zero
    self.init(rate, start: label, frames: FrameCount(rate, from: zero, within: 200_000))
    start = Timecode(frame: start.frame - lead, base: start.base)
  }

  package func timecode(at position: MediaTime) -> Timecode {
    // A position before the first frame must not become a label of the previous day.
    Timecode(frame: max(start.frame + frames.number(at: position), 0), base: start.base)
  }

  /// Returns the position of a label, if there is one: twelve hours before the first one is on the next day.
  package func position(of label: TimecodeLabel) -> MediaTime? {
    guard let timecode = Timecode(label, base: start.base) else { return nil }
    let day = start.base.framesPerTenMinutes * 144
    var number = timecode.frame - start.frame
    if number < -day / 2 { number += day }
    return number < 0 ? nil : frames.position(of: number)
  }

  /// Returns the reason that there is no frame of a label.
  package func absence(of label: TimecodeLabel) -> FileMessage {
    Timecode.absence(of: label, base: start.base)
      ?? .timecodeBeforeStart(label: label.text, start: start.text)
  }

  package func timecode(lasting length: MediaTime) -> Timecode {
    Timecode(frame: frames.count(in: length), base: start.base)
  }
}

extension Timecode {
  /// Creates the timecode of a label. Returns nil if there is no such label at this base.
  package init?(_ label: TimecodeLabel, base: TimecodeBase) {
    self.init(from: label, base: base)
    guard numbers == (label.hours, label.minutes, label.seconds, label.frames) else { return nil }
  }

  /// Creates the timecode of a label, or of the next one that exists at this base.
  package init(from label: TimecodeLabel, base: TimecodeBase) {
    self.init(
      hours: label.hours, minutes: label.minutes, seconds: label.seconds, frames: label.frames,
      base: base)
  }

  /// Returns the reason that a label does not exist at a base; nil if it does.
  package static func absence(of label: TimecodeLabel, base: TimecodeBase) -> FileMessage? {
    if label.frames >= base.nominalRate {
      return .timecodeBeyondRate(label: label.text, framesPerSecond: base.nominalRate)
    }
    return Timecode(label, base: base) == nil ? .droppedTimecode(label: label.text) : nil
  }
}
