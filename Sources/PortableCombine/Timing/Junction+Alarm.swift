extension Junction where Inputs: AlarmedInputs {
  /// Starts a timer by `schedule`, and keeps it while it is under way.
  ///
  /// It may fire inside `schedule`, before there is anything to keep.
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
}
