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
