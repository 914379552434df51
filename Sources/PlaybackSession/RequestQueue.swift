/// The requests of a user that wait until a file is open.
///
/// A request that needs an open file waits until playback of the file has begun. So do those requests
/// of a list of commands that change playback, and later ones wait behind them in order.
package struct RequestQueue: Sendable {
  /// When a request is carried out.
  package enum Admission: Hashable, Sendable {
    /// At once.
    case now
    /// The request is stored, and `next()` returns it later.
    case later
    /// Too many requests are waiting. Offer it again when there are fewer.
    case full
  }

  private enum File {
    case closed
    /// The waiting requests are being carried out.
    case catchingUp
    case open
  }

  /// The greatest number of requests that wait.
  package static let greatestWaitingCount = 64

  private var file = File.closed
  private var waiting: [SessionRequest] = []

  /// Creates an empty queue, while no file is open.
  package init() {}

  /// Decides when to carry out a request, and stores it if it must wait.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - inOrder: Whether the request stays behind those that wait, and waits for its own record.
  ///     Otherwise it waits only if it needs an open file.
  package mutating func admit(_ request: SessionRequest, inOrder: Bool) -> Admission {
    if file == .open { return .now }
    let isBehindOthers = inOrder && (file == .catchingUp || !waiting.isEmpty)
    guard request.needsFile || isBehindOthers || inOrder && request.isRecorded else { return .now }
    guard waiting.count < RequestQueue.greatestWaitingCount else { return .full }
    waiting.append(request)
    return .later
  }

  /// Begins to return the waiting requests from `next()`, because the file was opened or because a
  /// request that takes time has begun.
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
    return waiting.removeFirst()
  }

  /// Closes the file because a request chose another one. Requests for the old file are dropped. If
  /// the choice was itself a waiting request, those behind it apply to the new file and are kept.
  package mutating func leave() {
    if file != .catchingUp { drop() }
    file = .closed
  }

  /// Closes the file after its playback ended, and drops the requests for it.
  package mutating func end() {
    drop()
    file = .closed
  }

  private mutating func drop() {
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

  /// Whether later requests wait until this one is complete, because it may have to read media.
  package var takesTime: Bool {
    if case .step = self { true } else { false }
  }
}
