import CFFmpeg
import Glibc
import Media
import Timekeeping

/// A medium opened by FFmpeg.
final class FFmpegSource: MediaSource {
  private(set) var info: MediaInfo
  private let demuxer: Demuxer
  private let packet: Packet
  /// What a seek has read, to be read again.
  private var ahead = PacketQueue()

  init(_ demuxer: consuming Demuxer) throws(MediaError) {
    let name = demuxer.name
    guard let packet = Packet.open() else { throw MediaError(.open, name, errno: ENOMEM) }
    info = MediaInfo(demuxer.context.pointee, name: name)
    if info.timelineTracks.isEmpty { throw MediaError(.open, name, .noPlayableTrack) }
    self.demuxer = demuxer
    self.packet = packet
  }

  func read() throws(MediaError) -> MediaRead {
    if ahead.isEmpty {
      guard try demuxer.read(into: packet) else { return .endOfMedia }
    } else {
      ahead.removeFirst(into: packet)
    }
    let timing = packet.timing
    // The payload is not needed: it is freed as it is read.
    packet.clear()
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
    defer { packet.clear() }
    try demuxer.seek(to: time, along: track, packet: packet, ahead: &ahead)
  }
}
