import PlayheadCore

/// Decides the state of a session: which file is current, which events are published, which requests
/// are carried out, and when the session ends.
///
/// It has no players, files, threads or lock, and does not decide the order of the files, or why the session ends.
package struct SessionMachine: Sendable {
  /// The state of the session. Files are the identities of their entries.
  package enum Phase: Hashable, Sendable {
    /// No file is current.
    case idle
    /// A file has begun, and is not open.
    case opening(Int)
    /// The current file is open.
    case playing(Int)
    /// The session ends when the current file has ended; nil if there is none.
    case leaving(Int?)
    /// The session has ended: it was stopped, or nothing was left to play.
    case over(isStopped: Bool)
  }

  /// How the files of a session have ended.
  package struct Results: Hashable, Sendable {
    /// Whether a file could not be played.
    package var hasFailure = false
    /// Whether a file ended for another reason.
    package var hasPlayed = false
    /// Whether the file that ended last was a user's attempt that failed.
    package var endsWithFailedAttempt = false
  }

  package private(set) var phase = Phase.idle
  package private(set) var results = Results()
  package var settings: SessionSettings
  /// The requests that wait for the current file.
  package var requests = RequestQueue()

  /// Creates the machine of a session that has not begun.
  package init(settings: SessionSettings) { self.settings = settings }

  /// The current file; nil if there is none.
  package var file: Int? {
    switch phase {
    case .idle, .over: nil
    case .opening(let file), .playing(let file): file
    case .leaving(let file): file
    }
  }

  /// Whether the session ends, or has ended, before everything was played.
  package var isStopped: Bool {
    switch phase {
    case .idle, .opening, .playing: false
    case .leaving: true
    case .over(let isStopped): isStopped
    }
  }

  package var isOver: Bool { if case .over = phase { true } else { false } }

  /// Whether the session waits for files when nothing is left to play.
  package var waitsForFiles: Bool {
    guard !isOver, !isStopped else { return false }
    return settings.waitsForFiles || results.endsWithFailedAttempt
  }

  // MARK: Files

  /// Begins a file, and returns the events to publish. The repetition of the list includes this time.
  package mutating func begin(_ file: Int, listLoop: Repetition) -> [SessionEvent] {
    let isRepeated = settings.listLoop != listLoop
    settings.listLoop = listLoop
    switch phase {
    case .idle, .opening, .playing: phase = .opening(file)
    case .leaving: phase = .leaving(file)
    case .over: return []
    }
    return (isRepeated ? [.settingsChanged] : []) + [.listChanged, .started(id: file)]
  }

  /// Records that a file is open. Returns the event to publish, unless the file is not current.
  package mutating func open(_ file: Int) -> SessionEvent? {
    guard phase == .opening(file) else { return nil }
    phase = .playing(file)
    return .loaded(id: file)
  }

  /// Returns the event of a movement of the playhead in a file, if that is open.
  package func event(of movement: PlayheadMovement, in file: Int) -> SessionEvent? {
    guard phase == .playing(file) else { return nil }
    return switch movement {
    case .departed: .seeking
    case .arrived(_, let progress): .restarted(progress)
    }
  }

  /// Ends the current file, and returns the event to publish. Waiting requests apply to a file that replaces it.
  package mutating func end(
    _ file: Int, _ end: FileEnd, isAttempt: Bool = false, isReplaced: Bool = false
  ) -> SessionEvent? {
    guard file == self.file else { return nil }
    let hasFailed = if case .failed = end { true } else { false }
    if hasFailed { results.hasFailure = true } else { results.hasPlayed = true }
    results.endsWithFailedAttempt = hasFailed && isAttempt
    if !isReplaced { requests.end() }
    phase = if case .leaving = phase { .leaving(nil) } else { .idle }
    return .ended(id: file, end)
  }

  // MARK: The session

  /// Requests the end of the session, once the current file has ended.
  package mutating func stop() {
    phase = isOver ? .over(isStopped: true) : .leaving(file)
  }

  /// Ends the session. Returns the event to publish if a file is current.
  package mutating func finish() -> SessionEvent? {
    let event = file.map { SessionEvent.ended(id: $0, .quit) }
    phase = .over(isStopped: isStopped)
    return event
  }

  /// Throws an error if a program's request cannot be carried out now.
  package func check(_ request: SessionRequest) throws(SessionRefusal) {
    switch phase {
    case .idle, .opening: if request.needsFile { throw .noFile }
    case .playing: break
    case .leaving, .over: throw .noFile
    }
  }
}
