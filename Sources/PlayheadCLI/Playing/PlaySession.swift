import Dispatch
import Glibc
import Locking
import PlayheadKit

/// Plays the files of one command line, in turn.
final class PlaySession: Sendable {
  private struct State {
    var playback: FilePlayback?
    var opening: Interruption?
    var stopReason: EndReason?
  }

  private let options: PlayOptions
  private let writer: RecordWriter
  private let cues = CueRunner()
  private let state = Locked(State())

  init(_ options: PlayOptions) throws(UsageError) {
    self.options = options
    writer = try RecordWriter(options)
  }

  func run() -> ExitStatus {
    let status = playAll()
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
    for (index, file) in options.files.enumerated() {
      let item = PlayedItem(file: CommandLine.readableText(of: file), number: index + 1)
      switch play(file, item, &remaining) {
      case .end, .endTime: break
      case .error: status = .failed
      case .interrupted, .terminated, .limit, .readerGone: return status
      }
    }
    return status
  }

  /// Writes where the playhead is now.
  func report() {
    state.withLock { $0.playback }?.writePosition()
  }

  /// Ends playing once the last position is written; what can be cut short is.
  func stop(_ reason: EndReason) {
    let (playback, opening) = state.withLock { state in
      state.stopReason = reason
      return (state.playback, state.opening)
    }
    writer.giveUp()
    opening?.interrupt()
    playback?.stop(reason)
    cues.stop(reason == .terminated ? SIGTERM : SIGINT)
  }

  private func play(
    _ argument: String, _ item: PlayedItem, _ remaining: inout Int?
  ) -> EndReason {
    do throws(FileFailure) {
      let clock: any HostClock = options.isInstant ? ManualHostClock() : SystemHostClock.shared
      let (player, start, end) = try prepare(argument, clock)
      let playback = FilePlayback(
        item, player, from: start, to: end, options: options, remaining: remaining, writer: writer,
        cues: cues)
      let stopReason = state.withLock { state in
        state.playback = playback
        return state.stopReason
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
      if let stopReason = state.withLock({ $0.stopReason }) { return stopReason }
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
      return state.stopReason != nil
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
