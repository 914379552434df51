/// The subscription of an operator whose work depends on the type of its values.
///
/// Not generic itself, for what is called through `any Subscription` on a generic type is not
/// specialised, and looks up its types at each call: what it does is closures, formed where the
/// types are known.
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
