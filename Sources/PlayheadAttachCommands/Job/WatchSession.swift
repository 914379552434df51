import Dispatch
import Glibc
import PlayheadLocking
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadProcesses
import PlayheadTimekeeping

/// Reports where processes that already run are in the media files that they have open.
final class WatchSession: Sendable {
  /// A file that a process has open, or one that it has started, to which descriptors are often passed on.
  private struct FileKey: Hashable {
    var process: ProcessReference
    var file: FileIdentity
  }

  private struct State {
    /// The processes that were found; nil before.
    var processes: [ProcessReference]?
    var files: [FileKey: WatchedFile] = [:]
    /// The processes that had media open.
    var readers: Set<ProcessReference> = []
    /// The files that were closed, and may still get records, by their records.
    var closing: [ObjectIdentifier: WatchedFile] = [:]
    /// Files that were read, and are no media. A process may open them often.
    var others: Set<FileKey> = []
  }

  /// The seconds between two looks at processes, and the share of the remaining time, to see them near the end.
  private static let pause = (least: 0.02, greatest: 0.5, share: 0.2, first: 0.1)
  /// How many files are looked at.
  private static let greatestCount = 256

  private let watched: WatchedProcess
  let session: RecordingSession<AttachedPlayback>
  private let clock: any HostClock = SystemHostClock.shared
  private let state = Locked(State())

  init(_ watched: WatchedProcess, _ options: PlayOptions) throws(FileFailure) {
    self.watched = watched
    session = try RecordingSession(options, of: watched.name)
  }

  func run() -> ExitStatus {
    do throws(SystemFailure) {
      let processes = try findProcesses()
      state.withLock { $0.processes = processes }
    } catch {
      Messages.say(error, about: watched.name)
      return .failed
    }
    let hasFailed = session.outputs.run {
      let routine = clock.makeRoutine(on: .thread("playhead-watch")) { [weak self] in
        self?.look() ?? .wait(until: nil)
      }
      routine.wake()
      session.wait()
      routine.stop()
    }
    if let status = session.stopReason?.exitStatus { return status }
    let hasRead = state.withLock { !$0.readers.isEmpty }
    if !hasRead { Messages.say(OutputMessage.noOpenMedia, about: watched.name) }
    return hasRead && !hasFailed ? .played : .failed
  }

  private func findProcesses() throws(SystemFailure) -> [ProcessReference] {
    let found: [ProcessReference] =
      switch watched {
      case .identifier(let number): ProcessReference(number).map { [$0] } ?? []
      case .named(let command): ProcessReference.named(command)
      }
    var failure = SystemFailure(code: ESRCH)
    var processes: [ProcessReference] = []
    for process in found {
      do throws(SystemFailure) {
        _ = try process.files()
        processes.append(process)
      } catch {
        failure = error
      }
    }
    if processes.isEmpty { throw failure }
    return processes
  }

  // MARK: The files

  private func look() -> HostRoutineNext {
    if session.stopReason != nil { return .wait(until: nil) }
    let processes = state.withLock { $0.processes ?? [] }
    let running = processes.filter(\.isRunning)
    var open: Set<FileKey> = []
    for process in running {
      var files: [FileKey: OpenFile] = [:]
      let family = ProcessReference.family(of: process.identifier)
      for file in family.flatMap({ (try? $0.files()) ?? [] }) {
        let key = FileKey(process: process, file: file.identity)
        if let known = files[key], known.offset >= file.offset { continue }
        files[key] = file
      }
      record(files, at: clock.now)
      open.formUnion(files.keys)
    }
    closeFiles(except: open)
    let isOver = state.withLock { state in
      // Others of the same name may do something else.
      let isRead = state.readers.isEmpty || !state.readers.isDisjoint(with: running)
      let isOver = running.isEmpty || !isRead
      if isOver { state.processes = [] }
      return isOver
    }
    if isOver {
      closeFiles(except: [])
      session.queue.async { [self] in finishIfOver() }
      return .wait(until: nil)
    }
    let next = session.items.map { item in
      item.secondsLeft.map { $0 * Self.pause.share } ?? Self.pause.first
    }.min()
    let pause = min(max(next ?? Self.pause.first, Self.pause.least), Self.pause.greatest)
    return .wait(until: clock.now.advanced(by: .milliseconds(Int64(pause * 1_000))))
  }

  /// Records where a process is in its files. Those that it writes count if it reads no media.
  private func record(_ files: [FileKey: OpenFile], at instant: HostInstant) {
    let files = files.sorted { $0.value.name < $1.value.name }
    let others = state.withLock { $0.others }
    let read = files.filter { !$0.value.isWritten && !others.contains($0.key) }
    for (key, file) in read { record(file, at: key, instant) }
    let known = state.withLock { $0.files }
    let readsMedia = read.contains { known[$0.key].map { !$0.isNoMedia } ?? true }
    for (key, file) in files
    where file.isWritten && (!readsMedia || known[key] != nil) {
      record(file, at: key, instant)
    }
  }

  private func record(_ file: OpenFile, at key: FileKey, _ instant: HostInstant) {
    let (known, count) = state.withLock { ($0.files[key], $0.files.count) }
    if let known { return known.record(file, at: instant) }
    if count >= Self.greatestCount { return }
    let watched = WatchedFile(
      file, at: instant, clock: clock, in: session,
      begin: { [weak self] file in self?.begin(file, of: key.process) },
      ended: { [weak self] in self?.end($0, at: key, $1) })
    state.withLock { $0.files[key] = watched }
  }

  private func closeFiles(except open: Set<FileKey>) {
    let closed = state.withLock { state in
      let closed = state.files.filter { !open.contains($0.key) }
      for (key, file) in closed {
        state.files[key] = nil
        state.closing[ObjectIdentifier(file.playback)] = file
      }
      return closed.values
    }
    for file in closed { file.close() }
  }

  // MARK: The records

  private func begin(_ file: WatchedFile, of process: ProcessReference) {
    if session.stopReason != nil { return }
    state.withLock { _ = $0.readers.insert(process) }
    session.begin(file.playback, remaining: session.outputs.options.limit)
  }

  /// The last record of a file has been written, or there was none.
  private func end(_ playback: AttachedPlayback, at key: FileKey, _ reason: EndReason) {
    let file = state.withLock { $0.closing.removeValue(forKey: ObjectIdentifier(playback)) }
    if file?.isNoMedia == true {
      state.withLock { state in
        if state.others.count < Self.greatestCount { state.others.insert(key) }
      }
    }
    if reason == .limit || reason == .outputClosed { return session.stop(reason) }
    finishIfOver()
  }

  private func finishIfOver() {
    let isOver = state.withLock { $0.processes?.isEmpty == true && $0.closing.isEmpty }
    if isOver, session.items.isEmpty { session.finish() }
  }
}
