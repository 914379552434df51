import Dispatch
import Glibc
import Locking
import PlayheadKit

/// Plays the files of a command line in order.
final class PlaySession: Sendable {
  struct State {
    var playback: FilePlayback?
    var opening: Interruption?
    var stopReason: EndReason?
    var settings: TransportSettings
    /// The index of the current file.
    var index = 0
    /// The index of the file that a command chose.
    var wantedIndex: Int?
    /// Whether a command went back to this file and the file is not open yet.
    var isGoingBack = false
    var order = CommandOrder()
    /// The next file, if it is already loaded.
    var next: LoadedFile?
    /// How playback of the next file begins.
    var beginning = FilePlayback.Beginning.whenOpen
    /// Whether playback is complete and only commands of `--exec` still run.
    var waitsForCommands = false

    /// Why playback of the current file should end, or nil.
    var leaveReason: EndReason? {
      stopReason ?? wantedIndex.map { $0 > index ? .next : .previous }
    }
  }

  /// The options, with each playlist in `files` replaced by its entries.
  let options: PlayOptions
  let files: [ListedFile]
  private let writer: RecordWriter
  private let cues: CueRunner
  let display: LiveDisplay?
  let keyTerminal: KeyTerminal?
  let state: Locked<State>
  /// Signaled when the number of waiting commands may have decreased.
  let orderBell = DispatchSemaphore(value: 0)

  /// Creates a session and opens its outputs.
  ///
  /// - Parameter files: The files to play, with each playlist replaced by its entries.
  /// - Throws: `FileFailure` if an output cannot be opened.
  init(_ options: PlayOptions, _ files: [ListedFile]) throws(FileFailure) {
    self.files = files
    var options = options
    options.files = files.map(\.argument)
    self.options = options
    writer = try RecordWriter(options)
    display = options.drawsLiveLine ? LiveDisplay(options) : nil
    cues = CueRunner(above: display, writingTo: options.cueOutput ?? .stderr)
    keyTerminal = options.readsKeys || options.readsTypedCommands ? KeyTerminal() : nil
    state = Locked(State(settings: TransportSettings(options)))
  }

  func run() -> ExitStatus {
    display?.becomeCurrent()
    // Before the first status line, so that typed characters do not appear in it.
    keyTerminal?.enter()
    let keys = keyTerminal.map { terminal in
      KeyReader(terminal) { [weak self] in
        self?.makeTypedCommands() ?? SingleKeys { self?.take($0) }
      }
    }
    let status = withExtendedLifetime(keys) { playAll() }
    keyTerminal?.leave()
    state.withLock { $0.waitsForCommands = true }
    cues.finish()
    if let status = state.withLock({ $0.stopReason })?.exitStatus { return status }
    return status == .played && (writer.hasFailed || cues.hasFailed) ? .failed : status
  }

  private func playAll() -> ExitStatus {
    defer { _ = takeNext(at: nil) }
    if let wallTime = options.startInstant {
      let now = SystemHostClock.shared.now
      let wait = wallTime - WallTime(of: now, now: now).nanoseconds
      state.withLock { $0.beginning = .at(now.advanced(byNanoseconds: wait)) }
    }
    var status = ExitStatus.played
    var remaining = options.limit
    var index: Int? = 0
    while let current = index {
      let file = files[current]
      let item = PlayedItem(
        file: file.argument, number: current + 1, of: files.count, title: file.title)
      let outcome = play(file, item, &remaining)
      switch outcome {
      case .end, .endTime, .next, .previous: break
      case .error: status = .failed
      case .interrupted, .terminated, .hungUp, .limit, .quit, .outputClosed: return status
      }
      // If the limit was reached at the end of a file, no further file is opened.
      if remaining == 0 { return status }
      index = advance(after: outcome)
    }
    return status
  }

  /// Whether playback is complete and only commands of `--exec` still run.
  var waitsForCommands: Bool { state.withLock { $0.waitsForCommands } }

  /// Writes a record with the current position.
  func report() {
    state.withLock { $0.playback }?.writePosition()
  }

