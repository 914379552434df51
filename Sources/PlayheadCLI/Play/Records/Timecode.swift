import PlaybackSession
import PlayheadKit

/// The timecode label of one frame: `HH:MM:SS:FF`, or `HH:MM:SS;FF` in drop-frame timecode (SMPTE
/// ST 12-1; ST 12-3 above 30 frames per second).
///
/// Drop-frame timecode skips labels, but not frames: in each minute that is not a multiple of ten,
/// the first two labels for each 30 frames per second. So 30000/1001 frames per second deviate from
/// the clock by at most 0.1 s per day. After 24 hours labels start again at zero.
struct Timecode: Hashable, Sendable {
  /// The number of frames since `00:00:00:00`.
  let frame: Int64
  let base: TimecodeBase

  init(frame: Int64, base: TimecodeBase) {
    let day = base.framesPerTenMinutes * 144
    let rest = frame % day
    self.frame = rest < 0 ? rest + day : rest
    self.base = base
  }

  /// Parses the timecode that a container declares. Returns nil if there is no such label at this
  /// rate.
  ///
  /// A semicolon or point before the frames selects drop-frame timecode, if the rate is a multiple
  /// of 30.
  init?(_ text: String, nominalRate: Int64) {
    let parts = text.split(
      omittingEmptySubsequences: false, whereSeparator: { ":;.".contains($0) })
    let separators = text.filter { ":;.".contains($0) }
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ? Int64(part) : nil
    }
    guard parts.count == 4, numbers.count == 4, numbers[0] < 24, numbers[1] < 60,
      numbers[2] < 60, numbers[3] < nominalRate, let last = separators.last
    else { return nil }
    let base = TimecodeBase(
      nominalRate: nominalRate, isDropFrame: last != ":" && nominalRate % 30 == 0)
    let minutes = numbers[0] * 60 + numbers[1]
    let labels = (minutes * 60 + numbers[2]) * nominalRate + numbers[3]
    let dropped = base.droppedPerMinute * (minutes - minutes / 10)
    self.init(frame: labels - dropped, base: base)
  }

  /// Creates the timecode of a label. Returns nil if there is no such label at this base.
  init?(_ label: TimecodeLabel, base: TimecodeBase) {
    let minutes = label.hours * 60 + label.minutes
    let isDropped =
      label.seconds == 0 && minutes % 10 != 0 && label.frames < base.droppedPerMinute
    guard label.frames < base.nominalRate, !isDropped else { return nil }
    let labels = (minutes * 60 + label.seconds) * base.nominalRate + label.frames
    self.init(frame: labels - base.droppedPerMinute * (minutes - minutes / 10), base: base)
  }

  /// The label as text.
  var text: String {
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
    return String { bytes in
      bytes.append(clock: seconds)
      bytes.append(UInt8(ascii: base.isDropFrame ? ";" : ":"))
      bytes.append(digits: UInt64(frames), atLeast: base.nominalRate > 100 ? 3 : 2)
    }
  }
}

/// The rules by which labels are counted.
struct TimecodeBase: Hashable, Sendable {
  /// The number of labels per second.
  let nominalRate: Int64
  let isDropFrame: Bool

  /// The number of labels that each minute skips, except every tenth.
  var droppedPerMinute: Int64 { isDropFrame ? nominalRate / 15 : 0 }

  var framesPerTenMinutes: Int64 { nominalRate * 600 - droppedPerMinute * 9 }
}

/// The timecode of a file.
struct TimecodeCount: Sendable {
  private let start: Timecode
  private let frames: FrameCount

  /// Creates the timecode of a file. Returns nil unless the frame rate is a whole number from 1 to
  /// 120, or 1000/1001 times such a number.
  ///
  /// - Parameters:
  ///   - rate: The frame rate.
  ///   - text: The timecode of the first frame in the container. If it is nil or invalid, labels
  ///     start at zero and are drop-frame at 30000/1001 frames per second and its multiples.
  ///   - frames: The frame numbers at positions.
  init?(_ rate: FrameRate, start text: String?, frames: FrameCount) {
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

  func timecode(at position: MediaTime) -> Timecode {
    // A position before the first frame must not become a label of the previous day.
    Timecode(frame: max(start.frame + frames.number(at: position), 0), base: start.base)
  }

  /// Returns the position at which the frame of a label starts, or nil if there is none. A label
  /// more than twelve hours before the first one is on the next day.
  func position(of label: TimecodeLabel) -> MediaTime? {
    guard let timecode = Timecode(label, base: start.base) else { return nil }
    let day = start.base.framesPerTenMinutes * 144
    var number = timecode.frame - start.frame
    if number < -day / 2 { number += day }
    return number < 0 ? nil : frames.position(of: number)
  }

  /// Returns the reason that there is no frame of a label.
  func absence(of label: TimecodeLabel) -> FileMessage {
    if label.frames >= start.base.nominalRate {
      return .timecodeBeyondRate(label: label.text, framesPerSecond: start.base.nominalRate)
    }
    return Timecode(label, base: start.base) == nil
      ? .droppedTimecode(label: label.text)
      : .timecodeBeforeStart(label: label.text, start: start.text)
  }

  func timecode(lasting length: MediaTime) -> Timecode {
    Timecode(frame: frames.count(in: length), base: start.base)
  }
}
