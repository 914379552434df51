/// The value of a published property, which is stored only here.
///
/// While the value is published, the property still has the previous one, in `settled`. A value that
/// another thread leaves to the thread that publishes is the property's value immediately, because
/// nothing replaces it but a later value.
extension BroadcastState {
  /// A call that sets the property, from `beginSetting` to `finishSetting`.
  @frozen
  @usableFromInline
  enum Setting {
    /// A call that leaves its value to the thread that publishes.
    case done
    /// A call that publishes its value, and then ends the turn if `isFirst`.
    case outer(isFirst: Bool)
    /// A call inside the publication of another value, which replaces its value afterwards.
    case inner(publishing: Output?)
    /// A call inside a delivery, before a value that another thread has set.
    case overtaken
  }

  @inlinable var propertyValue: Output? { settled ?? latest }

  /// Claims the turn for a value of the property. Replaced values must be released after unlocking.
  @inlinable
  mutating func beginSetting(
    _ value: Output, on thread: UInt
  ) -> (Setting, Receivers, replaced: (Output?, Output?)) {
    var replaced: Output? = value
    switch turn.claim(for: thread) {
    case .taken:
      swap(&replaced, &latest)
      handOver(value, isKept: true)
      return (.done, [], (replaced, settled.take()))
    case .nested where deferred > 0:
      return (.overtaken, receivers.elements, (nil, nil))
    case .nested where settled != nil:
      swap(&replaced, &latest)
      return (.inner(publishing: replaced), receivers.elements, (nil, nil))
    case let claim:
      settled = latest
      latest = value
      return (.outer(isFirst: claim == .first), receivers.elements, (nil, nil))
    }
  }

  /// Sets the property to the published value, unless another one follows. Returns whether events wait for the caller.
  @inlinable
  mutating func finish(_ setting: Setting) -> (isWaiting: Bool, replaced: Output?) {
    var replaced: Output?
    switch setting {
    case .outer(let isFirst):
      if deferred == 0 { replaced = settled.take() }
      return (isFirst && !turn.giveBack(), replaced)
    case .inner(let publishing):
      if deferred == 0 {
        replaced = settled
        settled = latest
        latest = publishing
      }
    case .overtaken, .done: break
    }
    return (false, replaced)
  }

  /// Begins to publish a value that another thread has set. Returns a replaced value, to release after unlocking.
  @inlinable
  mutating func beginDeferred() -> Output? {
    deferred -= 1
    return deferred == 0 ? exchange(&settled, with: latest) : nil
  }

  /// Ends the publication of a value of another thread. Returns a copy, to release after unlocking.
  @inlinable
  mutating func finishDeferred() -> Output? {
    deferred == 0 ? settled.take() : nil
  }
}
