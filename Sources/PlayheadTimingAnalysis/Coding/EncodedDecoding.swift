import PlayheadMedia

/// A report on the payloads of a track, as it is encoded: with times of the container.
struct EncodedDecoding: Codable {
  private enum CodingKeys: String, CodingKey {
    case frameCount = "frames"
    case undecodable
    case missingReferences = "missing_references"
    case concealed, corrupt
  }

  private var frameCount: Int
  private var undecodable: EncodedIntervals
  private var missingReferences: EncodedIntervals
  private var concealed: EncodedIntervals
  private var corrupt: EncodedIntervals

  init(_ report: DecodingReport, of track: MediaTrack) {
    frameCount = report.frameCount
    undecodable = EncodedIntervals(report.undecodable, of: track)
    missingReferences = EncodedIntervals(report.missingReferences, of: track)
    concealed = EncodedIntervals(report.concealed, of: track)
    corrupt = EncodedIntervals(report.corrupt, of: track)
  }

  /// Returns the report with the ticks of a track; nil if it is not one of that track.
  func report(of track: MediaTrack) -> DecodingReport? {
    guard frameCount >= 0, let undecodable = undecodable.list(of: track),
      let missingReferences = missingReferences.list(of: track),
      let concealed = concealed.list(of: track), let corrupt = corrupt.list(of: track)
    else { return nil }
    var report = DecodingReport()
    report.frameCount = frameCount
    (report.undecodable, report.missingReferences) = (undecodable, missingReferences)
    (report.concealed, report.corrupt) = (concealed, corrupt)
    return report
  }
}
