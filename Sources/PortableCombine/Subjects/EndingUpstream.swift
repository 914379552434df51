/// A subscription of a subject that knows whether it is over, so that the subject can let go of it.
@usableFromInline
protocol EndingUpstream: Subscription {
  /// Whether it was cancelled or completed.
  var isOver: Bool { get }
}
