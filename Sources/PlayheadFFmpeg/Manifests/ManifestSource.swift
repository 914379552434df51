import CPlayheadFFmpeg
import Glibc
import PlayheadMedia
import PlayheadTimekeeping

/// Reads the segments of a DASH manifest for a report: each Representation is a track. The
/// segment with the earliest declared time is read next, so that tracks advance together.
///
/// FFmpeg does not read the manifest, because it opens the files that a manifest names without asking.
final class ManifestSource: DecodingSource, FramedSource {
  /// A track of a Representation in all Periods.
  private struct TrackKey: Hashable {
    var set: Int
    var representation: Int
    var index: Int
    var timebase: Timebase
  }

  /// The segment that is being read.
  private struct Current {
    let list: Int
    let segment: Int
    let source: FFmpegSource
    var extents = SegmentExtents()
  }

  private(set) var info: MediaInfo
  private let duration: MediaTime?
  private let interruption: Interruption
  private var opener: SegmentOpener
  private var lists: [SegmentList]
  /// The next segment of each list.
  private var next: [Int]
  private var current: Current?
  private var indices: [TrackKey: Int] = [:]
  /// The list of the last packet of each track.
  private var lastLists: [Int: Int] = [:]

  /// Reads a manifest, and the first segment of each Representation to find the tracks; throws if either is impossible.
  static func open(
    _ opener: LocatedMedia, interruption: Interruption
  ) throws(MediaError) -> ManifestSource {
    MediaLog.install()
    let rule = ReferenceRule(opener.location, isFile: true, allowing: opener.protocols)
    let parts = PartReader(rule: rule, interruption: interruption)
    let segments = SegmentOpener(parts: parts, interruption: interruption)
    guard opener.isRegular else {
      throw MediaError(
        .open, of: opener.name, reason: .unsupported,
        detail: "a manifest must be a regular file or a URL")
    }
    var name = opener.name
    if case .path(let path) = opener.location { name = String(decoding: path, as: UTF8.self) }
    let bytes = try parts.read(
      SegmentPart(location: name), atMost: PartReader.greatestManifestLength, isNamed: true)
    let root = try ManifestXML.parse(bytes, name: opener.name)
    guard let manifest = DASHManifest(root, at: name) else {
      throw MediaError(.open, of: opener.name, reason: .notMedia)
    }
    let source = ManifestSource(manifest, opener.name, segments, interruption)
    try source.readIndexes()
    try source.findTracks()
    return source
  }

  private init(
    _ manifest: DASHManifest, _ name: String, _ opener: SegmentOpener, _ interruption: Interruption
  ) {
    info = MediaInfo(
      name: name, container: "dash", tracks: [], isSeekable: manifest.isStatic)
    info.declaredDuration = manifest.duration
    duration = manifest.duration
    lists = manifest.lists
    next = lists.map { _ in 0 }
    self.opener = opener
    self.interruption = interruption
  }

  /// Adds the segments that media files list.
  private func readIndexes() throws(MediaError) {
    for list in lists.indices {
      guard let place = lists[list].index else { continue }
      let count = lists.reduce(0) { $0 + $1.segments.count }
      do throws(MediaError) {
        let bytes = try opener.parts.read(place.part, atMost: PartReader.greatestManifestLength)
        lists[list].append(
          SegmentIndex(bytes, at: place.part.range?.lowerBound ?? 0), place,
          atMost: HLSManifest.greatestSegmentCount - count)
      } catch {
        lists[list].uncheckedReason = "the segment index cannot be read: \(error)"
      }
      try check()
    }
  }

  private func findTracks() throws(MediaError) {
    var failure: MediaError?
    for list in lists.indices {
      guard let segment = lists[list].segments.first else { continue }
      do throws(MediaError) {
        let source = try opener.open(segment)
        for track in source.info.tracks { _ = index(of: track, in: list) }
      } catch {
        failure = failure ?? error
      }
      try check()
    }
    guard info.tracks.isEmpty else { return }
    if let failure { throw failure }
    let reason = lists.lazy.compactMap(\.uncheckedReason).first ?? "it lists no segments"
    let isInvalid = lists.contains { !$0.invalid.isEmpty }
    throw MediaError(
      .open, of: info.name, reason: isInvalid ? .damaged : .unsupported, detail: reason)
  }

  func read() throws(MediaError) -> MediaRead {
    while true {
      try check()
      if let packet = readCurrent() { return .packet(packet) }
      if current == nil, !openNext() { return .endOfMedia }
    }
  }

  func seek(to time: MediaTime) throws(MediaError) {
    throw MediaError(.seek, of: info.name, reason: .notSeekable)
  }

