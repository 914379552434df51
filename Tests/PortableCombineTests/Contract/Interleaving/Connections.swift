import PortableCombine

/// The connections of a publisher of an interleaving to its upstreams.
final class Connections {
  /// Set before the subscriber has its subscription.
  var all: [any Cancellable] = []

  func cancel() { all.forEach { $0.cancel() } }
}

extension Publisher {
  /// This publisher, which connects to upstreams while it has a subscriber.
  func connected(_ connect: @escaping () -> [any Cancellable]) -> Publishers.HandleEvents<Self> {
    let connections = Connections()
    return handleEvents(
      receiveSubscription: { _ in connections.all = connect() }, receiveCancel: connections.cancel)
  }

  /// This publisher, which retains an object.
  func holding<T>(_ object: T) -> Publishers.Map<Self, Output> {
    map { value in withExtendedLifetime(object) { value } }
  }
}
