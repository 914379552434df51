import PlayheadMedia

/// Opens segments of manifests, each with the headers that it needs.
struct SegmentOpener {
  /// Longer headers are read again for each segment.
  private static let greatestKeptLength = 64 << 10

  let parts: PartReader
  let interruption: Interruption
  /// The headers that segments share.
  private var headers: [SegmentPart: [UInt8]] = [:]

  init(parts: PartReader, interruption: Interruption) {
    self.parts = parts
    self.interruption = interruption
  }

  /// Reads a segment into memory, and opens it.
  mutating func open(_ segment: SegmentList.Segment) throws(MediaError) -> FFmpegSource {
    let limit = PartReader.greatestSegmentLength
    let bytes = try initialization(of: segment) + parts.read(segment.part, atMost: limit)
    MediaLog.begin()
    var opener = LocatedMedia(pathBytes: segment.part.location.utf8)
    opener.purpose = .report
    return try FFmpegSource(
      Demuxer.open(opener, reading: MemoryInput(bytes), interruption: interruption))
  }

  private mutating func initialization(
    of segment: SegmentList.Segment
  ) throws(MediaError) -> [UInt8] {
    guard let part = segment.initialization else { return [] }
    if let bytes = headers[part] { return bytes }
    let bytes = try parts.read(part, atMost: PartReader.greatestManifestLength)
    if headers.count >= HLSManifest.greatestListCount { headers = [:] }
    if bytes.count <= Self.greatestKeptLength { headers[part] = bytes }
    return bytes
  }
}
