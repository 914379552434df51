import CFFmpeg
import Glibc
import Media
import Timekeeping

/// A medium opened by FFmpeg.
final class FFmpegSource: DecodingSource {
  private(set) var info: MediaInfo
  private let demuxer: Demuxer
  private let packet: Packet
  /// What a seek has read, to be read again.
  private var ahead = PacketQueue()
  /// The tracks that are decoded: their payloads are kept to be taken.
  private var decodedTracks: Set<Int> = []

  init(_ demuxer: consuming Demuxer) throws(MediaError) {
    let name = demuxer.name
    guard let packet = Packet.open() else { throw MediaError(.open, name, errno: ENOMEM) }
    info = MediaInfo(demuxer.context.pointee, name: name)
    if info.timelineTracks.isEmpty { throw MediaError(.open, name, .noPlayableTrack) }
    self.demuxer = demuxer
    self.packet = packet
  }

  func read() throws(MediaError) -> MediaRead {
    if !decodedTracks.isEmpty { packet.clear() }
    if ahead.isEmpty {
      if let pause = demuxer.pause { return .nothingYet(retryAfter: pause) }
      guard try demuxer.read(into: packet) else { return .endOfMedia }
    } else {
      ahead.removeFirst(into: packet)
    }
    let timing = packet.timing
    // A payload that nothing decodes is freed as it is read.
    if decodedTracks.isEmpty || !decodedTracks.contains(timing.track) { packet.clear() }
    // Containers without a header tell of a track when its first packet comes.
    if timing.track >= info.tracks.count {
      info.tracks = MediaInfo(demuxer.context.pointee, name: info.name).tracks
    }
    return .packet(timing)
  }

  func seek(to time: MediaTime) throws(MediaError) {
    guard info.isSeekable, let track = info.timelineTracks.first else {
      throw MediaError(.seek, info.name, .notSeekable)
    }
    demuxer.setWaiting(false)
    defer {
      packet.clear()
      demuxer.setWaiting(true)
    }
    try demuxer.seek(to: time, along: track, packet: packet, ahead: &ahead)
  }

  func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)? {
    let context = demuxer.context.pointee
    guard index >= 0, index < Int(context.nb_streams), let stream = context.streams[index],
      let decoder = Decoder.open(stream)
    else { return nil }
    decodedTracks.insert(index)
    return decoder
  }

  func takePayload() -> (any EncodedPacket)? {
    packet.pointer.pointee.data == nil ? nil : EncodedFFmpegPacket.take(from: packet)
  }
}
