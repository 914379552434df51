import PlayheadKit

/// The label of one frame: `HH:MM:SS:FF`, and `HH:MM:SS;FF` where it drops frames (SMPTE ST 12-1,
/// ST 12-3 above 30 frames a second).
///
/// Dropping leaves out labels, never frames: the first ones of each minute that is not a multiple
/// of ten, two for each 30 frames of a second, so that 30000/1001 frames a second keep to the clock
/// within a day by 0.1 s. Labels begin again after 24 hours.
struct Timecode: Hashable, Sendable {
  /// From `00:00:00:00`.
  let frame: Int64
  let base: TimecodeBase

  init(frame: Int64, base: TimecodeBase) {
    let day = base.framesPerTenMinutes * 144
    let rest = frame % day
    self.frame = rest < 0 ? rest + day : rest
    self.base = base
  }

  /// Parses what a container writes; nil where that is none of this base. A semicolon or a point
  /// before the frames has it drop.
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

  /// The frame of a label; nil if the base has no such label.
  init?(_ label: TimecodeLabel, base: TimecodeBase) {
    let minutes = label.hours * 60 + label.minutes
    let isDropped =
      label.seconds == 0 && minutes % 10 != 0 && label.frames < base.droppedPerMinute
    guard label.frames < base.nominalRate, !isDropped else { return nil }
    let labels = (minutes * 60 + label.seconds) * base.nominalRate + label.frames
    self.init(frame: labels - base.droppedPerMinute * (minutes - minutes / 10), base: base)
  }

  /// As it is written.
  var text: String {
    var label = frame
    let dropped = base.droppedPerMinute
    if dropped > 0 {
      let (tens, rest) = frame.quotientAndRemainder(dividingBy: base.framesPerTenMinutes)
      label += dropped * 9 * tens
      // The first minute of ten drops none.
      let whole = base.nominalRate * 60
      if rest >= whole { label += dropped * ((rest - whole) / (whole - dropped) + 1) }
    }
    let (seconds, frames) = label.quotientAndRemainder(dividingBy: base.nominalRate)
    var bytes: [UInt8] = []
    bytes.append(clock: seconds)
    bytes.append(UInt8(ascii: base.isDropFrame ? ";" : ":"))
    bytes.append(digits: UInt64(frames), atLeast: base.nominalRate > 100 ? 3 : 2)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// How timecode counts.
struct TimecodeBase: Hashable, Sendable {
  /// Labels a second.
  let nominalRate: Int64
  let isDropFrame: Bool

  /// Labels that a minute leaves out, but each tenth.
  var droppedPerMinute: Int64 { isDropFrame ? nominalRate / 15 : 0 }

  var framesPerTenMinutes: Int64 { nominalRate * 600 - droppedPerMinute * 9 }
}

/// The timecode of one medium.
struct TimecodeCount: Sendable {
  private let start: Timecode
  private let frames: FrameCount

  /// - Parameter start: what the container says of its first frame. Where it says nothing, the
  ///   count is from zero, and drops where the rate is one of 30000/1001 and its multiples.
  ///
  /// Nil where there is no timecode at the rate: it is for whole numbers of frames a second, and
  /// for 1000/1001 of those.
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
    // What comes before the first frame of those that count from zero is no part of the day before.
    Timecode(frame: max(start.frame + frames.number(at: position), 0), base: start.base)
  }

  /// Where the frame of a label begins; nil if there is none. A label more than twelve hours before
  /// the first is one of the next day.
  func position(of label: TimecodeLabel) -> MediaTime? {
    guard let timecode = Timecode(label, base: start.base) else { return nil }
    let day = start.base.framesPerTenMinutes * 144
    var number = timecode.frame - start.frame
    if number < -day / 2 { number += day }
    return number < 0 ? nil : frames.position(of: number)
  }

  /// Why there is no frame of a label, for the end of a message.
  func absence(of label: TimecodeLabel) -> String {
    if label.frames >= start.base.nominalRate {
      return "its timecode has \(start.base.nominalRate) frames a second, and no \(label.text)"
    }
    return Timecode(label, base: start.base) == nil
      ? "its timecode drops \(label.text)"
      : "its timecode begins at \(start.text), after \(label.text)"
  }

  func timecode(lasting length: MediaTime) -> Timecode {
    Timecode(frame: frames.count(in: length), base: start.base)
  }
}
