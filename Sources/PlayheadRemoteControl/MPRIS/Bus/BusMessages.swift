/// A call of a method on the bus.
struct BusCall: Hashable, Sendable {
  /// The interface; nil if the caller leaves it out.
  var interface: String?
  /// The name of the method.
  var member: String
  /// The types of the arguments.
  var signature: String
  /// The arguments; empty if they have types that the method does not take, or are too long.
  var arguments: [BusValue]
}

/// A reply to a call.
enum BusReply: Hashable, Sendable {
  case values([BusValue])
  case error(BusCallError)
}

/// An error that is returned to the caller of a method.
struct BusCallError: Error, Hashable, Sendable {
  /// The standard name of the error, after `org.freedesktop.DBus.Error.`.
  enum Name: String {
    case unknownMethod = "UnknownMethod"
    case unknownInterface = "UnknownInterface"
    case unknownProperty = "UnknownProperty"
    case propertyReadOnly = "PropertyReadOnly"
    case invalidArguments = "InvalidArgs"
    case notSupported = "NotSupported"
    case accessDenied = "AccessDenied"
    case failed = "Failed"
  }

  /// The name.
  var name: Name
  /// The reason, in words.
  var message: String

  init(_ name: Name, _ message: String) {
    self.name = name
    self.message = message
  }
}

/// A signal of the object.
struct BusSignal: Hashable, Sendable {
  /// The interface.
  var interface: String
  /// The name of the signal.
  var member: String
  /// The arguments.
  var arguments: [BusValue]

  init(_ interface: String, _ member: String, _ arguments: BusValue...) {
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}
