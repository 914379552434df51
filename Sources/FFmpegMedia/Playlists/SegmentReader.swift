import CFFmpeg
import Media
import Timekeeping

/// Reads the playlists of HLS media and measures each segment by itself.
struct SegmentReader {
  /// The number of segments that are read, in all lists together.
  private static let greatestSegmentCount = HLSPlaylist.greatestSegmentCount

  private let name: String
  private let parts: PartReader
  private let interruption: Interruption
  private var count = 0
  /// The last headers, which most segments share.
  private var headers: (part: SegmentPart, bytes: [UInt8])?

  /// Returns nil if the media is not at a path or URL, so that it may not refer to anything.
  init?(_ opener: FFmpegOpener, isFile: Bool, interruption: Interruption) {
    switch opener.location {
    case .descriptor: return nil
    case .path(let path): name = String(decoding: path, as: UTF8.self)
    case .url(let url): name = url
    }
    let rule = ReferenceRule(opener.location, isFile: isFile, allowing: opener.protocols)
    parts = PartReader(rule: rule, interruption: interruption)
    self.interruption = interruption
  }

  /// Returns the lists with the measurement of each segment; nil if the playlist cannot be read or
  /// is not one of HLS, or after an interruption.
  mutating func read() -> [SegmentList]? {
    guard let main = playlist(SegmentList(name: name), isNamed: true) else { return nil }
    var lists: [SegmentList] = []
    switch main {
    case .segments(let list): lists = [list]
    case .lists(let named):
      for list in named {
        // A list that cannot be read has no segments, which is reported.
        if case .segments(let found) = playlist(list, isNamed: false) {
          lists.append(found)
        } else {
          lists.append(list)
        }
      }
    }
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

  private func playlist(_ list: SegmentList, isNamed: Bool) -> HLSPlaylist? {
    let part = SegmentPart(location: list.name)
    let limit = PartReader.greatestPlaylistLength
    guard let bytes = try? parts.read(part, atMost: limit, isNamed: isNamed) else { return nil }
    return HLSPlaylist(String(decoding: bytes, as: UTF8.self), at: list.name, list: list)
  }

  private mutating func measure(_ segment: SegmentList.Segment) -> SegmentList.Measured? {
    if segment.isGap || segment.isEncrypted { return nil }
    do throws(MediaError) {
      let limit = PartReader.greatestSegmentLength
      let bytes = try initialization(of: segment) + parts.read(segment.part, atMost: limit)
      return .tracks(try tracks(in: bytes, name: segment.part.location))
    } catch {
      return .failed("\(error)")
    }
  }

  private mutating func initialization(
    of segment: SegmentList.Segment
  ) throws(MediaError) -> [UInt8] {
    guard let part = segment.initialization else { return [] }
    if let headers, headers.part == part { return headers.bytes }
    let bytes = try parts.read(part, atMost: PartReader.greatestPlaylistLength)
    headers = (part, bytes)
    return bytes
  }

  private func tracks(in bytes: [UInt8], name: String) throws(MediaError) -> [SegmentTrack] {
    var opener = FFmpegOpener(path: name)
    opener.purpose = .report
    let source = try FFmpegSource(
      Demuxer.open(opener, reading: MemoryInput(bytes), interruption: interruption))
    var measured: [Int: SegmentExtent] = [:]
    while case .packet(let packet) = try source.read() {
      measured[packet.track, default: SegmentExtent()].add(packet)
    }
    let isTransport = source.info.container == "mpegts"
    return source.info.tracks.compactMap { track in
      guard [.audio, .video].contains(track.kind), !track.isAttachedPicture else { return nil }
      return measured[track.index]?.track(track, period: isTransport ? 1 << 33 : nil)
    }
  }
}
