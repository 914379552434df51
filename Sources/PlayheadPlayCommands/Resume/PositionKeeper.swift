import Dispatch
import PlayheadArguments
import PlayheadCore
import PlayheadFormatting
import PlayheadLocking
import PlayheadOutputs
import PlayheadTimekeeping
import PortableCombine

/// Saves where each file of a session is left: twice a second while it plays, at each discontinuity,
/// and when it is left.
///
/// A routine of the player's clock writes the positions in order, so that playback and records never
/// wait for a slow file system. The routine has a thread only while it writes.
final class PositionKeeper: Sendable {
  /// The file that plays.
  private struct Course {
    let player: Player
    let file: ResumableFile
    /// Whether this session has saved the position of the file, or resumed at it.
    var isOwn: Bool
    /// Whether playback has started, or a seek moved the playhead. Nothing is removed before.
    var hasMoved = false
    /// The position that was written last.
    var lastSaved: MediaTime?
    var changes: AnyCancellable?
  }

  /// A position to write, or to remove.
  private struct Entry {
    let file: ResumableFile
    let duration: MediaTime?
    let change: SavedPositionChange
  }

  private struct State {
    var course: Course?
    /// The files that were left, until that is written. The first is being written.
    var left: [Entry] = []
    var routine: (any HostRoutine)?
    var hasFailed = false
    var isReported = false
  }

  /// The time between two writes: on a busy machine, at most a second is lost if the process is killed.
  private static let period = Duration.milliseconds(500)
  /// How long a write may take before it is reported, and how long `finish` waits.
  private static let patience = Duration.seconds(2)

  private let store: PositionStore
  private let resumes: Bool
  private let queue = DispatchQueue(label: "playhead.positions")
  /// Entered for each file that was left.
  private let writes = DispatchGroup()
  private let state = Locked(State())

  /// Creates a keeper that saves positions in a store. Playback starts there if it resumes.
  init(_ store: PositionStore, resumes: Bool) {
    (self.store, self.resumes) = (store, resumes)
  }

  /// Creates the keeper that the options ask for, or reports that there is no directory for positions.
  convenience init?(_ options: PlayOptions) {
    guard options.resumes || options.savesPosition else { return nil }
    do throws(FileFailure) {
      self.init(try .ofUser(), resumes: options.resumes && options.start == nil)
    } catch {
      Messages.say(error.message)
      return nil
    }
  }

  /// Whether a position could not be saved.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Returns where to resume a file before `end`, or from its start; nil if it cannot be read again.
  func resumePoint(
    of argument: String, _ access: MediaAccess, before end: MediaTime?
  ) -> ResumePoint? {
    guard let file = ResumableFile(argument, access) else { return nil }
    let position = resumes ? position(of: file) : nil
    let isBeforeEnd = position.map { position in end.map { position < $0 } ?? true } ?? false
    return ResumePoint(file: file, position: isBeforeEnd ? position : nil)
  }

  /// Returns where a file was left, unless it plays now: it may be in the list twice.
  private func position(of file: ResumableFile) -> MediaTime? {
    let (isPlaying, written) = state.withLock { state in
      (state.course?.file.name == file.name, state.left.last { $0.file.name == file.name })
    }
    if isPlaying { return nil }
    switch written?.change {
    case .save(let position): return position
    case .remove: return nil
    case .keep, nil: return store.position(of: file)?.position
    }
  }

  /// Begins to save the position of a player whose media is open, and which has not started.
  func follow(_ player: Player, _ point: ResumePoint) {
    let changes = player.progressPublisher(on: .times([]), queue: queue)
      .sink { [weak self] in if $0.cause != .failed { self?.recordMove(of: player) } }
    let course = Course(
      player: player, file: point.file, isOwn: point.position != nil, changes: changes)
    let previous = state.withLock { state -> Course? in
      defer { state.course = course }
      if state.routine == nil {
        state.routine = player.clock.makeRoutine(on: .worker("playhead-save")) { [weak self] in
          self?.step(player.clock) ?? .wait(until: nil)
        }
      }
      return state.course
    }
    withExtendedLifetime(previous) {}
  }

