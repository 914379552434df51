import Dispatch
import Glibc
import PlayheadLocking

/// Hands the reports of a source to their closure until it is closed.
package final class ReportGate: Sendable {
  package typealias Report = @Sendable (SourceReport) -> Void

  private struct State {
    var report: Report?
    /// The thread that calls the closure now.
    var caller: pthread_t?
    var isClosed = false
    var waiting: [DispatchSemaphore] = []
  }

  private let state = Locked(State())

  package init() {}

  /// Sets the closure. Returns false if there is one already, or the gate is closed.
  package func open(_ report: @escaping Report) -> Bool {
    state.withLock { state in
      guard state.report == nil, !state.isClosed else { return false }
      state.report = report
      return true
    }
  }

  /// Whether no report is handed over any more.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Calls the closure with each report until the gate is closed. Only one thread at a time may call this.
  package func deliver(_ reports: [SourceReport]) {
    for one in reports {
      let report = state.withLock { state -> Report? in
        guard !state.isClosed else { return nil }
        state.caller = pthread_self()
        return state.report
      }
      guard let report else { return }
      report(one)
      let waiting = state.withLock { state in
        state.caller = nil
        defer { state.waiting = [] }
        return state.waiting
      }
      for semaphore in waiting { semaphore.signal() }
    }
  }

  /// Closes the gate, and waits for a report that is being handed over by another thread.
  package func close() {
    let (report, semaphore) = state.withLock { state -> (Report?, DispatchSemaphore?) in
      state.isClosed = true
      guard let caller = state.caller, pthread_equal(caller, pthread_self()) == 0 else {
        return (state.report.take(), nil)
      }
      let semaphore = DispatchSemaphore(value: 0)
      state.waiting.append(semaphore)
      return (state.report.take(), semaphore)
    }
    semaphore?.wait()
    withExtendedLifetime(report) {}
  }
}
