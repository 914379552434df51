import PlayheadCore
import PortableCombine

/// Updates at a client's own schedule.
extension MPVClient {
  /// Sends updates at a schedule, of the current file and of those after it.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - id: The number by which the client knows it. It replaces a schedule of the same number.
  /// - Throws: `invalidParameter` if there are too many.
  func observe(_ schedule: Schedule, id: Int64) throws(MPVError) {
    unobserveSchedule(id: id)
    try state.withLock { state throws(MPVError) in
      guard state.schedules.count < ClientState.scheduleLimit else { throw .invalidParameter }
      if !state.isClosed { state.schedules[id] = ScheduleObserver(schedule: schedule) }
    }
    followSchedules()
  }

  func unobserveSchedule(id: Int64) {
    let removed = state.withLock { $0.schedules.removeValue(forKey: id) }
    removed?.subscription?.cancel()
  }

  /// Subscribes the schedules to the current player.
  func followSchedules() {
    let stale = state.withLock { $0.schedules }
    if stale.isEmpty { return }
    let player = interface.session.snapshot.player
    for (id, observer) in stale where observer.player !== player {
      observer.subscription?.cancel()
      var new = ScheduleObserver(schedule: observer.schedule, player: player)
      new.subscription = player?.progressPublisher(on: observer.schedule, queue: interface.queue)
        .sink { [weak self] progress in self?.receive(progress, schedule: id) }
      let isStored = state.withLock { state in
        guard let current = state.schedules[id], current.player === observer.player else {
          return false
        }
        state.schedules[id] = new
        return true
      }
      if !isStored { new.subscription?.cancel() }
    }
  }

  private func receive(_ progress: PlayheadProgress, schedule id: Int64) {
    if progress.cause == .interval || progress.boundary != nil { add(.due(id: id, progress)) }
  }
}