  private func recordMove(of player: Player) {
    let routine = state.withLock { state -> (any HostRoutine)? in
      guard state.course?.player === player else { return nil }
      state.course?.hasMoved = true
      return state.routine
    }
    routine?.wake()
  }

  /// Saves the position of the current file, because the process may be killed before its last record.
  func saveSoon() { state.withLock { $0.routine }?.wake() }

  /// Saves where a player is left, if it is the followed one.
  func leave(_ player: Player, at progress: PlayheadProgress, isPlayedThrough: Bool) {
    let (course, routine) = state.withLock { state -> (Course?, (any HostRoutine)?) in
      guard let course = state.course, course.player === player else { return (nil, nil) }
      state.course = nil
      var change = SavedPositionChange(
        at: progress.position, of: progress.duration, isOwn: course.isOwn)
      if !course.hasMoved, change == .remove { change = .keep }
      if isPlayedThrough { change = .remove }
      state.left.append(
        Entry(file: course.file, duration: progress.duration?.time, change: change))
      writes.enter()
      return (course, state.routine)
    }
    course?.changes?.cancel()
    routine?.wake()
  }

  /// Waits until everything is written, but at most two seconds. Reports a position that is not.
  func finish() {
    if writes.wait(timeout: .now() + PositionKeeper.patience / .seconds(1)) == .timedOut,
      let file = state.withLock({ $0.left.first?.file })
    {
      fail(file, because: "timed out")
    }
  }

  /// Writes one position. Returns when to write the next one.
  private func step(_ clock: any HostClock) -> HostRoutineNext {
    if let entry = state.withLock({ $0.left.first }) {
      carryOut(entry, clock)
      state.withLock { _ = $0.left.removeFirst() }
      writes.leave()
      return .again
    }
    guard let course = state.withLock({ $0.course }), course.hasMoved else {
      return .wait(until: nil)
    }
    let progress = course.player.currentProgress()
    let change = SavedPositionChange(
      at: progress.position, of: progress.duration, isOwn: course.isOwn)
    let isNew = state.withLock { state in
      guard state.course?.player === course.player else { return false }
      if change != .keep { state.course?.isOwn = change != .remove }
      defer { state.course?.lastSaved = progress.position }
      return state.course?.lastSaved != progress.position
    }
    if isNew {
      carryOut(Entry(file: course.file, duration: progress.duration?.time, change: change), clock)
    }
    let isMoving = progress.state == .playing
    return .wait(until: isMoving ? clock.now.advanced(by: PositionKeeper.period) : nil)
  }

  private func carryOut(_ entry: Entry, _ clock: any HostClock) {
    let begin = clock.now
    do throws(SystemFailure) {
      switch entry.change {
      case .save(let position):
        try store.save(
          SavedPosition(
            file: entry.file, position: position, duration: entry.duration,
            saved: WallTime(of: begin, now: begin)))
      case .remove: try store.remove(entry.file)
      case .keep: break
      }
    } catch {
      fail(entry.file, because: error.text)
    }
    let seconds = (clock.now.nanoseconds - begin.nanoseconds) / 1_000_000_000
    if clock.now > begin.advanced(by: PositionKeeper.patience), markReported() {
      Messages.say(
        OutputMessage.positionsSavedLate(seconds: seconds), about: entry.file.readableName)
    }
  }

  /// Reports that a position cannot be saved, once in a session.
  private func fail(_ file: ResumableFile, because reason: String) {
    state.withLock { $0.hasFailed = true }
    if markReported() {
      Messages.say(OutputMessage.positionNotSaved(reason: reason), about: file.readableName)
    }
  }

  /// Returns whether nothing was reported yet.
  private func markReported() -> Bool {
    state.withLock { state in
      defer { state.isReported = true }
      return !state.isReported
    }
  }
}
