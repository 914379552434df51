import Foundation
import PortableCombine

extension NotificationCenter {
  /// A publisher of the notifications of a name.
  ///
  /// - Parameter object: whose notifications; nil for anyone's.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher(center: self, name: name, object: object)
  }

  /// A publisher of notifications, on the threads on which they are posted, one at a time.
  ///
  /// It never ends. A notification that was not asked for is dropped.
  ///
  /// Source of the rule: Apple's documentation of `NotificationCenter.Publisher`.
  public struct Publisher: PortableCombine.Publisher, Equatable {
    public typealias Output = Notification
    public typealias Failure = Never

    /// Where they are posted.
    public let center: NotificationCenter
    /// Their name.
    public let name: Notification.Name
    /// Whose they are; nil for anyone's.
    public let object: AnyObject?

    /// Makes the publisher; `publisher(for:object:)` does the same.
    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      self.center = center
      self.name = name
      self.object = object
    }

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

    /// Whether both are of the same notifications of the same object and center.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
    }
  }

  /// Where notifications from any thread become one stream.
  ///
  /// Unchecked: a subject may be sent to from any thread.
  private struct Mailbox: @unchecked Sendable {
    let subject = PassthroughSubject<Notification, Never>()
  }
}
