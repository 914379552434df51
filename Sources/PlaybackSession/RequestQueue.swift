/// The requests of a user that wait until a file is open.
///
/// A request that needs an open file waits until playback of the file has begun. So do those requests
/// of a list of commands that change playback, and later ones wait behind them in order. While no file is
/// being opened, nothing has to wait.
package struct RequestQueue: Sendable {
  /// When a request is carried out.
  package enum Admission: Hashable, Sendable {
    /// At once.
    case now
    /// The request is stored, and `next()` returns it later.
    case later
    /// Too many requests are waiting.
    case full
  }

  private enum File {
    case closed
    /// The waiting requests are being carried out.
    case catchingUp
    case open
  }

  /// How many requests, except to quit, may wait: more than a script has lines, so that its reader never waits.
  package static let greatestWaitingCount = 65_536

  /// How long a waiting request to quit waits for progress of those before it.
  package static let quitPatience = Duration.seconds(2)

  private var file = File.closed
  private var waiting: ArraySlice<SessionRequest> = []
  private var dropped: [SessionRequest] = []
  /// The number of waiting requests to quit.
  private var quitCount = 0

  /// Creates an empty queue, while no file is open.
  package init() {}

  /// Decides when to carry out a request, and stores it if it must wait; in order, it also waits for those before it.
  package mutating func admit(
    _ request: SessionRequest, inOrder: Bool, isIdle: Bool = false
  ) -> Admission {
    if file == .open { return .now }
    let isBehindOthers = inOrder && (file == .catchingUp || !waiting.isEmpty)
    let awaitsRecord = inOrder && request.isRecorded && !isIdle
    guard request.needsFile || isBehindOthers || awaitsRecord else { return .now }
    guard waiting.count < RequestQueue.greatestWaitingCount || request.isQuit else { return .full }
    waiting.append(request)
    if request.isQuit { quitCount += 1 }
    return .later
  }

  /// Begins to return waiting requests, after the file was opened, or a request that takes time has begun.
  package mutating func catchUp() {
    file = .catchingUp
  }

  /// Returns the next request to carry out, or nil if none is waiting.
  package mutating func next() -> SessionRequest? {
    guard file == .catchingUp else { return nil }
    if waiting.isEmpty {
      file = .open
      return nil
    }
    return popFirst()
  }

  /// Returns the next waiting request that needs no file, because none is about to be open. Drops those before it.
  package mutating func nextWithoutFile() -> SessionRequest? {
    while let request = popFirst() {
      if !request.needsFile { return request }
      dropped.append(request)
    }
    return nil
  }

  /// Whether a request to quit waits.
  package var isQuitWaiting: Bool { quitCount > 0 }

  /// Drops all requests up to the first one to quit, and returns that.
  package mutating func skipToQuit() -> SessionRequest? {
    guard let index = waiting.firstIndex(where: \.isQuit) else { return nil }
    dropped += waiting[..<index]
    waiting = waiting[index...]
    return popFirst()
  }

  /// Returns the requests that were dropped since the last call.
  package mutating func removeDropped() -> [SessionRequest] {
    defer { dropped = [] }
    return dropped
  }

  /// Closes the file because a request chose another one, and drops the waiting requests for the old file.
  package mutating func leave() {
    // If the choice was itself a waiting request, those behind it apply to the new file.
    if file != .catchingUp { drop() }
    file = .closed
  }

  /// Closes the file after its playback ended, and drops the requests for it.
  package mutating func end() {
    drop()
    file = .closed
  }

  private mutating func popFirst() -> SessionRequest? {
    let request = waiting.popFirst()
    if request?.isQuit == true { quitCount -= 1 }
    return request
  }

  private mutating func drop() {
    dropped += waiting.filter(\.needsFile)
    waiting.removeAll(where: \.needsFile)
  }
}

extension SessionRequest {
  /// Whether the request changes playback, which a record reports.
  fileprivate var isRecorded: Bool {
    switch self {
    case .setPaused, .togglePause, .setRate, .multiplyRate: true
    default: needsFile
    }
  }

  fileprivate var isQuit: Bool { if case .quit = self { true } else { false } }

  /// Whether later requests wait until this one is complete, because it may have to read media.
  package var takesTime: Bool {
    if case .step = self { true } else { false }
  }
}
