import Glibc
import PlayheadFFmpeg
import PlayheadOutputs
import PlayheadProcesses
import PlayheadRemoteControl

extension PlayOptions {
  package func run() throws(UsageError) -> ExitStatus { try run(as: nil) }

  /// Plays the files, of mpv's command line if the options come from there.
  func run(as mpv: MPVProgram?) throws(UsageError) -> ExitStatus {
    MediaLog.isVerbose = isVerbose
    guard SubcommandRun.prepare(usesTimers: !isInstant) else { return .failed }
    var files = playedFiles
    files = mpv?.ordered(files) ?? files
    try checkOutputs(against: files)
    let session: PlaySession
    let control: ControlInput?
    let passage: BytePassage?
    do throws(FileFailure) {
      passage = try makePassage()
      var options = self
      options.access.missingBytes = passage?.missingBytes
      session = try PlaySession(options, files)
      control = try ControlInput(self, session.performInOrder)
      mpv?.configure(session)
    } catch {
      Messages.say(error.message)
      return .failed
    }
    let mpris = remote.mprisName.map { name in
      MPRISService(session.session, name: name) { Messages.say(OutputMessage.noMPRIS(reason: $0)) }
    }
    // With `--instant` there is no playback in real time to suspend.
    return session.recording.run(
      isInstant ? nil : session.terminalHandlers,
      stop: { reason in
        session.stop(reason)
        passage?.stop(reason)
      }
    ) {
      passage?.begin(onFailure: session.stop)
      var clients: ClientServing?
      do throws(FileFailure) {
        clients = try ClientServing(self, of: session.session)
      } catch {
        Messages.say(error.message)
        // mpv plays without clients.
        if mpv == nil { return passage?.finish(.failed) ?? .failed }
      }
      control?.begin()
      mpris?.begin()
      clients?.begin()
      defer {
        mpris?.close()
        clients?.end()
      }
      mpv?.reportClients(areServed: clients != nil)
      let status = passage?.finish(session.run()) ?? session.run()
      Messages.finish()
      return mpv == nil ? status : session.mpvStatus(status)
    }
  }
}

extension ResumeOptions {
  package func run() -> ExitStatus {
    signal(SIGPIPE, SIG_IGN)
    return SubcommandRun.reportingFailures { () throws(FileFailure) in
      ResumeCommand(options: self, store: try .ofUser()).run()
    }
  }
}

extension MPVProgram {
  /// Plays with the command line of mpv, or answers its request.
  package func run() -> ExitStatus {
    if let status = answer() { return status }
    prepare()
    do throws(UsageError) {
      return try options.run(as: self)
    } catch {
      Messages.say(error)
      return .failed
    }
  }
}
