import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Asynchronous calls. Cancelling the task interrupts the reading.
extension TimingReport {
  /// Reads the media at a location to its end on its own thread, and returns the report.
  ///
  /// If the task is cancelled after the media was opened, the report covers the packets read until then, and its
  /// `ending` is `interrupted`.
  ///
  /// - Parameters:
  ///   - location: A path, a URL that FFmpeg supports, or `-` for standard input: a `String`, a
  ///     `URL` or another ``MediaLocation``.
  ///   - method: How to find the packets.
  ///   - limits: The bounds and severities of the findings.
  ///   - decodesPayloads: Whether to decode all audio and video, and report damage that the decoders find.
  ///     All bytes are read then.
  ///   - progress: Called regularly on the thread that reads, with the description of the media and
  ///     the time of the last packet on the container's clock.
  /// - Returns: The report.
  /// - Throws: A `MediaError` if the media cannot be opened, or if the task was cancelled before.
  public static func reading(
    _ location: some MediaLocation, by method: ReadingMethod = .whole,
    limits: FindingLimits = FindingLimits(), decodesPayloads: Bool = false,
    progress: @escaping @Sendable (MediaInfo, MediaTime) -> Void = { _, _ in }
  ) async throws(MediaError) -> TimingReport {
    try await reading(
      LocatedMedia(location), by: method, limits: limits, decodesPayloads: decodesPayloads,
      progress: progress)
  }

  /// Reads the media of any opener to its end on its own thread, and returns the report.
  ///
  /// - Parameters:
  ///   - opener: The media.
  ///   - method: How to find the packets.
  ///   - limits: The bounds and severities of the findings.
  ///   - decodesPayloads: Whether to decode all audio and video, and report damage that the decoders find.
  ///     All bytes are read then.
  ///   - progress: Called regularly on the thread that reads, with the description of the media and
  ///     the time of the last packet on the container's clock.
  /// - Returns: The report.
  /// - Throws: A `MediaError` if the media cannot be opened, or if the task was cancelled before.
  public static func reading(
    _ opener: any MediaOpener, by method: ReadingMethod = .whole,
    limits: FindingLimits = FindingLimits(), decodesPayloads: Bool = false,
    progress: @escaping @Sendable (MediaInfo, MediaTime) -> Void = { _, _ in }
  ) async throws(MediaError) -> TimingReport {
    return try await Reading.onThread("playhead-read") { interruption throws(MediaError) in
      try TimingReport(
        of: opener, by: method, limits: limits, decodesPayloads: decodesPayloads,
        interruption: interruption, progress: progress)
    }
  }
}
