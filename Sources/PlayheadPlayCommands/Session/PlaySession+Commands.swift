import Glibc
import PlaybackSession
import PlayheadOutputs
import PlayheadTerminal

/// The requests of the user during playback, from keys and from `--control`.
extension PlaySession {
  /// Carries out the request of a key. The status line shows an error, or that it has no effect.
  func carryOut(_ key: Key) {
    let hasSound = options.sound.output != nil
    outputs.carryOut(key, hasSound: hasSound) { request throws(SessionRefusal) in
      let old = session.settings
      try session.performForUser(request, inOrder: false)
      if session.settings == old, let message = request.messageWithoutChange {
        display?.showNote(message.text)
      }
    }
  }

  /// Carries out the request of a command after those that wait.
  func performInOrder(_ request: SessionRequest) throws(SessionRefusal) {
    try session.performForUser(request, inOrder: true)
  }

  /// The handlers for Ctrl-Z, for `fg` and for changes of the window size.
  var terminalHandlers: TerminalSignals.Handlers {
    let terminal = outputs.terminalHandlers(keyTerminal)
    return TerminalSignals.Handlers(
      suspend: { [self] in
        session.changeSettings { $0.isSuspended = true }
        terminal.suspend()
      },
      resume: { [self] in
        terminal.resume()
        session.changeSettings { $0.isSuspended = false }
      },
      refresh: terminal.refresh)
  }
}

extension PlayOptions {
  /// Whether a status line is drawn on standard output, a terminal without `--log -`, instead of records.
  ///
  /// It may be a template, unless that contains line breaks or `--format template` was given.
  var drawsLiveLine: Bool {
    guard !isQuiet, !logs.contains(.standardOutput), isatty(STDOUT_FILENO) == 1 else {
      return false
    }
    if let template = style.template, style.format == .template {
      return !given.contains("format") && template.isOneLine
    }
    return style.format == nil
  }

  /// Whether commands are typed at the terminal that shows the status line.
  package var readsTypedCommands: Bool {
    drawsLiveLine && !isInstant && remote.controlPath == "-" && isatty(STDIN_FILENO) == 1
  }

  /// Whether keys are read; not if commands or media are read from the terminal.
  package var readsKeys: Bool {
    let needsInput = remote.controlPath == "-" || files.contains("-")
    return wantsKeys && drawsLiveLine && !isInstant
      && !(needsInput && isatty(STDIN_FILENO) == 1)
  }
}

extension LiveDisplay {
  convenience init(_ options: PlayOptions) {
    let style = TerminalStyle(
      environment: { getenv($0).map { String(cString: $0) } }, wantsColors: options.wantsColors)
    self.init(RecordOutput(descriptor: STDOUT_FILENO), style: style)
  }
}