  /// Moves to the next file and returns its index, or nil after the last one.
  ///
  /// If a command went back to a file that cannot be opened, moves further back. Otherwise the user
  /// could never go back past that file.
  private func advance(after outcome: EndReason) -> Int? {
    defer { orderBell.signal() }
    return state.withLock { state in
      if state.wantedIndex == nil { state.order.end() }
      let goesBack = outcome == .error && state.isGoingBack && state.index > 0
      let next = state.wantedIndex.take() ?? state.index + (goesBack ? -1 : 1)
      state.isGoingBack = next < state.index
      state.index = next
      return options.files.indices.contains(state.index) ? state.index : nil
    }
  }

  /// Stops playback after a last record of the position, and interrupts everything that blocks.
  func stop(_ reason: EndReason) {
    let (playback, opening) = state.withLock { state in
      state.stopReason = reason
      return (state.playback, state.opening)
    }
    writer.abandon()
    display?.abandon()
    opening?.interrupt()
    playback?.stop(reason)
    if let signal = reason.signal { cues.stop(signal) }
  }

  private func play(
    _ file: ListedFile, _ item: PlayedItem, _ remaining: inout Int?
  ) -> EndReason {
    do throws(FileFailure) {
      let clock: any HostClock = options.isInstant ? ManualHostClock() : SystemHostClock.shared
      let index = item.number - 1
      let loaded = takeNext(at: index)
      // If the duration is needed, no file is loaded in advance.
      let (player, start, end, duration) =
        if let loaded { (loaded.player, loaded.start, loaded.end, MediaTime.zero) } else {
          try prepare(file, clock)
        }
      let playback = FilePlayback(
        item, player, from: start, to: end, lasting: duration,
        beginning: takeBeginning(of: player), options: options,
        remaining: remaining, writer: writer, cues: cues, display: display,
        settings: { [weak self, options] in
          self?.state.withLock { $0.settings } ?? TransportSettings(options)
        },
        started: { [weak self] in self?.catchUp() },
        readToEnd: { [weak self] in self?.loadNext(after: index) })
      let stopReason = state.withLock { state in
        state.playback = playback
        return state.leaveReason
      }
      if let stopReason { playback.stop(stopReason) }
      defer {
        remaining = playback.remaining
        state.withLock { state in
          state.playback = nil
          state.beginning = playback.endInstant.map { .asOf($0) } ?? .whenOpen
        }
      }
      return playback.run { finished in
        guard let manual = clock as? ManualHostClock else {
          finished.wait()
          return true
        }
        // One step at a time, because a signal may have stopped playback during the step.
        return manual.runNextStep()
      }
    } catch {
      if let reason = state.withLock({ $0.leaveReason }) { return reason }
      Messages.say(error.message)
      writer.write(.error(error.message), of: item)
      writer.write(.end(.error, position: .zero), of: item)
      return .error
    }
  }
}

/// The next file is loaded before the current one ends, so that playback continues without a gap.
extension PlaySession {
  struct LoadedFile {
    let index: Int
    let player: Player
    let start: MediaTime
    let end: MediaTime?
  }

  /// Loads the next file after the current one was read to its end, so that at most two files are
  /// open. Does nothing if the file must be open before its range is known.
  private func loadNext(after index: Int) {
    let next = index + 1
    let isWanted = { (state: inout State) in
      let isEndless = state.settings.isLooping && state.settings.loopCount == nil
      return state.index == index && state.next == nil && state.leaveReason == nil && !isEndless
    }
    guard files.indices.contains(next), !options.needsOpenMedia, state.withLock(isWanted),
      // If the file cannot be played, the error is reported when its turn comes.
      let (player, start, end, _) = try? prepare(files[next], SystemHostClock.shared)
    else { return }
    player.load()
    let isTaken = state.withLock { state in
      let isTaken = isWanted(&state)
      if isTaken { state.next = LoadedFile(index: next, player: player, start: start, end: end) }
      return isTaken
    }
    if !isTaken { player.close() }
  }

  /// Returns the loaded file if it has this index; otherwise closes it.
  private func takeNext(at index: Int?) -> LoadedFile? {
    let next = state.withLock { $0.next.take() }
    if let next, next.index == index { return next }
    next?.player.close()
    return nil
  }

  /// Returns how the next file begins: when the previous one ended, if the player is already ready.
  private func takeBeginning(of player: Player) -> FilePlayback.Beginning {
    let beginning = state.withLock { state in
      defer { state.beginning = .whenOpen }
      return state.beginning
    }
    if case .asOf = beginning, player.status != .readyToPlay { return .whenOpen }
    return beginning
  }
}
