/// A subject's subscription that can be released when it is over.
@usableFromInline
protocol EndingUpstream: Subscription {
  /// Whether the subscription was cancelled or has completed.
  var isOver: Bool { get }
}
