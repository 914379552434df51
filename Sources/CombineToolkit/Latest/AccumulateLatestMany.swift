import PortableCombine

extension Publishers {
  /// Sends the latest values of some publishers, in their order, each time one of them changes, once
  /// there is one of each.
  ///
  /// Of none it sends an empty array, and finishes: so a page of no rows is a page. Otherwise it
  /// follows the rules of `CombineLatestCollection`.
  ///
  /// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
  public static func AccumulateLatestMany<Output, Failure>(
    _ publishers: AnyPublisher<Output, Failure>...
  ) -> AnyPublisher<[Output], Failure> {
    AccumulateLatestMany(publishers)
  }

  /// Sends the latest values of a sequence of publishers, in their order, each time one of them
  /// changes, once there is one of each.
  ///
  /// It costs a constant amount of work for each value, besides the copy of the array.
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
