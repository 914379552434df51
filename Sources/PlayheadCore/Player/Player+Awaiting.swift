import PlayheadMedia
import PlayheadTimekeeping

/// Calls that are awaited. Cancelling the task ends the wait with the error `cancelled` and does not change the player.
extension Player {
  /// Opens the media, waits until the player is ready to play, and returns the media's information.
  ///
  /// - Returns: The information that the container declares.
  /// - Throws: The error with which the player failed, `interrupted` if it was closed, or
  ///   `cancelled` if the task was cancelled.
  @discardableResult
  public func load() async throws(MediaError) -> MediaInfo {
    let pending = PendingResult<MediaInfo>()
    let known = update { machine, _ -> Result<MediaInfo, MediaError>? in
      if let result = machine.loadingResult { return result }
      machine.load { pending.finish($0) }
      return nil
    }
    if let known { return try known.get() }
    return try await pending.value(of: .open, mediaInfo?.name ?? opener.name)
  }

  /// Moves the playhead to a position and waits until media has been read there. Loads the media if necessary.
  ///
  /// - Parameters:
  ///   - position: The target, in media time.
  ///   - tolerance: How near to the target the playhead must land.
  /// - Returns: The target and the position where the playhead landed.
  /// - Throws: The errors of `beginSeek(to:tolerance:completion:)`.
  @discardableResult
  public func seek(
    to position: MediaTime, tolerance: SeekTolerance = .exact
  ) async throws(MediaError) -> SeekResult {
    try await landing { beginSeek(to: position, tolerance: tolerance, completion: $0) }
  }

  /// Moves the playhead by a number of video frames and waits until the frame has been read.
  ///
  /// - Parameter count: The number of frames, as for `beginStep(byCount:completion:)`.
  /// - Returns: The position where the playhead landed.
  /// - Throws: The errors of `beginStep(byCount:completion:)`.
  @discardableResult
  public func step(byCount count: Int) async throws(MediaError) -> SeekResult {
    try await landing { beginStep(byCount: count, completion: $0) }
  }

  /// Begins a rate at a host instant, and waits until media has been read where the playhead waits for it.
  ///
  /// - Parameters:
  ///   - rate: The rate, from 0.1 to 16. At 0 the player pauses at `time`, whatever the instant.
  ///   - time: The position at `instant`, or nil for the current position.
  ///   - instant: The host instant when the playhead begins to move.
  /// - Returns: The position from which the playhead begins to move.
  /// - Throws: The errors of `beginSeek(to:tolerance:completion:)`.
  @discardableResult
  public func setRate(
    _ rate: Rate, time: MediaTime? = nil, atHostTime instant: HostInstant
  ) async throws(MediaError) -> SeekResult {
    try await landing { beginRate(rate, time: time, atHostTime: instant, completion: $0) }
  }

  /// Waits for the completion of a movement.
  private func landing(
    _ begin: (@escaping SeekCompletion) -> Void
  ) async throws(MediaError) -> SeekResult {
    let pending = PendingResult<SeekResult>()
    begin { pending.finish($0) }
    return try await pending.value(of: .seek, mediaInfo?.name ?? opener.name)
  }
}
