/// The subscriber attached to one of several publishers with values of the same type.
@frozen
@usableFromInline
struct Side<Parent: SideParent>: Subscriber, CustomStringConvertible {
  @usableFromInline let parent: Parent
  @usableFromInline let index: Int
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @usableFromInline var description: String { parent.name }

  @inlinable
  init(of parent: Parent, _ index: Int) {
    self.parent = parent
    self.index = index
  }

  @inlinable
  func receive(subscription: any Subscription) { parent.connect(to: subscription, at: index) }

  @inlinable
  func receive(_ input: Parent.Output) -> Subscribers.Demand { parent.receive(input, at: index) }

  @inlinable
  func receive(completion: Subscribers.Completion<Parent.Failure>) {
    parent.receive(completion, at: index)
  }
}

/// An operator that tells its publishers apart by an index.
@usableFromInline
protocol SideParent: AnyObject {
  associatedtype Output
  associatedtype Failure: Error

  var name: String { get }

  func connect(to subscription: any Subscription, at index: Int)
  func receive(_ value: Output, at index: Int) -> Subscribers.Demand
  func receive(_ completion: Subscribers.Completion<Failure>, at index: Int)
}
