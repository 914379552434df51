import Timekeeping

/// A point of a medium as people write it: a time from the start, before the end, a share, or a
/// chapter's start.
enum MediaPoint: Hashable {
  case fromStart(MediaTime)
  case beforeEnd(MediaTime)
  /// Of the duration, in millionths.
  case share(millionths: Int64)
  /// By its number, from 1.
  case chapter(Int)

  /// `90`, `1:30`, `-10` (before the end), `50%`, `#2` (a chapter); nil for all else.
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
    } else {
      guard let time = TimeArgument.parse(text) else { return nil }
      self = .fromStart(time)
    }
  }

  var needsDuration: Bool {
    switch self {
    case .fromStart, .chapter: false
    case .beforeEnd, .share: true
    }
  }

  /// Whether the medium has to be open for it to be found.
  var needsMedium: Bool {
    if case .fromStart = self { false } else { true }
  }

  /// The position, in a medium of this duration; before zero counts as zero. Nil where there is no
  /// such chapter.
  func position(in duration: MediaTime, chapters: ChapterList = ChapterList()) -> MediaTime? {
    switch self {
    case .fromStart(let time): return time
    case .beforeEnd(let time): return max(duration.subtracting(time) ?? .zero, .zero)
    case .share(let millionths):
      let nanoseconds = Int128(duration.nanoseconds(rounding: .down)) * Int128(millionths)
      return .nanoseconds(Int64(nanoseconds / 1_000_000))
    case .chapter(let number):
      return chapters.start(of: number)
    }
  }
}
