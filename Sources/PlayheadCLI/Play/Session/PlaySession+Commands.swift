import Glibc
import PlaybackSession
import PlayheadKit

/// The requests of the user during playback, from keys and from `--control`.
extension PlaySession {
  /// Carries out the request of a key, or stores it until the file that it needs is open. May be
  /// called from any thread.
  ///
  /// - Throws: `SessionRefusal` if the request cannot be carried out. Nothing has changed then.
  func performForUser(_ request: SessionRequest) throws(SessionRefusal) {
    guard try perform(request, inOrder: false) else { throw .tooManyRequests }
  }

  /// Carries out a request of `--control` after those before it. Blocks while too many requests wait.
  private func performInOrder(_ request: SessionRequest) throws(SessionRefusal) {
    while try !perform(request, inOrder: true) { orderBell.wait() }
  }

  /// Returns false if too many requests wait.
  private func perform(_ request: SessionRequest, inOrder: Bool) throws(SessionRefusal) -> Bool {
    try owner.run { () throws(SessionRefusal) in
      let (admission, current) = state.withLock { state in
        let admission = state.machine.requests.admit(request, inOrder: inOrder)
        if admission == .now, inOrder, request.takesTime { state.machine.requests.catchUp() }
        return (admission, state.current)
      }
      if admission == .now {
        try carryOut(request, on: current) { [weak self] in
          if inOrder { self?.performWaiting() }
        }
      }
      return admission != .full
    }
  }

  /// Carries out the request of a key. An error, or that the key has no effect, is shown in the
  /// status line.
  func take(_ key: Key) {
    do throws(ControlError) {
      let request = try SessionRequest(forKey: key, hasSound: options.sound.output != nil)
      let old = settings
      do throws(SessionRefusal) {
        try performForUser(request)
      } catch {
        return note(error, of: request)
      }
      let isUnchanged = settings == old
      if isUnchanged, let message = request.messageWithoutChange { display?.note(message.text) }
    } catch {
      display?.note(error.text)
    }
  }

  private func note(_ refusal: SessionRefusal, of request: SessionRequest) {
    display?.note(refusal.reason(of: request))
  }

  /// Opens the input that `--control` names, or returns nil if there is none.
  ///
  /// - Throws: `FileFailure` if the input cannot be opened.
  func makeControlInput() throws(FileFailure) -> ControlInput? {
    guard let path = options.remote.controlPath, !options.readsTypedCommands else { return nil }
    return try ControlInput(path) { [weak self] request throws(SessionRefusal) in
      try self?.performInOrder(request)
    }
  }

  /// Returns the interpreter of commands typed at a terminal with a status line, or nil if commands
  /// are not read there.
  func makeTypedCommands() -> (any KeyInterpreter)? {
    guard options.readsTypedCommands, let display else { return nil }
    return TypedCommands(on: display) { [weak self] line in
      ControlInput.carryOut(line) { request throws(SessionRefusal) in
        try self?.performInOrder(request)
      }
    }
  }

  /// The handlers for Ctrl-Z, for `fg` and for changes of the window size.
  var terminalHandlers: TerminalSignals.Handlers {
    TerminalSignals.Handlers(
      suspend: { [self] in
        changeSettings { $0.isSuspended = true }
        display?.suspend()
        keyTerminal?.leave()
      },
      resume: { [self] in
        keyTerminal?.resume()
        display?.resume()
        changeSettings { $0.isSuspended = false }
      },
      refresh: { [self] in
        keyTerminal?.refresh()
        display?.refresh()
      })
  }

  /// Carries out the waiting requests, because the file was opened.
  func catchUp() {
    owner.run {
      // If the file is about to be closed, the requests wait for the next one.
      if leaveReason == nil { state.withLock { $0.machine.requests.catchUp() } }
      performWaiting()
    }
  }

  /// Carries out the waiting requests. After one that takes time, continues when that is complete.
  private func performWaiting() {
    owner.run {
      while let request = state.withLock({ $0.machine.requests.next() }) {
        orderBell.signal()
        do throws(SessionRefusal) {
          try carryOut(request, on: state.withLock { $0.current }) { [weak self] in
            self?.performWaiting()
          }
        } catch {
          // Keys rarely wait, so the request came from `--control` if that is in use.
          if options.remote.controlPath != nil {
            Messages.say(error.text(of: request))
          } else {
            note(error, of: request)
          }
        }
        if request.takesTime { return }
      }
    }
  }

  /// Ends playback of the file that the queue no longer wants.
  func leave() {
    let (current, opening) = state.withLock { state in
      state.machine.requests.leave()
      return (state.current, state.opening)
    }
    orderBell.signal()
    // The queue may already have left the file and be opening the next one.
    guard let left = queue.departure?.entry, let reason = leaveReason else { return }
    if let opening, opening.id == left.queuedFile?.id { opening.interruption.interrupt() }
    if let current, current.entry == left { current.playback.stop(reason) }
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
