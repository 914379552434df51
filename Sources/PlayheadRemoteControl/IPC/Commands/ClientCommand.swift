import PlayheadInterprocess

/// A command that only JSON clients have: it concerns the client, or one property.
struct ClientCommand {
  enum Kind: String {
    case clientName = "client_name"
    case timeInMicroseconds = "get_time_us"
    case version = "get_version"
    case getProperty = "get_property"
    case getPropertyString = "get_property_string"
    case setProperty = "set_property"
    case setPropertyString = "set_property_string"
    case observeProperty = "observe_property"
    case observePropertyString = "observe_property_string"
    case unobserveProperty = "unobserve_property"
    case requestLogMessages = "request_log_messages"
    case enableEvent = "enable_event"
    case disableEvent = "disable_event"
  }

  let kind: Kind
  let arguments: [MPVNode]

  /// Checks the number of arguments.
  func expect(_ count: Int) throws(MPVError) {
    guard arguments.count == count else { throw .invalidParameter }
  }

  /// The text of an argument.
  func text(_ index: Int) throws(MPVError) -> String {
    guard let text = arguments[index].string else { throw .invalidParameter }
    return text
  }

  /// The whole number of an argument.
  func number(_ index: Int) throws(MPVError) -> Int64 {
    guard let number = arguments[index].int else { throw .invalidParameter }
    return number
  }
}
