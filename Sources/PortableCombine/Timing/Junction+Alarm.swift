extension Junction where Inputs: AlarmedInputs {
  /// Starts a timer with `schedule`, which may already fire it. Stores its cancellable while it is active.
  @inlinable
  func start(
    _ timer: Alarm<Inputs.Time>.Timer?, by schedule: (Alarm<Inputs.Time>.Timer) -> any Cancellable
  ) {
    guard let timer else { return }
    let cancellable = schedule(timer)
    var isKept = false
    _ = update { inputs in
      isKept = inputs.alarm.isUnderWay(timer.number)
      if isKept { inputs.attachments.timer = cancellable }
      return nil
    }
    if !isKept { cancellable.cancel() }
  }
  /// Sends the signal of `ring` if the alarm rings. Returns the timer to start if it was postponed, and the demand.
  @inlinable
  func fire(
    _ number: UInt64, at now: Inputs.Time, ring: (inout Inputs) -> Signal?
  ) -> (next: Alarm<Inputs.Time>.Timer?, more: Subscribers.Demand) {
    var next: Alarm<Inputs.Time>.Timer?
    var old: (any Cancellable)?
    let more = update { inputs in
      switch inputs.alarm.fire(number, at: now) {
      case .none: return nil
      case .again(let timer):
        next = timer
        old = inputs.attachments.timer.take()
        return nil
      case .ring:
        old = inputs.attachments.timer.take()
        return ring(&inputs)
      }
    }
    old?.cancel()
    return (next, more)
  }
}
