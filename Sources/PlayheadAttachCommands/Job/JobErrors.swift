import Dispatch
import PlayheadProcesses
import PlayheadTerminal
import PlayheadTimekeeping

/// Shows what a job prints on standard error above its live line. Of a line that the program draws again and again,
/// as ffmpeg does with `-stats`, the last version is shown.
final class JobErrors: Sendable {
  private let routine: any HostRoutine
  private let isOver = DispatchSemaphore(value: 0)

  /// Begins to read on its own thread.
  init(of child: ChildProcess, above display: LiveDisplay) {
    routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-errors")) { [isOver] in
      var lines = WholeLines()
      child.readErrorsUntilItEnds { bytes in
        // Before the line is drawn the program may ask a question, which has no end of line.
        if lines.isEmpty, display.writeUnlessDrawn(Array(bytes)) { return }
        display.write(lines: Self.lastVersions(of: lines.append(bytes)))
      }
      display.write(lines: Self.lastVersions(of: lines.removeRest()))
      isOver.signal()
      return .wait(until: nil)
    }
    routine.wake()
  }

  /// Waits until everything is shown that the process has printed.
  func finish() {
    isOver.wait()
    routine.stop()
  }

  /// Removes what a carriage return within a line lets later text replace.
  static func lastVersions(of lines: [UInt8]) -> [UInt8] {
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    return lines.split(separator: lineFeed, omittingEmptySubsequences: false)
      .map { line in
        line.split(separator: carriageReturn).last.map(Array.init) ?? []
      }
      .joined(separator: [lineFeed]).map(\.self)
  }
}
