import PlayheadInterprocess
import PlaybackSession

/// A property: how it is read, when it may change, and how it is set.
struct MPVProperty: Sendable {
  let name: String
  /// The events after which it may have another value.
  let triggers: PropertyTriggers
  /// The keys of its objects that may be absent, as `property unavailable`, not `property not found`.
  let keys: Set<String>
  /// Returns the value; nil if it is not available now.
  let read: @Sendable (PropertyContext) -> MPVNode?
  /// How it is set; nil if it cannot be.
  let setting: PropertySetting?
  /// How `${name}` prints the value; nil for its text.
  let display: PropertyDisplay?

  init(
    _ name: String, _ triggers: PropertyTriggers, keys: Set<String> = [],
    setting: PropertySetting? = nil, display: PropertyDisplay? = nil,
    read: @escaping @Sendable (PropertyContext) -> MPVNode?
  ) {
    (self.name, self.triggers, self.keys) = (name, triggers, keys)
    (self.setting, self.display, self.read) = (setting, display, read)
  }
}

/// The kinds of events that change the values of properties.
struct PropertyTriggers: OptionSet, Sendable {
  let rawValue: Int

  /// The playhead moved.
  static let position = PropertyTriggers(rawValue: 1)
  /// Playback started, stopped, stalled or ended, or the duration is known better.
  static let state = PropertyTriggers(rawValue: 2)
  static let settings = PropertyTriggers(rawValue: 4)
  static let list = PropertyTriggers(rawValue: 8)
  /// Another file is current, or it was opened.
  static let file = PropertyTriggers(rawValue: 16)
  /// Nothing changes it.
  static let never: PropertyTriggers = []
  static let all = PropertyTriggers(rawValue: 31)
}

/// How a value is printed for people.
enum PropertyDisplay: Sendable {
  /// As hours, minutes and seconds.
  case time
  /// As a whole number.
  case whole
  /// With two decimal places.
  case hundredths
  /// Seconds as whole milliseconds with their unit.
  case milliseconds

  func text(of node: MPVNode) -> String? {
    guard let number = node.number else { return node.text }
    switch self {
    case .time: return TimeText.format(number)
    case .whole: return Int64(exactly: number.rounded(.toNearestOrEven)).map { "\($0)" }
    case .milliseconds:
      return Int64(exactly: (number * 1_000).rounded(.toNearestOrEven)).map { "\($0) ms" }
    case .hundredths:
      var bytes: [UInt8] = []
      NumberText.append((number * 100).rounded() / 100, to: &bytes)
      return String(decoding: bytes.dropLast(4), as: UTF8.self)
    }
  }
}

/// How a property is set.
struct PropertySetting: Sendable {
  let kind: ValueKind
  /// Whether it can be set now, whatever the value.
  var isAvailable: @Sendable (PropertyContext) -> Bool = { _ in true }
  /// The values between which `add`, `cycle` and `multiply` keep it; nil for those of `kind`.
  var limits: @Sendable (PropertyContext) -> ClosedRange<Int64>? = { _ in nil }
  /// Returns the request of `add` and `cycle`; nil if they set the value. There is no `multiply` then.
  var step: (@Sendable (Double, PropertyContext) throws(MPVError) -> SessionRequest?)?
  /// Returns the request that sets the value, which is one of `kind`; nil if nothing has to change.
  let request: @Sendable (MPVNode, PropertyContext) throws(MPVError) -> SessionRequest?

  init(
    _ kind: ValueKind,
    request: @escaping @Sendable (MPVNode, PropertyContext) throws(MPVError) -> SessionRequest?
  ) {
    (self.kind, self.request) = (kind, request)
  }
}
