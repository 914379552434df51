import Glibc
import PlaybackSession
import PlayheadCore
import PlayheadFormatting
import PlayheadListFiles
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadTerminal
import PlayheadTimekeeping

/// Plays the files of a command line through a queue, which decides their order.
final class PlaySession: Sendable {
  struct State {
    /// The file that is being opened to find its range.
    var opening: (id: Int, interruption: Interruption)?
    /// The exit status that another program has chosen.
    var chosenStatus: ExitStatus?
  }

  /// The options, with playlists in `files` replaced by their entries, which may have changed since.
  let options: PlayOptions
  /// Records the current file, from when its player was made to its last record.
  let recording: RecordingSession<FilePlayback>
  var outputs: SessionOutputs { recording.outputs }
  var display: LiveDisplay? { outputs.display }
  let keyTerminal: KeyTerminal?
  let clock: any HostClock
  /// The sound of each file; nil for none.
  let audio: AudioPlayback?
  /// The list, and the requests to it.
  let session: QueueSession
  var queue: PlayerQueue { session.queue }
  let state = Locked(State())

  /// Creates a session of files, with playlists replaced by their entries, and opens its outputs.
  init(_ options: PlayOptions, _ files: [ListedFile]) throws(FileFailure) {
    var options = options
    options.files = files.map(\.argument)
    self.options = options
    recording = try RecordingSession(options)
    keyTerminal = options.readsKeys || options.readsTypedCommands ? KeyTerminal() : nil
    audio = options.audioPlayback
    clock = options.isInstant ? ManualHostClock() : SystemHostClock.shared
    let settings = SessionSettings(options)
    session = QueueSession(
      PlayerQueue(supervising: [], preloading: settings.preloading(options), clock: clock),
      settings: settings, hasSound: audio != nil)
    session.host = self
    queue.append(makeEntries(of: files))
  }

  /// Returns new entries of files, which are not in the queue yet.
  func makeEntries(of files: [ListedFile], asAttempt: Bool = false) -> [PlayerQueue.Entry] {
    zip(session.reserveIDs(files.count)..., files).map { id, file in
      let queued = QueuedFile(id, file, isAttempt: asAttempt)
      return PlayerQueue.Entry(attachment: queued) { [weak self] in
        guard let self else { throw MediaError(.open, of: "", reason: .interrupted) }
        return try makePlayer(of: queued)
      }
    }
  }

  func run() -> ExitStatus {
    let hasFailed = outputs.run(keyTerminal, keys: carryOut, commands: performInOrder, playAll) {
      session.close()
    }
    let (chosenStatus, machine) = (state.withLock { $0.chosenStatus }, session.machine)
    if let status = recording.stopReason?.exitStatus ?? chosenStatus { return status }
    return hasFailed || machine.results.hasFailure ? .failed : .played
  }

  /// Begins to play the first file, or to wait for one.
  func begin() {
    let settings = session.settings
    let rate = settings.playerRate
    if audio != nil, !settings.isAudible { Messages.say(OutputMessage.silentRate) }
    if let wallTime = options.startInstant {
      let now = clock.now
      let wait = wallTime - WallTime(of: now, now: now).nanoseconds
      queue.beginRate(rate, atHostTime: now.advanced(byNanoseconds: wait))
    } else {
      queue.setRate(rate)
    }
    session.begin(supervisedBy: self)
  }

  private func playAll() {
    begin()
    while !session.machine.isOver {
      guard let manual = clock as? ManualHostClock else {
        recording.wait()
        continue
      }
      // One step at a time, because a signal may have stopped playback during the step.
      if manual.runNextStep() { continue }
      guard let playback = current else { break }
      playback.recorded.finish(.error, at: playback.player.currentProgress())
    }
  }

  func end() { recording.finish() }

  /// The current file, from when its player was made to its last record.
  var current: FilePlayback? { recording.items.last }

  /// Why playback of the current file should end, or nil.
  var leaveReason: EndReason? {
    if let reason = recording.stopReason { return reason }
    guard let departure = queue.departure else { return nil }
    return departure.offset.map { $0 > 0 ? .next : .previous } ?? .stopped
  }

  /// Stops playback after a last record of the position, and interrupts everything that blocks.
  func stop(_ reason: EndReason) {
    session.stop(
      interrupting: {
        recording.recordStop(reason)
        outputs.abandon(at: reason)
        state.withLock { $0.opening }?.interruption.interrupt()
      }
    ) { recording.stopItems(reason) }
  }
}

extension SessionSettings {
  /// Returns when the next file is opened: on time if its range depends on it, or if the current file never ends.
  func preloading(_ options: PlayOptions) -> PreloadPolicy {
    let isEndless = fileLoop == .endless || loopRange != nil
    let opensOnTime = options.isInstant || options.needsOpenMedia || isEndless
    return opensOnTime ? .never : .whenCurrentItemIsRead
  }
}
