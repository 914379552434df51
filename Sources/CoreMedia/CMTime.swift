import PlayheadTimekeeping

/// The number of units of a time.
public typealias CMTimeValue = Int64
/// The number of units in a second.
public typealias CMTimeScale = Int32
/// The number of a timeline, such as a pass of a loop. It is 0 in the times of players.
public typealias CMTimeEpoch = Int64

/// The greatest timescale.
public let kCMTimeMaxTimescale = 0x7fff_ffff

/// The kind of a time, and whether it was rounded.
public struct CMTimeFlags: OptionSet, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Without this flag a time is invalid.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// The time was rounded, by this calculation or an earlier one.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// The time is +∞.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// The time is −∞.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// The time is not known, as the duration of a live stream.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// The flags of times whose value and timescale are ignored.
  public static let impliedValueFlagsMask: CMTimeFlags = [
    .positiveInfinity, .negativeInfinity, .indefinite,
  ]
}

/// A point in media or a length: `value / timescale` seconds, an infinity, indefinite or invalid.
///
/// Times are equal if they are the same number of seconds. In ascending order: −∞, numbers, indefinite,
/// +∞, invalid. Source of all rules here: Apple's documentation of `CMTime` and its functions.
public struct CMTime: Sendable, BitwiseCopyable {
  /// The number of units.
  public var value: CMTimeValue
  /// The number of units in a second.
  public var timescale: CMTimeScale
  /// The kind of the time.
  public var flags: CMTimeFlags
  /// The timeline to which the time belongs.
  public var epoch: CMTimeEpoch

  /// Creates a time from its parts.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
  }

  /// Creates an invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Creates the time `value / timescale`; an invalid one unless `timescale` is positive.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
  }

  /// Creates a time of seconds, rounded toward zero to units of the timescale.
  ///
  /// The timescale is halved until the value fits. If it never does, the time is infinite. It is invalid
  /// if the timescale is not positive or `seconds` is not a number.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self.init()
      return
    }
    var scale = preferredTimescale
    while true {
      let units = seconds * Double(scale)
      if let value = Int64(exactly: units.rounded(.towardZero)) {
        self.init(value: value, timescale: scale)
        if Double(value) != units { flags.insert(.hasBeenRounded) }
        return
      }
      if scale == 1 || seconds.isInfinite {
        self = seconds < 0 ? .negativeInfinity : .positiveInfinity
        return
      }
      scale /= 2
    }
  }

  /// Zero.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// No time.
  public static let invalid = CMTime()
  /// A time that is not known.
  public static let indefinite = CMTime(flags: .indefinite)
  /// Later than all numbers.
  public static let positiveInfinity = CMTime(flags: .positiveInfinity)
  /// Earlier than all numbers.
  public static let negativeInfinity = CMTime(flags: .negativeInfinity)

  private init(flags: CMTimeFlags) {
    self.init(value: 0, timescale: 0, flags: [.valid, flags], epoch: 0)
  }

  /// Whether it is a number, infinite or indefinite.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether it is +∞.
  public var isPositiveInfinity: Bool { flags.isSuperset(of: [.valid, .positiveInfinity]) }
  /// Whether it is −∞.
  public var isNegativeInfinity: Bool { flags.isSuperset(of: [.valid, .negativeInfinity]) }
  /// Whether it is valid but not known.
  public var isIndefinite: Bool { flags.isSuperset(of: [.valid, .indefinite]) }
  /// Whether it is a number of seconds.
  public var isNumeric: Bool {
    isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0
  }
  /// Whether it is a number that was rounded.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The time in seconds: infinite if the time is, and not a number if it is indefinite or invalid.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    return isPositiveInfinity ? .infinity : isNegativeInfinity ? -.infinity : .nan
  }
}

extension CMTime: Comparable, Hashable {
  /// Returns whether both are the same number of seconds in the same epoch, or of the same other kind.
  public static func == (one: CMTime, other: CMTime) -> Bool { CMTimeCompare(one, other) == 0 }
  public static func < (one: CMTime, other: CMTime) -> Bool { CMTimeCompare(one, other) < 0 }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard isNumeric else { return }
    hasher.combine(MediaTime(ticks: value, timebase: Timebase(1, timescale)))
    hasher.combine(epoch)
  }

  /// The place of the kind of time in the order.
  private var rank: Int {
    if isNumeric { return 1 }
    return isNegativeInfinity ? 0 : isIndefinite ? 2 : isPositiveInfinity ? 3 : 4
  }

  fileprivate func order(to other: CMTime) -> Int32 {
    if rank != other.rank { return rank < other.rank ? -1 : 1 }
    guard isNumeric else { return 0 }
    if epoch != other.epoch { return epoch < other.epoch ? -1 : 1 }
    let (one, two) = (
      Int128(value) * Int128(other.timescale), Int128(other.value) * Int128(timescale)
    )
    return one == two ? 0 : one < two ? -1 : 1
  }
}

/// Returns −1 if the first time is less, 1 if it is greater, and 0 if they are equal.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.order(to: time2) }
/// Returns the lesser time.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { min(time1, time2) }
/// Returns the greater time.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { max(time1, time2) }
/// Returns the time `value / timescale`.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}
/// Returns the time `value / timescale` of an epoch.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  CMTime(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: epoch)
}
/// Returns a time of seconds, as `CMTime(seconds:preferredTimescale:)` does.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// Returns the seconds of a time.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
/// Returns whether a time is valid.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Returns whether a time is invalid.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Returns whether a time is indefinite.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Returns whether a time is a number.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Returns whether a time is +∞.
public func CMTIME_IS_POSITIVE_INFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Returns whether a time is −∞.
public func CMTIME_IS_NEGATIVE_INFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Returns whether a time is a number that was rounded.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }
