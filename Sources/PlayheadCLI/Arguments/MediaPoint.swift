import Timekeeping

/// A point of a medium as people write it: a time from the start, before the end, or a share.
enum MediaPoint: Hashable {
  case fromStart(MediaTime)
  case beforeEnd(MediaTime)
  /// Of the duration, in millionths.
  case share(millionths: Int64)

  /// `90`, `1:30`, `-10` (before the end), `50%`; nil for all else.
  init?(_ text: String) {
    if text.hasSuffix("%") {
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
    if case .fromStart = self { false } else { true }
  }

  /// The position, in a medium of this duration; before zero counts as zero.
  func position(in duration: MediaTime) -> MediaTime {
    switch self {
    case .fromStart(let time): return time
    case .beforeEnd(let time): return max(duration.subtracting(time) ?? .zero, .zero)
    case .share(let millionths):
      let nanoseconds = Int128(duration.nanoseconds(rounding: .down)) * Int128(millionths)
      return .nanoseconds(Int64(nanoseconds / 1_000_000))
    }
  }
}
