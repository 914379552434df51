import PlayheadMedia
import PlayheadTimekeeping

extension TimingReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case container, method, ending, error, start, end, duration
    case declaredStart = "declared_start"
    case declaredDuration = "declared_duration"
    case playbackDuration = "playback_duration"
    case startsMidStream = "begins_within"
    case discontinuities = "joins"
    case missingByteCount = "missing_bytes"
    case declaredHeader = "declared_by"
    case declarations, edits, programs
    case interleavingDistance = "interleaving_distance"
    case interleavingBytes = "interleaving_bytes"
    case tracks, pairs, findings
    // These are not in the command's JSON.
    case media, failure, framing, limits
    case isIndexMissing = "index_missing"
    case segmentLists = "segment_lists"
    /// This one is only in the command's JSON.
    case file
  }

  /// Creates a report from an encoded one, or from a line of `playhead analyze --format json`.
  ///
  /// A line of the command lacks some measurements, which are then absent or zero, and has its numbers
  /// rounded. Its `findings` are those of the line.
  ///
  /// - Throws: A `DecodingError` if a value is missing or invalid, or if a finding is of a kind that only a later
  ///   version knows.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tracks = try container.decode([TrackTimingReport].self, forKey: .tracks)
    let media = try container.decodeIfPresent(MediaInfo.self, forKey: .media)
    info = try media ?? TimingReport.info(of: container, tracks)
    method = try container.decode(ReadingMethod.self, forKey: .method)
    ending = try TimingReport.ending(of: container, file: info.name)
    start = try container.decodeIfPresent(MediaTime.self, forKey: .start)
    end = try container.decodeIfPresent(MediaTime.self, forKey: .end)
    duration = try container.decodeIfPresent(MediaTime.self, forKey: .duration)
    if media == nil {
      recordedPlaybackDuration = try container.decodeIfPresent(
        MediaTime.self, forKey: .playbackDuration)
    }
    startsMidStream = try container.decode(Bool.self, forKey: .startsMidStream)
    discontinuities = try container.decode([ClockDiscontinuity].self, forKey: .discontinuities)
    declarations = HeaderDeclarations()
    declarations.durations = try container.decode([DeclaredDuration].self, forKey: .declarations)
    declarations.edits = try container.decode([TrackEdit].self, forKey: .edits)
    declarations.programs = try container.decode([MediaProgram].self, forKey: .programs)
    declarations.isIndexMissing =
      try container.decodeIfPresent(Bool.self, forKey: .isIndexMissing) ?? false
    framing = try container.decodeIfPresent(Framing.self, forKey: .framing)
    if let missing = try container.decodeIfPresent(Int64.self, forKey: .missingByteCount) {
      framing = framing ?? Framing()
      framing?.missingByteCount = missing
    }
    segmentLists = try container.decodeIfPresent([SegmentList].self, forKey: .segmentLists) ?? []
    guard segmentLists.allSatisfy({ (0..<1 << 32).contains($0.representation?.period ?? 0) }) else {
      throw container.damaged(.segmentLists, "A Period has no such index")
    }
    pairs = try container.decode([TrackPairReport].self, forKey: .pairs)
    greatestInterleavingDistance = try container.decode(
      MediaTime.self, forKey: .interleavingDistance)
    greatestInterleavingBytes = try container.count(forKey: .interleavingBytes)
    if let text = try container.decodeIfPresent(String.self, forKey: .limits) {
      limits = try TimingReport.limits(text, of: container)
    }
    if media == nil {
      recordedFindings = try container.decode([Finding].self, forKey: .findings)
    }
  }

  /// Encodes the keys and numbers of `playhead analyze --format json`, and then all measurements that
  /// these do not contain.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(info.container, forKey: .container)
    try container.encode(method, forKey: .method)
    try container.encode(ending.word, forKey: .ending)
    try container.encode(ending.failure?.description, forKey: .error)
    try container.encode(start, forKey: .start)
    try container.encode(end, forKey: .end)
    try container.encode(duration, forKey: .duration)
    try container.encode(playbackDuration, forKey: .playbackDuration)
    try container.encode(info.declaredStart, forKey: .declaredStart)
    try container.encode(declaredDuration, forKey: .declaredDuration)
    try container.encode(startsMidStream, forKey: .startsMidStream)
    try container.encode(discontinuities, forKey: .discontinuities)
    try container.encode(framing?.missingByteCount, forKey: .missingByteCount)
    try container.encode(declared?.header, forKey: .declaredHeader)
    try container.encode(declarations.durations, forKey: .declarations)
    try container.encode(declarations.edits, forKey: .edits)
    try container.encode(declarations.programs, forKey: .programs)
    try container.encode(greatestInterleavingDistance, forKey: .interleavingDistance)
    try container.encode(greatestInterleavingBytes, forKey: .interleavingBytes)
    try container.encode(tracks, forKey: .tracks)
    try container.encode(pairs, forKey: .pairs)
    try container.encode(findings, forKey: .findings)
    if encoder is any CommandEncoder { return }
    // A report that was decoded from the command's JSON stays one.
    if recordedFindings != nil { return try container.encode(info.name, forKey: .file) }
    try container.encode(info, forKey: .media)
    try container.encode(ending.failure, forKey: .failure)
    try container.encode(framing, forKey: .framing)
    try container.encode(declarations.isIndexMissing, forKey: .isIndexMissing)
    try container.encode(segmentLists, forKey: .segmentLists)
    try container.encode(limits.text, forKey: .limits)
  }

  /// Returns the part of the media's description that the command's JSON contains.
  private static func info(
    of container: KeyedDecodingContainer<CodingKeys>, _ tracks: [TrackTimingReport]
  ) throws -> MediaInfo {
    var info = MediaInfo(
      name: try container.decodeIfPresent(String.self, forKey: .file) ?? "",
      container: try container.decode(String.self, forKey: .container),
      tracks: tracks.map(\.track), isSeekable: true)
    info.declaredStart = try container.decodeIfPresent(MediaTime.self, forKey: .declaredStart)
    info.chosenTracks = tracks.filter(\.isOnTimeline).map(\.track.index)
    return info
  }

  private static func limits(
    _ text: String, of container: KeyedDecodingContainer<CodingKeys>
  ) throws -> FindingLimits {
    do {
      return try FindingLimits(text: text)
    } catch {
      throw container.damaged(.limits, "Line \(error.line): \(error)")
    }
  }

  private static func ending(
    of container: KeyedDecodingContainer<CodingKeys>, file: String
  ) throws -> Ending {
    let word = try container.decode(String.self, forKey: .ending)
    let complete = [Ending.endOfMedia, .interrupted].first { $0.word == word }
    if let complete { return complete }
    if let failure = try container.decodeIfPresent(MediaError.self, forKey: .failure) {
      return .failed(failure)
    }
    let message = try container.decode(String.self, forKey: .error)
    return .failed(MediaError(.open, of: file, reason: .other, detail: message))
  }
}

extension TimingReport.Ending {
  /// The name of the ending in reports.
  package var word: String {
    switch self {
    case .endOfMedia: "end"
    case .interrupted: "interrupted"
    case .failed: "error"
    }
  }

  /// Why reading failed; nil if it did not.
  package var failure: MediaError? {
    if case .failed(let error) = self { error } else { nil }
  }
}
