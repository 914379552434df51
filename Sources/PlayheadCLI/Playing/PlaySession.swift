import Dispatch
import Glibc
import Locking
import PlayheadKit

/// Plays the files of one command line, in turn.
final class PlaySession: Sendable {
  struct State {
    var playback: FilePlayback?
    var opening: Interruption?
    var stopReason: EndReason?
    var settings: TransportSettings
    /// The file that plays, among those of the command line.
    var index = 0
    /// The one that was asked for instead.
    var wantedIndex: Int?
    /// Whether the file that plays is open, so that it can be sought in.
    var isOpen = false
    /// What was asked for before that.
    var waiting: [TransportCommand] = []

    /// Why the file that plays is to end.
    var leaveReason: EndReason? {
      stopReason ?? wantedIndex.map { $0 > index ? .next : .previous }
    }
  }

  let options: PlayOptions
  private let writer: RecordWriter
  private let cues = CueRunner()
  let display: LiveDisplay?
  let keyTerminal: KeyTerminal?
  let state: Locked<State>

  init(_ options: PlayOptions) throws(UsageError) {
    self.options = options
    writer = try RecordWriter(options)
    display = options.drawsLiveLine ? LiveDisplay(options) : nil
    keyTerminal = options.readsKeys ? KeyTerminal() : nil
    state = Locked(State(settings: TransportSettings(rate: options.rate)))
  }

  func run() -> ExitStatus {
    display?.becomeCurrent()
    let keys = keyTerminal.map { terminal in KeyReader(terminal) { [weak self] in self?.take($0) } }
    let status = withExtendedLifetime(keys) { playAll() }
    keyTerminal?.leave()
    cues.finish()
    switch state.withLock({ $0.stopReason }) {
    case .interrupted: return .interrupted
    case .terminated: return .terminated
    default: return status == .played && (writer.hasFailed || cues.hasFailed) ? .failed : status
    }
  }

  private func playAll() -> ExitStatus {
    var status = ExitStatus.played
    var remaining = options.limit
    var index: Int? = 0
    while let current = index {
      let file = options.files[current]
      let item = PlayedItem(file: CommandLine.readableText(of: file), number: current + 1)
      switch play(file, item, &remaining) {
      case .end, .endTime, .next, .previous: break
      case .error: status = .failed
      case .interrupted, .terminated, .limit, .quit, .readerGone: return status
      }
      index = goOn()
    }
    return status
  }

  /// Writes where the playhead is now.
  func report() {
    state.withLock { $0.playback }?.writePosition()
  }

  /// The file that comes next; nil after the last.
  private func goOn() -> Int? {
    state.withLock { state in
      // What was asked of a file that does not play is no use to another.
      if state.wantedIndex == nil { state.waiting.removeAll(where: \.needsFile) }
      state.isOpen = false
      state.index = state.wantedIndex.take() ?? state.index + 1
      return options.files.indices.contains(state.index) ? state.index : nil
    }
  }

  /// Ends playing once the last position is written; what can be cut short is.
  func stop(_ reason: EndReason) {
    let (playback, opening) = state.withLock { state in
      state.stopReason = reason
      return (state.playback, state.opening)
    }
    writer.giveUp()
    display?.giveUp()
    opening?.interrupt()
    playback?.stop(reason)
    if reason != .quit { cues.stop(reason == .terminated ? SIGTERM : SIGINT) }
  }

  private func play(
    _ argument: String, _ item: PlayedItem, _ remaining: inout Int?
  ) -> EndReason {
    do throws(FileFailure) {
      let clock: any HostClock = options.isInstant ? ManualHostClock() : SystemHostClock.shared
      let (player, start, end) = try prepare(argument, clock)
      let playback = FilePlayback(
        item, player, from: start, to: end, options: options, remaining: remaining, writer: writer,
        cues: cues, display: display,
        settings: { [weak self, options] in
          self?.state.withLock { $0.settings } ?? TransportSettings(rate: options.rate)
        },
        started: { [weak self] in self?.performWaiting() })
      let stopReason = state.withLock { state in
        state.playback = playback
        return state.leaveReason
      }
      if let stopReason { playback.stop(stopReason) }
      defer {
        remaining = playback.remaining
        state.withLock { $0.playback = nil }
      }
      return playback.run { finished in
        guard let manual = clock as? ManualHostClock else {
          finished.wait()
          return true
        }
        return manual.advanceToNext()
      }
    } catch {
      if let reason = state.withLock({ $0.leaveReason }) { return reason }
      Messages.say(error.message)
      writer.write(.error(error.message), of: item)
      writer.write(.end(.error, position: .zero), of: item)
      return .error
    }
  }

  /// A player of the file, and what to play. The file is opened first where a point is counted
  /// from its end.
  private func prepare(
    _ file: String, _ clock: any HostClock
  ) throws(FileFailure) -> (Player, start: MediaTime, end: MediaTime?) {
    guard [options.start, options.end].contains(where: { $0?.needsDuration == true }) else {
      let (start, end) = try range(of: file, lasting: .zero)
      return (Player(media: options.access.media(file), clock: clock), start, end)
    }
    let (media, duration) = try open(file)
    let (start, end) = try range(of: file, lasting: duration.time)
    return (Player(media: media, clock: clock), start, end)
  }

  /// Opens the file for its duration; SIGINT and SIGTERM cut that short.
  private func open(_ file: String) throws(FileFailure) -> (PreparedMedia, MediaDuration) {
    let interruption = Interruption()
    let isStopping = state.withLock { state in
      state.opening = interruption
      return state.leaveReason != nil
    }
    if isStopping { interruption.interrupt() }
    defer { state.withLock { $0.opening = nil } }
    do throws(MediaError) {
      let media = try PreparedMedia(
        opening: options.access.media(file), interruption: interruption)
      if let duration = try media.duration() { return (media, duration) }
    } catch {
      throw FileFailure(message: "\(error)")
    }
    throw FileFailure(
      message:
        "\(CommandLine.readableText(of: file)): a point in it cannot be found: its duration is unknown, and its source "
        + "cannot go back")
  }

  private func range(
    of file: String, lasting duration: MediaTime
  ) throws(FileFailure) -> (start: MediaTime, end: MediaTime?) {
    let start = options.start?.position(in: duration) ?? .zero
    let end = options.end?.position(in: duration)
    if let end, end <= start {
      let (first, last) = (start.decimalText(places: 3), end.decimalText(places: 3))
      throw FileFailure(
        message:
          "\(CommandLine.readableText(of: file)): nothing to play: its end, \(last), does not lie after its start, \(first)"
      )
    }
    return (start, end)
  }
}

/// Why a file is not played, as a sentence that names it.
private struct FileFailure: Error {
  let message: String
}
