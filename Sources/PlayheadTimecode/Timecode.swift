/// The timecode label of one frame: `HH:MM:SS:FF`, or `HH:MM:SS;FF` in drop-frame timecode (SMPTE
/// ST 12-1; ST 12-3 above 30 frames per second).
///
/// Drop-frame timecode skips labels, but not frames: in each minute that is not a multiple of ten,
/// the first two labels for each 30 frames per second. So 30000/1001 frames per second deviate from
/// the clock by at most 0.1 s per day. After 24 hours labels start again at zero.
package struct Timecode: Hashable, Sendable {
  /// The number of frames since `00:00:00:00`.
  package let frame: Int64
  package let base: TimecodeBase

  package init(frame: Int64, base: TimecodeBase) {
    let day = base.framesPerTenMinutes * 144
    let rest = frame % day
    self.frame = rest < 0 ? rest + day : rest
    self.base = base
  }

  /// Creates the timecode of a label, or of the next one that exists. The numbers other than `frames` must be valid.
  package init(hours: Int64, minutes: Int64, seconds: Int64, frames: Int64, base: TimecodeBase) {
    let isBeyond = frames >= base.nominalRate
    let seconds = (hours * 60 + minutes) * 60 + seconds + (isBeyond ? 1 : 0)
    let minutes = seconds / 60
    let first = seconds % 60 == 0 && minutes % 10 != 0 ? base.droppedPerMinute : 0
    let labels = seconds * base.nominalRate + max(isBeyond ? 0 : frames, first)
    self.init(frame: labels - base.droppedPerMinute * (minutes - minutes / 10), base: base)
  }

  /// Parses a timecode, with `;` or `.` for drop-frame at multiples of 30; a label that this skips counts as the next.
  package init?(_ text: String, nominalRate: Int64) {
    guard let numbers = Self.numbers(in: text), numbers[0] < 24, numbers[1] < 60,
      numbers[2] < 60, numbers[3] < nominalRate, let last = text.last(where: ":;.".contains)
    else { return nil }
    let base = TimecodeBase(
      nominalRate: nominalRate, isDropFrame: last != ":" && nominalRate % 30 == 0)
    self.init(
      hours: numbers[0], minutes: numbers[1], seconds: numbers[2], frames: numbers[3], base: base)
  }

  /// Returns the hours, minutes, seconds and frames of a label as text; nil for any other text.
  package static func numbers(in text: String) -> [Int64]? {
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: ":;.".contains)
    let numbers = parts.compactMap { Int64(digits: $0) }
    return parts.count == 4 && numbers.count == 4 ? numbers : nil
  }

  /// The numbers of the label.
  package var numbers: (hours: Int64, minutes: Int64, seconds: Int64, frames: Int64) {
    var label = frame
    let dropped = base.droppedPerMinute
    if dropped > 0 {
      let (tens, rest) = frame.quotientAndRemainder(dividingBy: base.framesPerTenMinutes)
      label += dropped * 9 * tens
      // The first minute of ten skips no labels.
      let whole = base.nominalRate * 60
      if rest >= whole { label += dropped * ((rest - whole) / (whole - dropped) + 1) }
    }
    let (seconds, frames) = label.quotientAndRemainder(dividingBy: base.nominalRate)
    return (seconds / 3_600, seconds / 60 % 60, seconds % 60, frames)
  }

  package var text: String {
    func digits(_ number: Int64, _ count: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
    }
    let (hours, minutes, seconds, frames) = numbers
    return "\(digits(hours)):\(digits(minutes)):\(digits(seconds))\(base.isDropFrame ? ";" : ":")"
      + digits(frames, base.nominalRate > 100 ? 3 : 2)
  }
}
