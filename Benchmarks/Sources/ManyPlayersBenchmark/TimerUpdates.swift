import Dispatch
import PlayheadKit

/// The floor: only a timer.
final class TimerUpdates: UpdateSource {
  private let timer: any DispatchSourceTimer
  private let log: LatenessLog

  init(_ log: LatenessLog, _ queue: DispatchQueue) {
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    self.log = log
  }

  var isReady: Bool { true }

  func start(at instant: HostInstant) {
    let interval: Int64 = 100_000_000
    let (log, start) = (log, instant.nanoseconds)
    timer.setEventHandler {
      // Only the newest of several missed updates counts, as in a player.
      let late = SystemHostClock.shared.now.nanoseconds - start
      log.note(late % interval)
    }
    let time = DispatchTime(uptimeNanoseconds: UInt64(start))
    timer.schedule(deadline: time, repeating: .milliseconds(100), leeway: .nanoseconds(0))
    timer.activate()
  }

  func stop() {
    timer.cancel()
  }
}
