import Glibc
import PlayheadFormatting
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadPages
import PlayheadProcesses
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Runs a command and measures the timing of the positions that it prints.
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

  /// Stops the command. The positions until then are reported.
  func stop(_ reason: EndReason) {
    let child = state.withLock { state in
      state.stopReason = reason
      return state.child
    }
    child?.send(signal: reason.signal ?? SIGINT)
  }

  func run() throws(FileFailure) -> ExitStatus {
    var page: PageFile? = if let path = options.page { try PageFile(path, .updates) } else { nil }
    let child: ChildProcess
    do throws(SystemFailure) {
      child = try ChildProcess(
        options.command, options.lines.readsErrors ? .measuredByErrors : .measured)
    } catch {
      Messages.say(error, about: options.command[0])
      return .failed
    }
    let reason = state.withLock { state in
      state.child = child
      return state.stopReason
    }
    if let reason { stop(reason) }
    var positions = PositionMeter(options)
    measure(child, &positions)
    let status = child.wait()
    let output = StandardOutput()
    let report = positions.report
    var pageFailure: FileFailure?
    if let report {
      output.write(
        options.format == .json
          ? UpdateReportJSON.object(of: report, status: status).text + "\n"
          : UpdateReportText.text(of: report))
      pageFailure = page.write { page throws(FileFailure) in
        try page.add(
          PageSection(
            positions.meter, text: UpdateReportText.text(of: report),
            command: options.command.map(\.shellWord).joined(separator: " ")))
        try page.finish()
      }
      if let pageFailure { Messages.say(pageFailure.message) }
      if !report.isOrderly {
        Messages.say(
          OutputMessage.unorderedPositions(report.stepsBack.total, count: report.count))
      }
    } else if status == 0 || state.withLock({ $0.stopReason != nil }) {
      Messages.say(OutputMessage.tooFewPositions, about: options.command[0])
    }
    if options.lines.readsErrors, report == nil || status != 0, let line = positions.lastOtherLine {
      Messages.say("\(options.command[0]): \(line)")
    }
    if let status = state.withLock({ $0.stopReason })?.exitStatus { return status }
    if status != 0 {
      Messages.say(OutputMessage.exited(status: status), about: options.command[0])
    }
    return status == 0 && report != nil && !output.hasFailed && pageFailure == nil
      ? .played : .failed
  }

  private func measure(_ child: ChildProcess, _ positions: inout PositionMeter) {
    var splitter = LineSplitter()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while let bytes = child.read(into: &buffer) {
      let instant = SystemHostClock.shared.now
      for line in splitter.lines(in: bytes) { positions.add(line, at: instant) }
    }
    if let line = splitter.removeRest() { positions.add(line, at: SystemHostClock.shared.now) }
  }
}

/// The report on the positions of a program as a JSON object. Its schema is in
/// `docs/user/timing-analysis.md`, its keys are those of `UpdateTimingReport`.
enum UpdateReportJSON {
  static func object(of report: UpdateTimingReport, status: Int32) -> JSONObject {
    let head: JSONObject = [
      "type": .string("update-report"), "version": .number(TimingReportJSON.version),
      "status": .number(status),
    ]
    return head.adding(.encoding(report))
  }
}

/// The report on the positions of a program as text.
enum UpdateReportText {
  static func text(of report: UpdateTimingReport) -> String {
    let elapsed = MediaTime(report.elapsed)?.seconds ?? 0
    let rate = report.rate.map { "\(fixed($0, 3)) a second" } ?? "all at once"
    var lines = [
      "\(report.count) positions in \(fixed(elapsed, 3)) s, \(rate): "
        + "\(seconds(report.firstPosition)) to \(seconds(report.lastPosition)) s",
      "interval \(report.interval.text)",
      "jitter   \(report.jitter.text), against "
        + "\(fixed(report.expectedInterval.seconds * 1_000, 3)) ms",
      "drift    " + (report.drift.map { "\(fixed($0, 1)) ppm" } ?? "unknown"),
      "held     \(report.heldCount) times the same position",
    ]
    var back = "back     \(report.stepsBack.total) steps back"
    if let first = report.stepsBack.elements.first {
      back += ", first from \(seconds(first.from)) to \(seconds(first.to)) s"
    }
    lines.append(back)
    return lines.map { $0 + "\n" }.joined()
  }

  private static func seconds(_ time: MediaTime) -> String { fixed(time.seconds, 3) }
}

/// Measures the positions in the lines that a program writes.
///
/// After the first line of a known format, numbers in other lines are ignored.
struct PositionMeter {
  private let parser: PositionParser
  private var known: UpdateTimingMeter
  private var guessed: UpdateTimingMeter
  private var hasKnown = false
  /// The last line that has no known format.
  private(set) var lastOtherLine: String?

  init(_ options: MeasureOptions) {
    parser = PositionParser(options.lines)
    let expected = options.interval.map { Duration.nanoseconds($0.nanoseconds(rounding: .up)) }
    known = UpdateTimingMeter(expected: expected, rate: options.rate)
    guessed = known
  }

  /// Adds a line and the instant when it was read.
  mutating func add(_ line: String, at instant: HostInstant) {
    switch parser.position(in: line) {
    case .known(let position)?:
      hasKnown = true
      known.add(position: position, at: instant)
    case .guessed(let position)?:
      lastOtherLine = line
      if !hasKnown { guessed.add(position: position, at: instant) }
    case nil: lastOtherLine = line
    }
  }

  /// The report, or nil before there are two positions.
  var report: UpdateTimingReport? { meter.report }

  /// The meter of the positions that count.
  var meter: UpdateTimingMeter { hasKnown ? known : guessed }
}
