import CPlayheadSystem
import PlayheadFFmpeg
import PlayheadFormatting
import PlayheadListFiles
import PlayheadOutputs
import PlayheadProcesses

extension AnalyzeOptions {
  package func run() -> ExitStatus {
    system_prepare_allocator(Int32(jobs))
    MediaLog.isVerbose = isVerbose
    var options = self
    do throws(FileFailure) {
      try options.readLimits()
    } catch {
      Messages.say(error.message)
      return .wrongUsage
    }
    return options.analyze()
  }

  private func analyze() -> ExitStatus {
    let readers = AnalyzeReaders(self)
    return SubcommandRun.stoppingAtSignals(readers.stop, mayTakeLonger: { readers.isFinishing }) {
      defer { readers.end() }
      return SubcommandRun.reportingFailures { () throws(FileFailure) in
        var run = try AnalyzeRun(self, readers)
        return run.run()
      }
    }
  }
}

extension PacketTableOptions {
  package func run() throws(UsageError) -> ExitStatus {
    system_prepare_allocator(1)
    MediaLog.isVerbose = isVerbose
    let files = ListFileExpansion.files([file], access: access)
    guard let entry = files.first, files.count == 1 else {
      throw .severalEntries(files.count, playlist: CommandLine.readableText(of: file))
    }
    let session = PacketTableSession(self, entry)
    return SubcommandRun.stoppingAtSignals(session.stopRequest.stop) { session.run() }
  }
}

extension MeasureOptions {
  package func run() -> ExitStatus {
    let session = MeasureSession(self)
    // The measured command may take long to end.
    return SubcommandRun.stoppingAtSignals(session.stop, mayTakeLonger: { true }) {
      SubcommandRun.reportingFailures { () throws(FileFailure) in try session.run() }
    }
  }
}

extension AlignOptions {
  package func run() -> ExitStatus {
    system_prepare_allocator(2)
    MediaLog.isVerbose = isVerbose
    let session = AlignSession(self)
    return SubcommandRun.stoppingAtSignals(session.stopRequest.stop) {
      SubcommandRun.reportingFailures { () throws(FileFailure) in try session.run() }
    }
  }
}

extension CompareOptions {
  package func run() -> ExitStatus {
    system_prepare_allocator(1)
    MediaLog.isVerbose = isVerbose
    let session = CompareSession(self)
    return SubcommandRun.stoppingAtSignals(session.stopRequest.stop) {
      SubcommandRun.reportingFailures { () throws(FileFailure) in try session.run() }
    }
  }
}

extension InspectOptions {
  package func run() -> ExitStatus {
    MediaLog.isVerbose = isVerbose
    let session = InspectSession(self)
    return SubcommandRun.stoppingAtSignals(session.stopRequest.stop) { session.run() }
  }
}
