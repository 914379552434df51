/// A call of a method on the bus.
package struct BusCall: Hashable, Sendable {
  /// The interface; nil if the caller leaves it out.
  package var interface: String?
  /// The name of the method.
  package var member: String
  /// The types of the arguments.
  package var signature: String
  /// The arguments; empty if they have types that the method does not take, or are too long.
  package var arguments: [BusValue]

  package init(interface: String?, member: String, signature: String, arguments: [BusValue]) {
    (self.interface, self.member, self.signature) = (interface, member, signature)
    self.arguments = arguments
  }
}

/// A reply to a call.
package enum BusReply: Hashable, Sendable {
  case values([BusValue])
  case error(BusCallError)
}

/// An error that is returned to the caller of a method.
package struct BusCallError: Error, Hashable, Sendable {
  /// The standard name of the error, after `org.freedesktop.DBus.Error.`.
  package enum Name: String {
    case unknownMethod = "UnknownMethod"
    case unknownInterface = "UnknownInterface"
    case unknownProperty = "UnknownProperty"
    case propertyReadOnly = "PropertyReadOnly"
    case invalidArguments = "InvalidArgs"
    case notSupported = "NotSupported"
    case accessDenied = "AccessDenied"
    case failed = "Failed"
  }

  package var name: Name
  /// The reason, in words.
  package var message: String

  package init(_ name: Name, _ message: String) {
    self.name = name
    self.message = message
  }
}

/// A signal of the object.
package struct BusSignal: Hashable, Sendable {
  package var interface: String
  /// The name of the signal.
  package var member: String
  package var arguments: [BusValue]

  package init(_ interface: String, _ member: String, _ arguments: BusValue...) {
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}
