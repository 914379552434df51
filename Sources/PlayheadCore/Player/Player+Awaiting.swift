import Media
import PortableCombine
import Timekeeping

/// What a task can wait for. Cancelling the task ends the wait with the error `cancelled`, and
/// leaves the player as it is.
extension Player {
  /// Opens the media and returns what it is, once the player is ready to play; at once if it is.
  ///
  /// - Throws: The error with which the player failed; `interrupted` if it was closed.
  @discardableResult
  public func load() async throws(MediaError) -> MediaInfo {
    let pending = PendingResult<Void>()
    let closed = MediaError(.open, mediaInfo?.name ?? "", .interrupted)
    let watching = statusPublisher.sink(
      receiveCompletion: { _ in pending.finish(.failure(closed)) },
      receiveValue: { status in
        switch status {
        case .unknown: break
        case .readyToPlay: pending.finish(.success(()))
        case .failed(let error): pending.finish(.failure(error))
        }
      })
    defer { watching.cancel() }
    update { machine, _ in machine.load() }
    try await pending.value(of: .open, closed.name)
    guard let info = mediaInfo else { throw closed }
    return info
  }

  /// Moves the playhead to `position` and returns where it landed, once media has been read there.
  ///
  /// As `seek(to:tolerance:completion:)`, whose errors it throws. A player that is not loaded yet
  /// seeks when it is.
  @discardableResult
  public func seek(
    to position: MediaTime, tolerance: SeekTolerance = .exact
  ) async throws(MediaError) -> SeekResult {
    let pending = PendingResult<SeekResult>()
    seek(to: position, tolerance: tolerance, completion: { pending.finish($0) })
    return try await pending.value(of: .seek, mediaInfo?.name ?? "")
  }
}
