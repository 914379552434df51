import CPlayheadSystemBus

/// A call that we make of another program's method.
package struct BusRequest: Hashable, Sendable {
  /// The name of the program on the bus.
  package var destination: String
  /// The path of its object.
  package var path: String
  package var interface: String
  /// The name of the method.
  package var member: String
  package var arguments: [BusValue]

  package init(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: BusValue...
  ) {
    (self.destination, self.path) = (destination, path)
    (self.interface, self.member, self.arguments) = (interface, member, arguments)
  }
}

/// What another program replies.
package enum BusAnswer: Hashable, Sendable {
  /// The values, and the unique name of the program. No value if they have types that nobody reads.
  case values([BusValue], sender: String)
  case error(ReceivedError)
}

/// An error that another program, the bus or the library returns.
package struct ReceivedError: Error, Hashable, Sendable {
  package var name: String
  /// The reason, in the program's words.
  package var message: String

  package init(name: String, message: String) { (self.name, self.message) = (name, message) }

  init(_ error: sd_bus_error) {
    name = error.name.map { String(cString: $0) } ?? ""
    message = error.message.map { String(cString: $0) } ?? "no reason was given"
  }

  /// Whether there was no reply: the program is gone, has stopped, or there is no connection.
  package var isUnanswered: Bool {
    name == "org.freedesktop.DBus.Error.NoReply" || name == "org.freedesktop.DBus.Error.Timeout"
  }
}

/// A signal of another program.
package struct ReceivedSignal: Hashable, Sendable {
  /// The unique name of the program, which the bus states.
  package var sender: String
  package var signal: BusSignal

  package init(sender: String, signal: BusSignal) { (self.sender, self.signal) = (sender, signal) }
}
