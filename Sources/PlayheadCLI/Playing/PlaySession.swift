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
  private let state = Locked(State())

  init(_ options: PlayOptions) throws(UsageError) {
    self.options = options
    writer = try RecordWriter(options)
  }

  func run() -> ExitStatus {
    var status = ExitStatus.played
    var remaining = options.limit
    for file in options.files {
      switch play(file, &remaining) {
      case .end, .endTime: break
      case .error: status = .failed
      case .interrupted: return .interrupted
      case .terminated: return .terminated
      case .limit: return status
      case .readerGone: return writer.hasFailed ? .failed : status
      }
    }
    return writer.hasFailed ? .failed : status
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
  }

  private func play(_ file: String, _ remaining: inout Int?) -> EndReason {
    do throws(MediaError) {
      let clock: any HostClock = options.isInstant ? ManualHostClock() : SystemHostClock.shared
      let (player, start, end) = try prepare(file, clock)
      let playback = FilePlayback(
        file, player, from: start, to: end, options: options, remaining: remaining, writer: writer)
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
      Messages.say("\(error)")
      writer.write(.error("\(error)"), file: file)
      writer.write(.end(.error, position: .zero), file: file)
      return .error
    }
  }

  /// A player of the file, and what to play. The file is opened first where a point is counted
  /// from its end.
  private func prepare(
    _ file: String, _ clock: any HostClock
  ) throws(MediaError) -> (Player, start: MediaTime, end: MediaTime?) {
    guard [options.start, options.end].contains(where: { $0?.needsDuration == true }) else {
      let (start, end) = positions(in: .zero)
      return (Player(path: file, clock: clock), start, end)
    }
    let interruption = Interruption()
    let isStopping = state.withLock { state in
      state.opening = interruption
      return state.stopReason != nil
    }
    if isStopping { interruption.interrupt() }
    defer { state.withLock { $0.opening = nil } }
    let media = try PreparedMedia(path: file, interruption: interruption)
    guard let duration = try media.duration() else {
      throw MediaError(
        .seek, file, .other, detail: "its duration is unknown, and its source cannot go back")
    }
    let (start, end) = positions(in: duration.time)
    return (Player(media: media, clock: clock), start, end)
  }

  private func positions(in duration: MediaTime) -> (start: MediaTime, end: MediaTime?) {
    (options.start?.position(in: duration) ?? .zero, options.end?.position(in: duration))
  }
}
