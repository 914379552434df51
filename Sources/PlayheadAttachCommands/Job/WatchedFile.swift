import Dispatch
import PlayheadAttaching
import PlayheadFFmpeg
import PlayheadJobs
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadTimekeeping

/// A file that a process has open, with the records of the position there.
///
/// A thread opens it as media, and turns offsets into positions.
final class WatchedFile: Sendable {
  /// The contents of the file, if it has been read.
  enum Contents {
    case unread
    case media(FileTimes)
    /// It was no media when it had this size.
    case noMedia(Int64)
  }

  private struct State {
    var contents = Contents.unread
    var latest: (file: OpenFile, instant: HostInstant)
    var isClosed = false
    /// Whether it was reported that the file cannot be read.
    var hasFailed = false
    var hasBegun = false
    var thread: (any HostRoutine)?
  }

  let playback: AttachedPlayback
  private let job: Job
  /// Lets a thread that reads a written file wait for the rest of a packet, until the file is closed.
  private let following = FileFollowing()
  private let state: Locked<State>

  /// Creates the records of a file; calls `begin` at its first position and `ended` once at its end, on the queue.
  init(
    _ file: OpenFile, at instant: HostInstant, clock: any HostClock,
    in session: RecordingSession<AttachedPlayback>,
    begin: @escaping @Sendable (WatchedFile) -> Void,
    ended: @escaping @Sendable (AttachedPlayback, EndReason) -> Void
  ) {
    job = Job(clock: clock)
    state = Locked(State(latest: (file, instant)))
    playback = AttachedPlayback(job.playhead, Self.item(file, nil), in: session, ended: ended)
    let thread = clock.makeRoutine(on: .worker("playhead-index")) { [self] in
      step(
        { session.queue.async { begin(self) } },
        ended: { session.queue.async { [playback] in ended(playback, .closed) } })
      return .wait(until: nil)
    }
    state.withLock { $0.thread = thread }
    thread.wake()
  }

  private static func item(_ file: OpenFile, _ times: FileTimes?) -> AttachedItem {
    var facts = PlayerFacts.Item(identity: "")
    (facts.location, facts.duration) = (file.name, times?.duration)
    var item = AttachedItem(facts)
    item.media = times?.info
    return item
  }

  /// Whether it is known not to be media.
  var isNoMedia: Bool {
    state.withLock { if case .noMedia = $0.contents { true } else { false } }
  }

  /// Notes where the process is now.
  func record(_ file: OpenFile, at instant: HostInstant) {
    state.withLock { state in
      state.latest = (file, instant)
      return state.thread
    }?.wake()
  }

  /// Notes that the process has closed the file.
  func close() {
    following.finish()
    state.withLock { state in
      state.isClosed = true
      return state.thread
    }?.wake()
  }

  private func step(_ begin: () -> Void, ended: () -> Void) {
    let (contents, latest, isClosed) = state.withLock { ($0.contents, $0.latest, $0.isClosed) }
    switch contents {
    case .unread: open(latest.file, at: latest.instant, begin)
    // It may have a header now.
    case .noMedia(let size) where latest.file.isWritten && latest.file.size / 2 >= size:
      open(latest.file, at: latest.instant, begin)
    case .noMedia, .media: break
    }
    // The last bytes have not been seen.
    let file = isClosed && latest.file.isWritten ? latest.file.finished ?? latest.file : latest.file
    report(file, at: latest.instant, begin)
    guard isClosed else { return }
    let (hasBegun, thread) = state.withLock { ($0.hasBegun, $0.thread.take()) }
    thread?.stop()
    if hasBegun { job.end(status: 0) } else { ended() }
  }

  private func open(_ file: OpenFile, at instant: HostInstant, _ begin: () -> Void) {
    var media = file.media
    do throws(MediaError) {
      let times = try FileTimes(
        opening: media, isGrowing: file.isWritten, interruption: Interruption())
      state.withLock { $0.contents = .media(times) }
      playback.describe(Self.item(file, times))
      if let duration = times.duration { job.expectFile(lasting: duration) }
    } catch {
      return state.withLock { $0.contents = .noMedia(file.size) }
    }
    guard file.isWritten else { return }
    report(file, at: instant, begin)
    // This may wait for more data.
    (media.following, media.probeLimit) = (following, .milliseconds(500))
    let times = try? FileTimes(opening: media, isGrowing: true, interruption: Interruption())
    if let times { state.withLock { $0.contents = .media(times) } }
  }

  private func report(_ file: OpenFile, at instant: HostInstant, _ begin: () -> Void) {
    guard case .media(let times) = state.withLock(\.contents) else { return }
    let place = times.time(before: file.offset, of: file.size) {
      move(to: $0, in: file, at: instant, begin)
    }
    if let error = times.failure { say(error, about: file) }
    if let place { move(to: place, in: file, at: instant, begin) }
  }

  private func move(
    to position: MediaTime, in file: OpenFile, at instant: HostInstant, _ begin: () -> Void
  ) {
    job.move(to: position, offset: file.offset, at: instant)
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    if isFirst { begin() }
  }

  /// Reports once that the file cannot be read.
  private func say(_ error: MediaError, about file: OpenFile) {
    let isFirst = state.withLock { state in
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    if isFirst { Messages.say(FileMessage.unreadMedia(error.description), about: file.name) }
  }
}
