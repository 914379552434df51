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
