import Foundation
import PortableCombine

extension NotificationCenter {
  /// Returns a publisher of the notifications with a name.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications.
  ///   - object: The sender of the notifications; nil for any sender.
  /// - Returns: A publisher that never finishes or fails.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher(center: self, name: name, object: object)
  }

  /// A publisher of notifications. It delivers on the threads that post them, one notification at a time.
  ///
  /// It never completes. A notification without demand is dropped.
  public struct Publisher: PortableCombine.Publisher, Equatable {
    /// A notification.
    public typealias Output = Notification
    public typealias Failure = Never

    /// The notification center.
    public let center: NotificationCenter
    /// The name of the notifications.
    public let name: Notification.Name
    /// The sender of the notifications; nil for any sender.
    public let object: AnyObject?

    /// Creates a publisher, like `publisher(for:object:)`.
    ///
    /// - Parameters:
    ///   - center: The notification center.
    ///   - name: The name of the notifications.
    ///   - object: The sender of the notifications; nil for any sender.
    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      self.center = center
      self.name = name
      self.object = object
    }

    /// Attaches a subscriber, which observes the center until it cancels.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == Never, S.Input == Notification {
      let mailbox = Mailbox()
      let token = center.addObserver(forName: name, object: object, queue: nil) {
        mailbox.subject.send($0)
      }
      let center = center
      let observation = AnyCancellable { center.removeObserver(token) }
      mailbox.subject.receive(
        subscriber: OwningSubscriber(
          "NotificationCenter Observer", downstream: subscriber, owned: observation))
    }

    /// Returns whether both publish notifications of the same name, object and center.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
    }
  }

  /// Merges the notifications of all threads into one stream.
  ///
  /// Sendable is unchecked because a subject accepts values from any thread.
  private struct Mailbox: @unchecked Sendable {
    let subject = PassthroughSubject<Notification, Never>()
  }
}

/// A subscriber whose subscription owns the source of its publisher, and cancels it.
struct OwningSubscriber<Downstream: Subscriber>: Subscriber {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private let name: String
  private let downstream: Downstream
  private let owned: AnyCancellable
  let combineIdentifier = CombineIdentifier()

  init(_ name: String, downstream: Downstream, owned: AnyCancellable) {
    self.name = name
    self.downstream = downstream
    self.owned = owned
  }

  func receive(subscription: any Subscription) {
    downstream.receive(
      subscription: OwningSubscription(name, subscription: subscription, owned: owned))
  }

  func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }

  func receive(completion: Subscribers.Completion<Failure>) {
    owned.cancel()
    downstream.receive(completion: completion)
  }
}

/// A subscription that also cancels the object that it owns.
private final class OwningSubscription: Subscription, CustomStringConvertible {
  private let subscription: any Subscription
  private let owned: AnyCancellable
  let description: String

  init(_ name: String, subscription: any Subscription, owned: AnyCancellable) {
    description = name
    self.subscription = subscription
    self.owned = owned
  }

  func request(_ demand: Subscribers.Demand) { subscription.request(demand) }

  func cancel() {
    owned.cancel()
    subscription.cancel()
  }
}
