import Media
import PortableCombine
import Timekeeping

/// Asynchronous calls. Cancelling the task ends the wait with the error `cancelled` and does not
/// change the player.
extension Player {
  /// Opens the media, waits until the player is ready to play, and returns the media's information.
  ///
  /// - Returns: The information that the container declares.
  /// - Throws: The error with which the player failed, `interrupted` if it was closed, or
  ///   `cancelled` if the task was cancelled.
  @discardableResult
  public func load() async throws(MediaError) -> MediaInfo {
    let pending = PendingResult<Void>()
    let closed = MediaError(.open, mediaInfo?.name ?? "", .interrupted)
    let watching = statusSubject.sink(
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

  /// Moves the playhead to a position and waits until media has been read there. Loads the media if
  /// necessary.
  ///
  /// - Parameters:
  ///   - position: The target, in media time.
  ///   - tolerance: How near to the target the playhead must land.
  /// - Returns: The target and the position where the playhead landed.
  /// - Throws: The errors of `seek(to:tolerance:completion:)`.
  @discardableResult
  public func seek(
    to position: MediaTime, tolerance: SeekTolerance = .exact
  ) async throws(MediaError) -> SeekResult {
    let pending = PendingResult<SeekResult>()
    seek(to: position, tolerance: tolerance, completion: { pending.finish($0) })
    return try await pending.value(of: .seek, mediaInfo?.name ?? "")
  }
}
