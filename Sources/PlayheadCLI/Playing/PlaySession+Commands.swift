import Glibc
import PlayheadKit

/// What the user asks for while files play: each command is carried out here, whether it came as a
/// key or as a line of control.
extension PlaySession {
  /// Carries a command out, from any thread, once the file that it needs is open; fails with a
  /// sentence where that cannot be, and nothing has changed then.
  func perform(_ command: TransportCommand) throws(ControlError) {
    guard try perform(command, inOrder: false) else {
      throw ControlError("too many commands wait for those before them")
    }
  }

  /// As a line of control: carried out when those before it have been, for which this waits where
  /// there are too many.
  private func performInOrder(_ command: TransportCommand) throws(ControlError) {
    while try !perform(command, inOrder: true) { orderBell.wait() }
  }

  /// False where too many wait.
  private func perform(_ command: TransportCommand, inOrder: Bool) throws(ControlError) -> Bool {
    let (admission, playback) = state.withLock { state in
      let admission = state.order.admit(command, inOrder: inOrder)
      if admission == .now, inOrder, command.takesTime { state.order.catchUp() }
      return (admission, state.playback)
    }
    if admission == .now {
      try carryOut(command, on: playback) { [weak self] in
        if inOrder { self?.performWaiting() }
      }
    }
    return admission != .full
  }

  /// `finished` is called where the command takes its time, once it is done.
  private func carryOut(
    _ command: TransportCommand, on playback: FilePlayback?,
    finished: @escaping @Sendable () -> Void
  ) throws(ControlError) {
    switch command {
    case .play: changeSettings { $0.setPaused(false) }
    case .pause: changeSettings { $0.setPaused(true) }
    case .togglePause: changeSettings { $0.setPaused(!$0.isPaused) }
    case .setRate(let rate): changeSettings { $0.rate = rate }
    case .multiplyRate(let numerator, let denominator):
      changeSettings { $0.rate = $0.rate.multiplied(by: numerator, denominator) }
    case .seek(let target):
      endStepping()
      try playback?.seek(target)
    case .chapter(let offset):
      endStepping()
      try playback?.seek(chapters: offset)
    case .step(let count):
      guard let playback else { return finished() }
      changeSettings { ($0.isPaused, $0.isStepping) = (true, true) }
      playback.step(count, finished: finished)
    case .toggleLoop:
      try playback?.expectLoop()
      changeSettings { $0.isLooping.toggle() }
    case .nextFile: try move(by: 1)
    case .previousFile: try move(by: -1)
    case .reportPosition: playback?.writePosition()
    case .showHelp: display.map { $0.say(TransportCommand.keyHelp(columns: $0.width)) }
    case .quit: stop(.quit)
    }
  }

  /// Carries out the command of a key; shows an error as a note on the line.
  func take(_ key: Key) {
    guard let command = TransportCommand(key) else { return }
    do throws(ControlError) {
      try perform(command)
    } catch {
      switch command {
      case .nextFile: display?.note("at the last file")
      case .previousFile: display?.note("at the first file")
      default: display?.note(error.reason)
      }
    }
  }

  /// What reads lines of control, as the command line says; fails with a sentence.
  func makeControlInput() throws(UsageError) -> ControlInput? {
    // What is typed is read as keys are.
    guard let path = options.controlPath, !options.readsTypedCommands else { return nil }
    return try ControlInput(path) { [weak self] command throws(ControlError) in
      try self?.performInOrder(command)
    }
  }

  /// What reads lines of control that are typed while a terminal's line is drawn; nil if they are
  /// not.
  func makeTypedCommands() -> (any KeyInterpreter)? {
    guard options.readsTypedCommands, let display else { return nil }
    return TypedCommands(on: display) { [weak self] line in
      ControlInput.carryOut(line, "standard input") { command throws(ControlError) in
        try self?.performInOrder(command)
      }
    }
  }

  /// What is done at Ctrl-Z and `fg`, and when the window changes.
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

  private func endStepping() {
    state.withLock { $0.settings.isStepping = false }
  }

  private func changeSettings(_ change: (inout TransportSettings) -> Void) {
    let playback = state.withLock { state in
      change(&state.settings)
      return state.playback
    }
    playback?.applySettings()
  }

  /// The file that plays is open.
  func catchUp() {
    state.withLock { state in
      state.isGoingBack = false
      // One that is about to be left is not what is waited for.
      if state.leaveReason == nil { state.order.catchUp() }
    }
    performWaiting()
  }

  /// Carries out what waits, up to a command that takes its time, which goes on here when it is
  /// done.
  private func performWaiting() {
    while true {
      let (command, playback) = state.withLock { ($0.order.next(), $0.playback) }
      guard let command else { return }
      orderBell.signal()
      do throws(ControlError) {
        try carryOut(command, on: playback) { [weak self] in self?.performWaiting() }
      } catch {
        // A key waits so seldom that what failed was a line of control, where there are such.
        if let path = options.controlPath {
          Messages.say("\(ControlInput.name(of: path)): \(error.message)")
        } else {
          display?.note(error.reason)
        }
      }
      if command.takesTime { return }
    }
  }

  /// Goes to the file so many on (or back) from the one that plays, or from the one it is about to
  /// go to.
  private func move(by offset: Int) throws(ControlError) {
    let (playback, opening, reason) = try state.withLock { state throws(ControlError) in
      let wanted = (state.wantedIndex ?? state.index) + offset
      guard options.files.indices.contains(wanted) else {
        throw ControlError("there is no \(offset > 0 ? "next" : "previous") file")
      }
      state.wantedIndex = wanted
      state.order.leave()
      return (state.playback, state.opening, offset > 0 ? EndReason.next : .previous)
    }
    orderBell.signal()
    opening?.interrupt()
    playback?.stop(reason)
  }
}

extension PlayOptions {
  /// Whether standard output is a terminal on which a line is drawn instead of records, from the
  /// template if there is one. A template that contains line ends, or that came with
  /// `--format template`, makes records there too, and `--log -` does.
  var drawsLiveLine: Bool {
    guard !isQuiet, !logs.contains(.standardOutput), isatty(STDOUT_FILENO) == 1 else {
      return false
    }
    if let template, format == .template { return !isFormatGiven && template.isOneLine }
    return format == nil
  }

  /// Whether lines of control are typed at the terminal whose line is drawn.
  var readsTypedCommands: Bool {
    drawsLiveLine && !isInstant && controlPath == "-" && isatty(STDIN_FILENO) == 1
  }

  /// Whether keys are read: not where the terminal is what commands or media are read from.
  var readsKeys: Bool {
    let needsInput = controlPath == "-" || files.contains("-")
    return drawsLiveLine && !isInstant && !(needsInput && isatty(STDIN_FILENO) == 1)
  }
}

extension LiveDisplay {
  convenience init(_ options: PlayOptions) {
    let style = TerminalStyle(
      environment: { getenv($0).map { String(cString: $0) } }, wantsColors: options.wantsColors)
    self.init(RecordOutput(descriptor: STDOUT_FILENO), style: style)
  }
}
