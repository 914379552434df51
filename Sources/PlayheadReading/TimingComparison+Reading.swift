import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis

extension TimingComparison {
  /// Compares two files by reading both to their ends on the calling thread.
  ///
  /// Memory grows by 2 to 5 bytes for each packet, to at most 256 MiB for each file.
  ///
  /// - Parameters:
  ///   - one: The first recording: a path, a URL that FFmpeg supports, or another ``MediaLocation``.
  ///   - other: The other recording.
  ///   - ignored: The kinds of differences to leave out.
  ///   - interruption: Cancels opening and reading.
  /// - Throws: A `MediaError` if one of them cannot be opened.
  public init(
    of one: some MediaLocation, and other: some MediaLocation,
    ignoring ignored: Set<MediaDifference.Kind> = [], interruption: Interruption = Interruption()
  ) throws(MediaError) {
    let first = try MeasuredMedia(LocatedMedia(one), interruption: interruption)
    let second = try MeasuredMedia(LocatedMedia(other), interruption: interruption)
    self.init(
      first.report, second.report, packets: (first.packets, second.packets), ignoring: ignored)
  }
}

/// Media that was read to its end for a comparison: its report, and the times of its packets.
package struct MeasuredMedia: Sendable {
  package let report: TimingReport
  package let packets: MediaPacketTimes

  /// Reads media on the calling thread.
  package init(
    _ opener: any MediaOpener, isTraced: Bool = false, interruption: Interruption,
    progress: (MediaInfo, MediaTime) -> Void = { _, _ in }
  ) throws(MediaError) {
    var packets = MediaPacketTimes()
    report = try TimingReport(
      of: opener, by: .whole, limits: FindingLimits(), decodesPayloads: false, isTraced: isTraced,
      interruption: interruption,
      observing: { packet, track in packets.add(packet, of: track) },
      progress: progress)
    self.packets = packets
  }
}
