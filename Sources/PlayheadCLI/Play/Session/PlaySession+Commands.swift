import Glibc
import PlaybackSession
import PlayheadKit

/// The requests of the user during playback, from keys and from `--control`.
extension PlaySession {
  /// Carries out the request of a key. An error, or that the key has no effect, is shown in the
  /// status line.
  func take(_ key: Key) {
    do throws(ControlError) {
      let request = try SessionRequest(forKey: key, hasSound: options.sound.output != nil)
      let old = session.settings
      do throws(SessionRefusal) {
        try session.performForUser(request, inOrder: false)
        if session.settings == old, let message = request.messageWithoutChange {
          display?.note(message.text)
        }
      } catch {
        display?.note(error.reason(of: request))
      }
    } catch {
      display?.note(error.text)
    }
  }

  /// Opens the input that `--control` names, or returns nil if there is none.
  ///
  /// - Throws: `FileFailure` if the input cannot be opened.
  func makeControlInput() throws(FileFailure) -> ControlInput? {
    guard let path = options.remote.controlPath, !options.readsTypedCommands else { return nil }
    return try ControlInput(path) { [weak self] request throws(SessionRefusal) in
      try self?.session.performForUser(request, inOrder: true)
    }
  }

  /// Returns the interpreter of commands typed at a terminal with a status line, or nil if commands
  /// are not read there.
  func makeTypedCommands() -> (any KeyInterpreter)? {
    guard options.readsTypedCommands, let display else { return nil }
    return TypedCommands(on: display) { [weak self] line in
      ControlInput.carryOut(line) { request throws(SessionRefusal) in
        try self?.session.performForUser(request, inOrder: true)
      }
    }
  }

  /// The handlers for Ctrl-Z, for `fg` and for changes of the window size.
  var terminalHandlers: TerminalSignals.Handlers {
    TerminalSignals.Handlers(
      suspend: { [self] in
        session.changeSettings { $0.isSuspended = true }
        display?.suspend()
        keyTerminal?.leave()
      },
      resume: { [self] in
        keyTerminal?.resume()
        display?.resume()
        session.changeSettings { $0.isSuspended = false }
      },
      refresh: { [self] in
        keyTerminal?.refresh()
        display?.refresh()
      })
  }
}

extension PlayOptions {
  /// Whether a status line is drawn on standard output instead of records.
  ///
  /// This needs a terminal and no `--log -`. A template is drawn in the line, unless it contains
  /// line breaks or `--format template` was given.
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
  var readsTypedCommands: Bool {
    drawsLiveLine && !isInstant && remote.controlPath == "-" && isatty(STDIN_FILENO) == 1
  }

  /// Whether keys are read; not if commands or media are read from the terminal.
  var readsKeys: Bool {
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
