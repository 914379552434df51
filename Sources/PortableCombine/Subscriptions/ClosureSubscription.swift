/// The subscription of an operator whose work depends on the type of its values.
///
/// It is not generic: a method of a generic type that is called through `any Subscription` is not specialised, and
/// looks up its types at each call. Its closures are formed where the types are known.
@usableFromInline
final class ClosureSubscription: Subscription, CustomStringConvertible {
  @usableFromInline let description: String
  private let onRequest: (Subscribers.Demand) -> Void
  private let onCancel: () -> Void

  @usableFromInline
  init(
    _ name: String, onRequest: @escaping (Subscribers.Demand) -> Void,
    onCancel: @escaping () -> Void
  ) {
    description = name
    self.onRequest = onRequest
    self.onCancel = onCancel
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) { onRequest(demand) }

  @usableFromInline
  func cancel() { onCancel() }
}
