/// The namespace of ready-made subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// The subscription of a publisher that has no values to send: it ignores requests.
  public static var empty: any Subscription { Empty.shared }

  private final class Empty: Subscription, CustomStringConvertible, Sendable {
    static let shared = Empty()

    var description: String { "Empty" }

    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }
}
