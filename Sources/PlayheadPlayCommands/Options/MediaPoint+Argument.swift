import PlaybackSession
import PlayheadArguments
import PlayheadOutputs
import PlayheadRecords
import PlayheadTimekeeping

extension MediaPoint {
  /// Parses `90`, `1:30`, `-10` (before the end), `50%`, `#2` (a chapter) or `01:00:02:00` (a timecode).
  init?(_ text: String) {
    if text.hasPrefix("#") {
      guard let number = Int(digits: text.dropFirst()), number > 0 else { return nil }
      self = .chapter(number)
    } else if text.hasSuffix("%") {
      // 100 times the scale of 17 decimals is beyond 64 bits.
      guard let percent = Decimal(text.dropLast()),
        Int128(percent.digits) <= 100 * Int128(percent.scale)
      else { return nil }
      self = .share(millionths: Int64(Int128(percent.digits) * 10_000 / Int128(percent.scale)))
    } else if text.hasPrefix("-") {
      guard let time = TimeArgument.parse(text.dropFirst()) else { return nil }
      self = .beforeEnd(time)
    } else if let label = TimecodeLabel(text) {
      self = .timecode(label)
    } else {
      guard let time = TimeArgument.parse(text) else { return nil }
      self = .fromStart(time)
    }
  }

  /// Returns the position in a file of this duration, at least zero; nil if it has no such chapter or timecode.
  package func position(
    in duration: MediaTime, chapters: ChapterList = ChapterList(),
    timecodes: TimecodeCount? = nil
  ) -> MediaTime? {
    switch self {
    case .fromStart(let time): return time
    case .beforeEnd(let time): return max(duration.subtracting(time) ?? .zero, .zero)
    case .share(let millionths):
      let nanoseconds = Int128(duration.nanoseconds(rounding: .down)) * Int128(millionths)
      return .nanoseconds(Int64(nanoseconds / 1_000_000))
    case .chapter(let number):
      return chapters.start(of: number)
    case .timecode(let label): return timecodes?.position(of: label)
    }
  }

  /// Returns the reason that a file has no such point. Returns nil for points that every file has.
  func absence(chapters: ChapterList, timecodes: TimecodeCount?) -> FileMessage? {
    switch self {
    case .fromStart, .beforeEnd, .share: nil
    case .chapter(let number): chapters.absence(of: number)
    case .timecode(let label):
      timecodes?.absence(of: label) ?? .noTimecode
    }
  }
}
