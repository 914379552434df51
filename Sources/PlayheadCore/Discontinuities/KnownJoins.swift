import PlayheadMedia
import PlayheadTimekeeping

/// The knowledge about the jumps of the clock in media that may consist of several recordings: the packets before the
/// first one, and whether there are any.
struct KnownJoins {
  /// The most bytes of a local file that are read to find jumps or its length, unless a few parts of it show jumps.
  private static let greatestByteCount: Int64 = 64 << 20

  /// Nil for media that is one recording.
  private let source: (any JoinableSource)?
  /// Whether packets have offsets in one file.
  private let hasByteOffsets: Bool
  /// The start of the media.
  private let start: MediaTime
  /// The packet with the greatest offset up to which there is no jump, and that offset.
  private var searched: (packet: PacketTiming, byteOffset: Int64)?
  /// Whether all media was read, and has no jump.
  private(set) var isOneRecording = false

  init(of source: any MediaSource) {
    let info = source.info
    hasByteOffsets = info.mayBeJoined
    start = info.presentationStart ?? .zero
    self.source =
      info.isSeekable && (hasByteOffsets || info.container == "hls")
      ? source as? any JoinableSource : nil
  }

  /// Whether the times of the container do not identify a position, or may not and reading the media is quick.
  func mustBeRead() throws(MediaError) -> Bool {
    guard let source, !isOneRecording else { return false }
    if hasByteOffsets, source.isLocalFile, let count = source.byteCount,
      count <= Self.greatestByteCount
    {
      return true
    }
    return try source.findJoins()
  }

  /// Returns the times at which another recording is declared to begin, ascending, on the joined timeline.
  func declaredJoins() throws(MediaError) -> [ClosedRange<MediaTime>] {
    guard let source, !hasByteOffsets, try source.findJoins() else { return [] }
    return source.declaredJoins.compactMap { join in
      guard let first = start.adding(join.lowerBound), let last = start.adding(join.upperBound)
      else { return nil }
      return first...max(first, last)
    }
  }

  /// Whether a time may be beyond the first jump, on the clock of the container.
  func mayPrecede(_ time: MediaTime, _ tracks: [MediaTrack]) throws(MediaError) -> Bool {
    if hasByteOffsets, let packet = searched?.packet,
      let ticks = packet.decodeTicks ?? packet.presentationTicks,
      let track = tracks.first(where: { $0.index == packet.track }),
      time <= track.time(ofTicks: ticks)
    {
      return false
    }
    return try mustBeRead()
  }

  /// Whether there is no jump before an offset.
  func isSearched(upTo byteOffset: Int64) -> Bool {
    isOneRecording || searched.map { byteOffset <= $0.byteOffset } ?? false
  }

  /// Records a packet. All packets before it were read, and there was no jump.
  mutating func record(_ packet: PacketTiming) {
    guard let offset = packet.byteOffset, offset > searched?.byteOffset ?? -1 else { return }
    searched = (packet, offset)
  }

  /// Records that all packets were read, and there was no jump.
  mutating func recordEnd() { isOneRecording = true }
}

extension MediaInfo {
  /// Whether a file of this container may consist of several recordings, without a declaration.
  package var mayBeJoined: Bool {
    // The clock of those that store continuous times is discontinuous where several recordings were found.
    isClockDiscontinuous
      && (["mpegts", "mpeg", "ogg"].contains(container) || storesContinuousTimes || knowsRecordings)
  }

  /// Whether the source opens each of several recordings by itself, so that it is known where one begins.
  var knowsRecordings: Bool {
    (isClockDiscontinuous || mayContinue)
      && ["flac", "matroska,webm", "nut", "w64"].contains(container)
  }
}
