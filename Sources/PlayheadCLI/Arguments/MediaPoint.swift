import Timekeeping

/// A point of a medium as people write it: a time from the start, before the end, a share, a
/// chapter's start, or a frame's timecode.
enum MediaPoint: Hashable {
  case fromStart(MediaTime)
  case beforeEnd(MediaTime)
  /// Of the duration, in millionths.
  case share(millionths: Int64)
  /// By its number, from 1.
  case chapter(Int)
  case timecode(TimecodeLabel)

  /// `90`, `1:30`, `-10` (before the end), `50%`, `#2` (a chapter), `01:00:02:00` (a timecode); nil
  /// for all else.
  init?(_ text: String) {
    if text.hasPrefix("#") {
      let digits = text.dropFirst()
      guard digits.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(digits), number > 0
      else { return nil }
      self = .chapter(number)
    } else if text.hasSuffix("%") {
      guard let percent = Decimal(text.dropLast()), percent.digits <= 100 * percent.scale else {
        return nil
      }
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

  /// Whether it is where it is however long the medium may be.
  var isCountedFromStart: Bool {
    switch self {
    case .fromStart, .timecode: true
    case .beforeEnd, .share, .chapter: false
    }
  }

  var needsDuration: Bool {
    switch self {
    case .fromStart, .chapter, .timecode: false
    case .beforeEnd, .share: true
    }
  }

  /// Whether the medium has to be open for it to be found.
  var needsMedium: Bool {
    if case .fromStart = self { false } else { true }
  }

  /// The position, in a medium of this duration; before zero counts as zero. Nil if there is no
  /// such chapter or timecode.
  func position(
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

  /// Why a medium has no such point, for the end of a message; nil for a point that every medium
  /// has.
  func absence(chapters: ChapterList, timecodes: TimecodeCount?) -> String? {
    switch self {
    case .fromStart, .beforeEnd, .share: nil
    case .chapter(let number): chapters.absence(of: number)
    case .timecode(let label):
      timecodes?.absence(of: label)
        ?? "it has no timecode: its frame rate is unknown or varies; --fps gives one"
    }
  }
}
