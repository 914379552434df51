import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

/// Reads the manifests of HLS media and measures each segment by itself.
struct SegmentReader {
  /// The number of segments that are read, in all lists together.
  private static let greatestSegmentCount = HLSManifest.greatestSegmentCount

  private let name: String
  private let interruption: Interruption
  private var opener: SegmentOpener
  private var count = 0

  /// Returns nil if the media is not at a path or URL, so that it may not refer to anything.
  init?(_ opener: LocatedMedia, isFile: Bool, interruption: Interruption) {
    switch opener.location {
    case .descriptor: return nil
    case .path(let path): name = String(decoding: path, as: UTF8.self)
    case .url(let url): name = url
    }
    let rule = ReferenceRule(opener.location, isFile: isFile, allowing: opener.protocols)
    self.opener = SegmentOpener(
      parts: PartReader(rule: rule, interruption: interruption), interruption: interruption)
    self.interruption = interruption
  }

  /// Returns the lists with measured segments; nil if the manifest is unreadable or not HLS, or after an interruption.
  mutating func read() -> [SegmentList]? {
    guard var lists = readLists() else { return nil }
    for list in lists.indices {
      for index in lists[list].segments.indices {
        if interruption.isInterrupted { return nil }
        guard count < Self.greatestSegmentCount else { return lists }
        count += 1
        lists[list].segments[index].measured = measure(lists[list].segments[index])
      }
    }
    return interruption.isInterrupted ? nil : lists
  }

  /// Returns the lists without measurements; nil if the manifest cannot be read or is not one of HLS.
  func readLists() -> [SegmentList]? {
    switch manifest(SegmentList(name: name), isNamed: true) {
    case .segments(let list): return [list]
    case .lists(let named):
      var lists: [SegmentList] = []
      for list in named where !interruption.isInterrupted {
        // A list that cannot be read has no segments, which is reported.
        if case .segments(let found) = manifest(list, isNamed: false) {
          lists.append(found)
        } else {
          lists.append(list)
        }
      }
      return lists
    case nil: return nil
    }
  }

  private func manifest(_ list: SegmentList, isNamed: Bool) -> HLSManifest? {
    let part = SegmentPart(location: list.name)
    let limit = PartReader.greatestManifestLength
    guard let bytes = try? opener.parts.read(part, atMost: limit, isNamed: isNamed) else {
      return nil
    }
    return HLSManifest(String(decoding: bytes, as: UTF8.self), at: list.name, list: list)
  }

  private mutating func measure(_ segment: SegmentList.Segment) -> SegmentList.Measured? {
    if segment.isGap || segment.isEncrypted || segment.measured != nil { return segment.measured }
    var bytes: [UInt8] = []
    do throws(MediaError) {
      bytes = try opener.bytes(of: segment)
      let source = try opener.open(segment, reading: bytes)
      var extents = SegmentExtents()
      while case .packet(let packet) = try source.read() { extents.add(packet) }
      let tracks = extents.tracks(of: source.info)
      if tracks.isEmpty, PackedAudioClock.isShort(bytes, named: segment.part.location) {
        return nil
      }
      guard let ticks = PackedAudioClock.timestamp(of: bytes) else {
        // Without the tag, the times of packed audio are not known.
        let isPacked = PackedAudioClock.containers.contains(source.info.container)
        return isPacked && !tracks.isEmpty ? nil : .tracks(tracks)
      }
      return .tracks(tracks.compactMap { $0.starting(at: ticks) })
    } catch {
      let isShort = PackedAudioClock.isShort(bytes, named: segment.part.location)
      return isShort ? nil : .failed("\(error)")
    }
  }

  /// Reads the first and last segments of lists; returns whether they are packed audio without timestamps.
  mutating func findUntimedSegments(in lists: [SegmentList]) -> Bool {
    for list in lists {
      // The first one may be the only one with a tag.
      for segment in [list.segments.first, list.segments.last] {
        guard let segment, !segment.isEncrypted, !segment.isGap,
          PackedAudioClock.names(segment.part.location),
          let bytes = try? opener.bytes(of: segment)
        else { continue }
        if PackedAudioClock.timestamp(of: bytes) == nil { return true }
      }
    }
    return false
  }
}

extension SegmentTrack {
  private static let clock = Timebase(1, 90_000)

  /// Returns the track with times that begin at a timestamp of a transport stream; nil if they do not fit its ticks.
  fileprivate func starting(at timestamp: Int64) -> SegmentTrack? {
    // The timestamp is in ticks of 1/90000 s.
    let time = MediaTime(ticks: timestamp, timebase: Self.clock)
    let period = MediaTime(ticks: 1 << 33, timebase: Self.clock)
    guard let first = time.converted(to: timebase, rounding: .toNearestOrEven)?.ticks else {
      return nil
    }
    let (length, isTooLong) = end.subtractingReportingOverflow(start)
    let (last, isTooLate) = first.addingReportingOverflow(length)
    if isTooLong || isTooLate { return nil }
    var moved = self
    (moved.start, moved.end) = (first, last)
    moved.period = period.converted(to: timebase, rounding: .toNearestOrEven)?.ticks
    return moved
  }
}
