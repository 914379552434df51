import PlayheadAlignment
import PlayheadFFmpeg
import PlayheadMedia

/// Asynchronous calls. Cancelling the task interrupts the reading.
extension SoundAlignment {
  /// Compares a recording with a reference on its own threads.
  ///
  /// - Parameters:
  ///   - reference: A path or a URL: a `String`, a `URL` or another ``MediaLocation``.
  ///   - other: The recording that is compared.
  ///   - progress: Called regularly on the thread that reads, with the share of the work that is done.
  /// - Returns: The alignment.
  /// - Throws: A `MediaError` if one of them cannot be opened or read, has no sound, or if the task was cancelled.
  public static func reading(
    _ reference: some MediaLocation, other: some MediaLocation,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(MediaError) -> SoundAlignment {
    try await reading(LocatedMedia(reference), other: LocatedMedia(other), progress: progress)
  }

  /// Compares a recording of any opener with a reference on its own threads.
  ///
  /// - Parameters:
  ///   - reference: The reference.
  ///   - other: The recording that is compared.
  ///   - progress: Called regularly on the thread that reads, with the share of the work that is done.
  /// - Returns: The alignment.
  /// - Throws: A `MediaError` if one of them cannot be opened or read, has no sound, or if the task was cancelled.
  public static func reading(
    _ reference: any MediaOpener, other: any MediaOpener,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(MediaError) -> SoundAlignment {
    return try await Reading.onThread("playhead-align") { interruption throws(MediaError) in
      try SoundAlignment(
        of: reference, other: other, interruption: interruption, progress: progress)
    }
  }
}
