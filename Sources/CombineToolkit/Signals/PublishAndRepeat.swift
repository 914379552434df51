import PortableCombine

extension Publishers {
  /// Returns a publisher that makes a new publisher when it is subscribed to and for each value of
  /// a signal, and sends the values of the newest one. The previous one is cancelled.
  ///
  /// The result finishes when the signal and the newest publisher have finished, and fails if the
  /// newest publisher fails.
  ///
  /// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
  ///
  /// - Parameters:
  ///   - signal: The signal. Its values are ignored.
  ///   - publisher: Makes a publisher. Called at the subscription, and once for each value of the
  ///     signal, on its thread.
  /// - Returns: A publisher of the values of the newest publisher.
  public static func PublishAndRepeat<S, P>(
    onOutputFrom signal: S, _ publisher: @escaping () -> P
  ) -> AnyPublisher<P.Output, P.Failure>
  where S: Publisher, P: Publisher, S.Failure == Never {
    Publish(onOutputFrom: Merge(Just(()), signal.map { _ in }), publisher)
  }
}
