/// The namespace of ready-made subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// A subscription that ignores requests, for a publisher without values.
  public static var empty: any Subscription { Empty.shared }

  private final class Empty: Subscription, CustomStringConvertible, Sendable {
    static let shared = Empty()

    var description: String { "Empty" }

    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }
}
