import Glibc
import Locking
import PlayheadKit

/// Runs a command, and measures how well the positions it prints keep time.
final class MeasureSession: Sendable {
  private struct State {
    var child: ChildProcess?
    var stopReason: EndReason?
  }

  private let options: MeasureOptions
  private let state = Locked(State())

  init(_ options: MeasureOptions) {
    self.options = options
  }

  /// Ends the command; what came until then is reported.
  func stop(_ reason: EndReason) {
    let child = state.withLock { state in
      state.stopReason = reason
      return state.child
    }
    child?.send(signal: reason.signal ?? SIGINT)
  }

  func run() -> ExitStatus {
    let child: ChildProcess
    do throws(SystemFailure) {
      child = try ChildProcess(options.command, .measured)
    } catch {
      Messages.say("\(options.command[0]): cannot be started: \(error.message)")
      return .failed
    }
    let reason = state.withLock { state in
      state.child = child
      return state.stopReason
    }
    if let reason { stop(reason) }
    let meter = measure(child)
    let status = child.wait()
    let output = StandardOutput()
    if let report = meter.report {
      output.write(
        options.format == .json
          ? UpdateReportJSON.object(of: report, status: status).text + "\n"
          : UpdateReportText.text(of: report))
    } else {
      Messages.say("\(options.command[0]): it gave less than two positions; see --regex")
    }
    if let status = state.withLock({ $0.stopReason })?.exitStatus { return status }
    if status != 0 { Messages.say("\(options.command[0]): it ended with status \(status)") }
    return status == 0 && meter.report != nil && !output.hasFailed ? .played : .failed
  }

  private func measure(_ child: ChildProcess) -> UpdateTimingMeter {
    let parser = PositionParser(options)
    let expected = options.interval.map { Duration.nanoseconds($0.nanoseconds(rounding: .up)) }
    var meter = UpdateTimingMeter(expected: expected)
    var splitter = LineSplitter()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while let bytes = child.read(into: &buffer) {
      let instant = SystemHostClock.shared.now
      for line in splitter.lines(in: bytes) {
        if let position = parser.position(in: line) { meter.add(position: position, at: instant) }
      }
    }
    if let line = splitter.takeLine(), let position = parser.position(in: line) {
      meter.add(position: position, at: SystemHostClock.shared.now)
    }
    return meter
  }
}