  func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)? { nil }

  func takePayload() -> (any EncodedPacket)? { nil }

  var framing: Framing? { nil }

  var method: ReadingMethod { .whole }

  func readSegmentLists() -> [SegmentList]? { lists }

  func readDeclarations() -> HeaderDeclarations {
    var declarations = HeaderDeclarations()
    if let duration { declarations.durations = [DeclaredDuration(.container, duration)] }
    return declarations
  }

  private func check() throws(MediaError) {
    if interruption.isInterrupted { throw MediaError(.read, of: info.name, reason: .interrupted) }
  }

  /// Returns the next packet of a known track in the current segment; nil at its end.
  private func readCurrent() -> PacketTiming? {
    while let reading = current {
      do throws(MediaError) {
        guard case .packet(let packet) = try reading.source.read() else {
          finish(reading, .tracks(reading.extents.tracks(of: reading.source.info)))
          return nil
        }
        current?.extents.add(packet)
        if let packet = placed(packet, in: reading) { return packet }
      } catch {
        finish(reading, .failed("\(error)"))
        return nil
      }
    }
    return nil
  }

  private func finish(_ reading: Current, _ measured: SegmentList.Measured) {
    lists[reading.list].segments[reading.segment].measured = measured
    current = nil
  }

  /// Opens the segment with the earliest start; returns false at the end of all lists.
  private func openNext() -> Bool {
    let starts = lists.indices.compactMap { list -> (list: Int, start: Double)? in
      guard next[list] < lists[list].segments.count else { return nil }
      let start = lists[list].segments[next[list]].start ?? .zero
      let shift = lists[list].representation?.shift ?? .zero
      return (list, start.seconds + shift.seconds)
    }
    guard let list = starts.min(by: { $0.start < $1.start })?.list else { return false }
    let segment = next[list]
    next[list] += 1
    do throws(MediaError) {
      let source = try opener.open(lists[list].segments[segment])
      current = Current(list: list, segment: segment, source: source)
    } catch {
      if error.reason == .notFound, lists[list].mayEnd(before: segment) {
        lists[list].segments.removeLast()
      } else {
        lists[list].segments[segment].measured = .failed("\(error)")
      }
    }
    return true
  }

  /// Returns the packet with its track and times of the presentation; nil if it has no place there.
  private func placed(_ packet: PacketTiming, in reading: Current) -> PacketTiming? {
    let tracks = reading.source.info.tracks
    guard packet.track < tracks.count else { return nil }
    let track = tracks[packet.track]
    let shift = lists[reading.list].representation?.shift.converted(
      to: track.timebase, rounding: .toNearestOrEven)
    guard let shift = shift?.ticks else { return nil }
    func moved(_ ticks: Int64?) -> Int64? {
      guard let (sum, overflow) = ticks?.addingReportingOverflow(shift) else { return nil }
      return overflow ? nil : sum
    }
    var placed = packet
    placed.isDiscarded = packet.isDiscarded || !isPresented(packet, of: track, in: reading)
    placed.track = index(of: track, in: reading.list)
    placed.presentationTicks = moved(packet.presentationTicks)
    placed.decodeTicks = moved(packet.decodeTicks)
    // FFmpeg reports no duration of the first packet in a segment.
    placed.durationTicks = packet.durationTicks ?? SegmentExtent.packetTicks(of: track)
    placed.byteOffset = nil
    // The next Period begins.
    placed.beginsEdit = lastLists[placed.track].map { $0 != reading.list } ?? false
    lastLists[placed.track] = reading.list
    // The headers are those of the whole track.
    if reading.segment > 0 { placed.skippedSamples = 0 }
    return placed
  }

  /// Whether the Period presents any of a packet. Its segments may exceed it.
  private func isPresented(
    _ packet: PacketTiming, of track: MediaTrack, in reading: Current
  ) -> Bool {
    guard let place = lists[reading.list].representation,
      !place.isOnlyPeriod || !lists[reading.list].beginsLate,
      let ticks = packet.presentationTicks
    else { return true }
    let length = packet.durationTicks ?? SegmentExtent.packetTicks(of: track) ?? 0
    let (end, overflow) = ticks.addingReportingOverflow(max(length, 0))
    return overflow || place.presents(track.time(ofTicks: ticks), to: track.time(ofTicks: end))
  }

  private func index(of track: MediaTrack, in list: Int) -> Int {
    let place = lists[list].representation
    let key = TrackKey(
      set: place?.set ?? 0, representation: place?.representation ?? 0, index: track.index,
      timebase: track.timebase)
    if let index = indices[key] { return index }
    var found = track
    found.index = info.tracks.count
    found.durationTicks = nil
    found.declaredPacketCount = nil
    (found.isDurationCounted, found.isIndexed) = (false, false)
    found.startTicks = track.startTicks.flatMap { start in
      place?.shift.converted(to: track.timebase, rounding: .toNearestOrEven)
        .map { start.addingReportingOverflow($0.ticks) }
        .flatMap { $0.overflow ? nil : $0.partialValue }
    }
    indices[key] = found.index
    info.tracks.append(found)
    return found.index
  }
}

extension SegmentList {
  /// Whether a segment need not exist: the last of equal ones, of which the Period leaves at most half.
  fileprivate func mayEnd(before index: Int) -> Bool {
    // Each may differ by half of the declared duration (ISO/IEC 23009-1, 7.2.1), and the media of one Representation
    // may end before that of another.
    guard index > 0, index == segments.count - 1, segments[index].isNominal,
      let rest = segments[index].duration?.seconds, let each = segments[0].duration?.seconds
    else { return false }
    return rest <= each / 2
  }
}
