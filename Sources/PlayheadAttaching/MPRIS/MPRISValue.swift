import PlayheadInterprocess
import PlayheadTimekeeping

/// Values of players, some of which use other types than the specification demands.
enum MPRISValue {
  /// About 31 years in microseconds. No player plays for longer.
  private static let longestTime: Int64 = 1_000_000_000_000_000
  /// The maximum number of characters of a text that is shown.
  private static let longestText = 1_024
  /// The maximum number of bytes of a URL or of a track's path.
  private static let longestAddress = 1 << 14

  /// Returns a position; nil if it is negative, beyond all media, or no number.
  static func position(_ value: BusValue?) -> MediaTime? {
    number(value).flatMap { (0...longestTime).contains($0) ? time($0) : nil }
  }

  /// Returns a duration; nil if there is none.
  static func duration(_ value: BusValue?) -> MediaTime? {
    position(value).flatMap { $0 > .zero ? $0 : nil }
  }

  /// Returns a text that is shown, shortened; nil if it is empty.
  static func shownText(_ value: BusValue?) -> String? {
    switch value {
    case .text(let text): text.isEmpty ? nil : String(text.prefix(longestText))
    case .array(_, let values):
      shownText(.text(values.prefix(8).compactMap(shownText).joined(separator: ", ")))
    default: nil
    }
  }

  /// Returns a URL or a path; nil if it is empty or too long.
  static func address(_ value: BusValue?) -> String? {
    switch value {
    case .text(let text), .path(let text):
      text.isEmpty || text.utf8.count > longestAddress ? nil : text
    default: nil
    }
  }

  /// Returns a number that is finite.
  static func real(_ value: BusValue?) -> Double? {
    if case .double(let number)? = value { return number.isFinite ? number : nil }
    return number(value).map(Double.init)
  }

  /// Returns a time in whole microseconds; nil if they overflow.
  static func microseconds(_ time: MediaTime) -> Int64? {
    time.converted(to: .microseconds, rounding: .toNearestOrEven)?.ticks
  }

  /// Returns the rate that VLC 3 rounds to the one nearest to this rate. It plays at 1000 / n, and rounds n down, so that
  /// it would play at 1.001 if it is asked for 1.000001.
  static func rateOfVLC(_ rate: Double) -> Double {
    let count = (1_000 / rate).rounded()
    let isExact = 1_000 / count == rate && Double(Float(rate)) == rate
    return isExact || count < 1 ? rate : 1_000 / (count + 0.01)
  }

  static func boolean(_ value: BusValue?) -> Bool? {
    if case .boolean(let isTrue)? = value { isTrue } else { nil }
  }

  private static func number(_ value: BusValue?) -> Int64? {
    switch value {
    case .int32(let number): Int64(number)
    case .uint32(let number): Int64(number)
    case .int64(let number): number
    case .uint64(let number): Int64(exactly: number)
    case .double(let number): Int64(exactly: number.rounded())
    default: nil
    }
  }

  private static func time(_ microseconds: Int64) -> MediaTime {
    MediaTime(ticks: microseconds, timebase: .microseconds)
  }
}
