import Dispatch
import PlayheadAttaching
import PlayheadLocking

/// The reports of a source.
final class ReportRecorder: Sendable {
  private let reports = Locked<[SourceReport]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func record(_ report: SourceReport) {
    reports.withLock { $0.append(report) }
    arrived.signal()
  }

  var all: [SourceReport] { reports.withLock { $0 } }

  /// Waits until this many reports have been recorded, and returns them in short words.
  func wait(for count: Int) -> [String] {
    wait { $0.count >= count }
  }

  /// Waits for the report that the player is lost, and returns the reports in short words.
  func waitForLoss() -> [String] {
    wait { if case .lost = $0.last { true } else { false } }
  }

  private func wait(until isDone: ([SourceReport]) -> Bool) -> [String] {
    while !isDone(all), arrived.wait(timeout: .now() + 60) == .success {}
    return all.map(MPVScript.word)
  }
}
