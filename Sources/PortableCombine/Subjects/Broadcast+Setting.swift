import PlayheadLocking

/// A broadcast as the storage of a published property.
extension Broadcast {
  @inlinable var propertyValue: Output {
    state.withLock { $0.propertyValue.unsafelyUnwrapped }
  }

  /// Publishes a value, and then sets the property to it.
  @inlinable
  func publish(_ value: Output) {
    let thread = currentThread()
    // Replaced values are returned, to be released after unlocking.
    let (setting, receivers, _) = state.withLock { $0.beginSetting(value, on: thread) }
    deliver(value, to: receivers, owing: true)
    let (isWaiting, _) = state.withLock { $0.finish(setting) }
    if isWaiting { deliverWaiting() }
  }

  /// Delivers a value that another thread has set or sent.
  @inlinable
  func deliverDeferred(_ value: Output, to receivers: ContiguousArray<Receiver<Output, Failure>>) {
    // Replaced values are returned, to be released after unlocking.
    let replaced = state.withLock { $0.beginDeferred() }
    deliver(value, to: receivers, owing: true)
    _ = state.withLock { $0.finishDeferred() }
    withExtendedLifetime(replaced) {}
  }
}
