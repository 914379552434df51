import PortableCombine

extension ContractRow {
  /// Creates a row of a publisher of current values, which depend on the time of the demand.
  package init(_ name: String, make: @escaping @Sendable () -> AnyPublisher<Int, Never>) {
    self.init(name, upstreams: 0, except: [.dependsOnDemand]) { _ in
      make().setFailureType(to: Failure.self).eraseToAnyPublisher()
    }
  }
}

extension Publisher {
  /// Publishes the number of values until now instead of each value.
  package func counted() -> Publishers.Scan<Self, Int> { scan(0) { count, _ in count + 1 } }
}
