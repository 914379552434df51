import PlayheadKit

/// Runs `playhead analyze`.
final class AnalyzeSession: Sendable {
  private let options: AnalyzeOptions
  private let readers: AnalyzeReaders

  init(_ options: AnalyzeOptions) {
    self.options = options
    readers = AnalyzeReaders(options)
  }

  /// Stops reading. With `--output`, the files that are being read are finished first; otherwise
  /// their reports cover the media read until then.
  func stop(_ reason: EndReason) { readers.stop(reason) }

  /// Whether the command continues after a signal to finish files.
  var isFinishing: Bool { readers.isFinishing }

  func run() -> ExitStatus {
    defer { readers.end() }
    do throws(FileFailure) {
      var run = try AnalyzeRun(options, readers)
      return run.status()
    } catch {
      Messages.say(error.message)
      return .failed
    }
  }
}
