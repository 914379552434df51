import RemoteControl

/// Decides which events of a session are sent: those of a file after it was started and before it
/// ended, and nothing after the end of the session.
struct SessionEventOrder {
  private enum File: Equatable {
    case none
    case started(Int)
    case loaded(Int)
  }

  private var file = File.none
  private var isClosed = false

  /// The file that was started and has not ended.
  var current: Int? {
    switch file {
    case .none: nil
    case .started(let id), .loaded(let id): id
    }
  }

  /// Returns whether an event is sent.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - id: The entry of a seek or of an arrival.
  mutating func admit(_ event: SessionEvent, of id: Int?) -> Bool {
    if isClosed { return false }
    switch event {
    case .started(let id): file = .started(id)
    case .loaded(let id):
      guard file == .started(id) else { return false }
      file = .loaded(id)
    case .seeking, .restarted:
      return id.map { file == .loaded($0) } ?? false
    case .ended(let id, _):
      guard file == .started(id) || file == .loaded(id) else { return false }
      file = .none
    case .closing: isClosed = true
    case .listChanged, .settingsChanged, .idle: break
    }
    return true
  }
}
