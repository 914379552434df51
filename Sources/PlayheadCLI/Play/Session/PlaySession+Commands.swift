import Glibc
import PlayheadKit

/// The commands of the user during playback, from keys and from `--control`.
extension PlaySession {
  /// Carries out a command of a key, or stores it until the file that it needs is open. May be
  /// called from any thread.
  ///
  /// - Throws: `ControlError` if the command is not possible. Nothing has changed then.
  func perform(_ command: TransportCommand) throws(ControlError) {
    guard try perform(command, inOrder: false) else {
      throw ControlError(.tooManyCommands)
    }
  }

  /// Carries out a command of `--control` after the commands before it. Blocks while too many
  /// commands wait.
  private func performInOrder(_ command: TransportCommand) throws(ControlError) {
    while try !perform(command, inOrder: true) { orderBell.wait() }
  }

  /// Returns false if too many commands wait.
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

  /// Carries out a command. Calls `finished` only for a command that takes time, when it is
  /// complete.
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
    case .setVolume(let volume): changeSettings { $0.volume = volume }
    case .changeVolume(let percents):
      changeSettings { $0.volume = $0.volume.changed(by: percents) }
    case .setMuted(let isMuted): changeSettings { $0.isMuted = isMuted ?? !$0.isMuted }
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

  /// Carries out the command of a key. An error, or that the key has no effect, is shown in the
  /// status line.
  func take(_ key: Key) {
    do throws(ControlError) {
      let command = try TransportCommand(forKey: key, hasSound: options.sound.output != nil)
      let old = state.withLock { $0.settings }
      try perform(command)
      let isUnchanged = state.withLock { $0.settings } == old
      if isUnchanged, let message = command.messageWithoutChange { display?.note(message.text) }
    } catch {
      display?.note(error.reason)
    }
  }

  /// Opens the input that `--control` names, or returns nil if there is none.
  ///
  /// - Throws: `FileFailure` if the input cannot be opened.
  func makeControlInput() throws(FileFailure) -> ControlInput? {
    guard let path = options.remote.controlPath, !options.readsTypedCommands else { return nil }
    return try ControlInput(path) { [weak self] command throws(ControlError) in
      try self?.performInOrder(command)
    }
  }

  /// Returns the interpreter of commands typed at a terminal with a status line, or nil if commands
  /// are not read there.
  func makeTypedCommands() -> (any KeyInterpreter)? {
    guard options.readsTypedCommands, let display else { return nil }
    return TypedCommands(on: display) { [weak self] line in
      ControlInput.carryOut(line) { command throws(ControlError) in
        try self?.performInOrder(command)
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

  func endStepping() {
    state.withLock { $0.settings.isStepping = false }
  }

  func changeSettings(_ change: (inout TransportSettings) -> Void) {
    let staysPaused = isKeptAtEnd
    let (playback, becomesSilent, isChanged) = state.withLock { state in
      let old = state.settings
      change(&state.settings)
      if staysPaused { state.settings.isPaused = true }
      return (
        state.playback, old.isAudible && !state.settings.isAudible, old != state.settings
      )
    }
    if becomesSilent, audio != nil { Messages.say(OutputMessage.silentRate) }
    playback?.applyLoop()
    applySettings()
    if playback != nil { display?.update() }
    if isChanged { eventLog.send(.settingsChanged) }
  }

  /// Whether the current file has stayed open at its end. It is paused until a seek.
  private var isKeptAtEnd: Bool {
    let (settings, playback) = state.withLock { ($0.settings, $0.playback) }
    return settings.keepOpen != .none && settings.isPaused
      && playback?.player.currentProgress().state == .ended
  }

  /// Applies the current settings to the queue.
  ///
  /// Another thread may change the settings during this call. They are read again afterwards, so
  /// that the latest ones are applied last.
  private func applySettings() {
    var settings = state.withLock { $0.settings }
    while true {
      queue.setRate(settings.playerRate)
      queue.preloadPolicy = settings.preloading(options)
      for player in queue.items { settings.applyVolume(to: player) }
      let latest = state.withLock { $0.settings }
      if latest == settings { return }
      settings = latest
    }
  }

  /// Carries out the waiting commands, because the file was opened.
  func catchUp() {
    // If the file is about to be closed, the commands wait for the next one.
    if leaveReason == nil { state.withLock { $0.order.catchUp() } }
    performWaiting()
  }

  /// Carries out the waiting commands. After a command that takes time, continues when that is
  /// complete.
  private func performWaiting() {
    while true {
      let (command, playback) = state.withLock { ($0.order.next(), $0.playback) }
      guard let command else { return }
      orderBell.signal()
      do throws(ControlError) {
        try carryOut(command, on: playback) { [weak self] in self?.performWaiting() }
      } catch {
        // Keys rarely wait, so the command came from `--control` if that is in use.
        if options.remote.controlPath != nil {
          Messages.say(error.text(of: command))
        } else {
          display?.note(error.reason)
        }
      }
      if command.takesTime { return }
    }
  }

  /// Moves by this number of files, relative to the current file or to the one that is already
  /// about to be opened.
  private func move(by offset: Int) throws(ControlError) {
    guard queue.move(by: offset) else {
      throw ControlError(offset > 0 ? .atLastFile : .atFirstFile)
    }
    noteListChange(leaving: true)
  }

  /// Ends playback of the file that the queue no longer wants.
  func leave() {
    let (current, opening) = state.withLock { state in
      state.order.leave()
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
