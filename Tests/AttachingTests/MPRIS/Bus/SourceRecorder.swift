import Dispatch
import PlayheadLocking
import PlayheadTimekeeping

@testable import PlayheadAttaching

/// Starts a source, stores its reports, and waits for one.
final class SourceRecorder: Sendable {
  let source: any PlayerSource
  private let reports = Locked<[SourceReport]>([])
  private let arrived = DispatchSemaphore(value: 0)
  /// The number of reports that were waited for.
  private let seen = Locked(0)

  init(_ source: any PlayerSource) {
    self.source = source
    source.start { [weak self] in self?.record($0) }
  }

  deinit { source.stop() }

  var all: [SourceReport] { reports.withLock { $0 } }

  private func record(_ report: SourceReport) {
    reports.withLock { $0.append(report) }
    arrived.signal()
  }

  /// Waits until a report that was not waited for before fulfils the condition. Returns nil if the
  /// player is lost before, or if none comes for a minute.
  func wait<Result>(for condition: (SourceReport) -> Result?) -> Result? {
    while arrived.wait(timeout: .now() + 60) == .success {
      let index = seen.withLock { seen in
        defer { seen += 1 }
        return seen
      }
      let report = all[index]
      if let result = condition(report) { return result }
      if case .lost = report { return nil }
    }
    return nil
  }

  /// Waits for facts that fulfil the condition.
  func waitForFacts(_ condition: (PlayerFacts) -> Bool) -> PlayerFacts? {
    wait { report in report.facts.flatMap { condition($0) ? $0 : nil } }
  }

  /// Waits until the playhead was moved to a position.
  func waitForPosition(_ position: MediaTime) -> Bool {
    wait { if case .moved(position, _, _) = $0 { true } else { nil } } == true
  }

  func waitForLoss() -> SourceReport.Loss? {
    wait { if case .lost(let loss) = $0 { loss } else { nil } }
  }
}
