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
    try open(segment, reading: bytes(of: segment))
  }

  /// Returns the bytes of a segment, after those of the headers that it needs.
  mutating func bytes(of segment: SegmentList.Segment) throws(MediaError) -> [UInt8] {
    let limit = PartReader.greatestSegmentLength
    return try initialization(of: segment) + parts.read(segment.part, atMost: limit)
  }

  /// Opens a segment that was read into memory.
  func open(
    _ segment: SegmentList.Segment, reading bytes: [UInt8]
  ) throws(MediaError) -> FFmpegSource {
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
