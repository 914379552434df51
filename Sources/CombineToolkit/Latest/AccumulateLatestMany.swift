import PortableCombine

extension Publishers {
  /// Returns a publisher of the latest values of several publishers, in their order, as an array.
  /// It publishes when each has sent a value, and then with every value.
  ///
  /// Without publishers it sends an empty array and finishes, so that a page without rows is still
  /// a page. Otherwise it follows the rules of `CombineLatestCollection`.
  ///
  /// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
  ///
  /// - Parameter publishers: The publishers.
  /// - Returns: A publisher of arrays with one value of each publisher.
  public static func AccumulateLatestMany<Output, Failure>(
    _ publishers: AnyPublisher<Output, Failure>...
  ) -> AnyPublisher<[Output], Failure> {
    AccumulateLatestMany(publishers)
  }

  /// Returns a publisher of the latest values of a sequence of publishers, in their order, as an
  /// array. It publishes when each has sent a value, and then with every value.
  ///
  /// - Parameter publishers: The publishers.
  /// - Returns: A publisher of arrays with one value of each publisher.
  /// - Complexity: O(1) for each value, plus the copy of the array.
  public static func AccumulateLatestMany<S>(
    _ publishers: S
  ) -> AnyPublisher<[S.Element.Output], S.Element.Failure>
  where S: Swift.Sequence, S.Element: Publisher {
    let publishers = Array(publishers)
    if publishers.isEmpty {
      return Just([]).setFailureType(to: S.Element.Failure.self).eraseToAnyPublisher()
    }
    return publishers.combineLatest.eraseToAnyPublisher()
  }
}
