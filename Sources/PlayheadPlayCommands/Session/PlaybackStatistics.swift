import PlayheadCore
import PlayheadFormatting
import PlayheadLocking
import PlayheadReading
import PlayheadTimekeeping

/// The timing of the updates of one file, for `--stats`.
final class PlaybackStatistics: Sendable {
  private let recorder = ProgressRecorder()
  private let recordCount = Locked(0)

  /// Records an update that was written. During playback a boundary counts as a periodic update.
  func add(_ progress: PlayheadProgress) {
    var progress = progress
    if progress.cause == .boundary, progress.state == .playing { progress.cause = .interval }
    _ = recorder.receive(progress)
    recordCount.withLock { $0 += 1 }
  }

  /// Returns the statistics in one sentence, with the played and stalled time up to the last update.
  func text(at last: PlayheadProgress) -> String {
    let report = recorder.report
    var parts = ["\(recordCount.withLock { $0 }) records", "\(report.skippedUpdateCount) skipped"]
    if let lateness = report.lateness {
      func milliseconds(_ time: MediaTime) -> String {
        (time * 1_000).decimalText(places: 3)
      }
      parts.append(
        "lateness p50 \(milliseconds(lateness.median)) p99 \(milliseconds(lateness.percentile99)) "
          + "max \(milliseconds(lateness.greatest)) ms")
    }
    if let drift = report.drift {
      parts.append("drift \((drift * 1_000).rounded() / 1_000) ppm")
    }
    func decimalText(_ duration: Duration) -> String {
      (MediaTime(duration) ?? .zero).decimalText(places: 4)
    }
    parts.append("played \(last.playedTime.decimalText(places: 3)) s")
    let stalledTime = MediaTime(last.stalledTime) ?? .zero
    parts.append("stalled \(stalledTime.decimalText(places: 3)) s")
    if let audio = last.audio {
      parts.append("device \((audio.drift * 10).rounded() / 10) ppm")
      parts.append("latency \(decimalText(audio.latency)) s")
      parts.append("greatest deviation \(decimalText(audio.greatestDeviation)) s")
      parts.append("\(audio.correctionCount) corrections, \(audio.underrunCount) underruns")
    }
    return parts.joined(separator: ", ")
  }
}
