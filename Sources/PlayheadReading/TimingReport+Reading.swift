import PlayheadCore
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis

extension TimingReport {
  /// The number of packets between two reports of progress.
  private static let progressStride = 256

  /// Creates a report by reading media to its end on the calling thread.
  ///
  /// Memory is constant for any length of media. If reading fails or is interrupted after the media
  /// was opened, the report covers the packets read until then; see `ending`.
  ///
  /// - Parameters:
  ///   - location: A path, a URL that FFmpeg supports, or `-` for standard input: a `String`, a
  ///     `URL` or another ``MediaLocation``.
  ///   - method: How to find the packets. With `index`, the data of an MP4 or QuickTime file is not
  ///     read, if its sample tables list all packets; `method` of the report shows it.
  ///   - limits: The bounds and severities of the findings.
  ///   - decodesPayloads: Whether to decode all audio and video, and report damage that the decoders find.
  ///     All bytes are read then.
  ///   - interruption: Cancels opening and reading.
  ///   - progress: Called regularly on the calling thread, with the description of the media and
  ///     the time of the last packet on the container's clock.
  /// - Throws: A `MediaError` if the media cannot be opened.
  public init(
    of location: some MediaLocation, by method: ReadingMethod = .whole,
    limits: FindingLimits = FindingLimits(), decodesPayloads: Bool = false,
    interruption: Interruption = Interruption(),
    progress: (MediaInfo, MediaTime) -> Void = { _, _ in }
  ) throws(MediaError) {
    try self.init(
      of: LocatedMedia(location), by: method, limits: limits, decodesPayloads: decodesPayloads,
      interruption: interruption, progress: progress)
  }

  /// Creates a report by reading media of any opener to its end on the calling thread.
  ///
  /// - Parameters:
  ///   - opener: The media.
  ///   - method: How to find the packets.
  ///   - limits: The bounds and severities of the findings.
  ///   - decodesPayloads: Whether to decode all audio and video, and report damage that the decoders find.
  ///     All bytes are read then.
  ///   - interruption: Cancels opening and reading.
  ///   - progress: Called regularly on the calling thread, with the description of the media and
  ///     the time of the last packet on the container's clock.
  /// - Throws: A `MediaError` if the media cannot be opened.
  public init(
    of opener: any MediaOpener, by method: ReadingMethod = .whole,
    limits: FindingLimits = FindingLimits(), decodesPayloads: Bool = false,
    interruption: Interruption = Interruption(),
    progress: (MediaInfo, MediaTime) -> Void = { _, _ in }
  ) throws(MediaError) {
    try self.init(
      of: opener, by: method, limits: limits, decodesPayloads: decodesPayloads, isTraced: false,
      interruption: interruption, progress: progress)
  }

  /// Creates a report, traced for diagrams or not. `observe` is called with each packet and its track.
  package init(
    of opener: any MediaOpener, by method: ReadingMethod, limits: FindingLimits,
    decodesPayloads: Bool, isTraced: Bool, interruption: Interruption,
    observing observe: ((PacketTiming, MediaTrack) -> Void)? = nil,
    progress: (MediaInfo, MediaTime) -> Void
  ) throws(MediaError) {
    let opened = try opener.open(
      for: .report(decodesPayloads ? .whole : method), interruption: interruption)
    let joined = JoinedSource.reporting(on: opened)
    let source = joined ?? opened
    var decoding = decodesPayloads ? DecodingMeter(source) : nil
    joined?.prepare()
    let correcting = joined == nil ? opened as? any CorrectingSource : nil
    var meter = TimingMeter(info: source.info, limits: limits, isTraced: isTraced)
    var count = 0
    var known = source.info.tracks
    let ending = TimingReport.read(source, interruption: interruption) { packet in
      if packet.track >= known.count {
        known = source.info.tracks
        meter.update(source.info)
      }
      meter.add(
        packet, part: joined?.part ?? 0, replacing: joined?.original ?? correcting?.original)
      decoding?.add(packet, part: joined?.part ?? 0)
      defer { count += 1 }
      guard known.indices.contains(packet.track) else { return }
      observe?(packet, known[packet.track])
      guard count % TimingReport.progressStride == 0,
        let ticks = packet.decodeTicks ?? packet.presentationTicks
      else { return }
      progress(source.info, known[packet.track].time(ofTicks: ticks))
    }
    meter.discontinuities = joined?.joins ?? []
    let framed = opened as? any FramedSource
    meter.framing = framed?.framing
    meter.setDeclarations(opened.readDeclarations())
    self = meter.report(ending: ending)
    if ending != .interrupted { decoding?.finish() }
    for index in tracks.indices {
      tracks[index].decoding = decoding?.report(ofTrack: tracks[index].track.index)
    }
    self.method = framed?.method ?? .whole
    // Players load whole segments, often of each track by itself.
    if ["dash", "hls"].contains(info.container) {
      (greatestInterleavingDistance, greatestInterleavingBytes) = (.zero, 0)
    }
    if ending != .interrupted { segmentLists = framed?.readSegmentLists() ?? [] }
  }

  private static func read(
    _ source: any MediaSource, interruption: Interruption, _ body: (PacketTiming) -> Void
  ) -> Ending {
    do throws(MediaError) {
      while !interruption.isInterrupted {
        switch try source.read() {
        case .packet(let packet): body(packet)
        case .endOfMedia: return .endOfMedia
        case .nothingYet(let delay): interruption.wait(for: delay)
        }
      }
      return .interrupted
    } catch {
      return error.reason == .interrupted ? .interrupted : .failed(error)
    }
  }
}
