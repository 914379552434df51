import PortableCombine

extension Publishers {
  /// Makes another publisher when it is subscribed to, and anew at each value of a signal, and sends
  /// its values; the one before is cancelled.
  ///
  /// A publisher that finishes is not the end while the signal may come; one that fails is.
  ///
  /// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
  ///
  /// - Parameters:
  ///   - signal: the signal; its values do not matter.
  ///   - publisher: makes the publisher: called at the subscription, and once for each value of the
  ///     signal, on its thread.
  public static func PublishAndRepeat<S, P>(
    onOutputFrom signal: S, _ publisher: @escaping () -> P
  ) -> AnyPublisher<P.Output, P.Failure>
  where S: Publisher, P: Publisher, S.Failure == Never {
    Publish(onOutputFrom: Merge(Just(()), signal.map { _ in }), publisher)
  }
}
