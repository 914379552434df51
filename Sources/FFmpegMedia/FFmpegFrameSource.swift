import CFFmpeg
import Glibc
import Media

/// A medium opened by FFmpeg, whose audio and video tracks are decoded.
final class FFmpegFrameSource: FrameSource {
  let info: MediaInfo
  private var demuxer: Demuxer
  private let packet: Packet
  /// By the tracks' indices; nil for a track that is not decoded.
  private let decoders: [Decoder?]
  /// The one that may have frames left.
  private var current: Decoder?
  /// Once there are no packets any more: those that have not been told.
  private var unfinished: [Decoder]?

  /// Decodes the tracks of these indices; for nil every one of audio and video.
  init(_ demuxer: consuming Demuxer, tracks: Set<Int>?) throws(MediaError) {
    let name = demuxer.name
    guard let packet = Packet.open() else { throw MediaError(.open, name, errno: ENOMEM) }
    let context = demuxer.context
    info = demuxer.info
    decoders = info.tracks.map { track in
      let isMedia = track.kind == .audio || track.kind == .video
      guard isMedia, tracks?.contains(track.index) ?? true,
        let stream = context.pointee.streams[track.index]
      else { return nil }
      return Decoder.open(stream)
    }
    if decoders.allSatisfy({ $0 == nil }) { throw MediaError(.decode, name, .unsupported) }
    self.demuxer = demuxer
    self.packet = packet
  }

  var mayFallSilent: Bool { demuxer.mayFallSilent }

  func read() throws(MediaError) -> FrameTiming? {
    while true {
      if let frame = current?.receive() { return frame.timing }
      if unfinished != nil {
        guard let decoder = unfinished?.popLast() else { return nil }
        decoder.finish()
        current = decoder
      } else if try demuxer.read(into: packet) {
        let index = Int(packet.pointer.pointee.stream_index)
        current = decoders.indices.contains(index) ? decoders[index] : nil
        current?.send(packet.pointer)
        packet.clear()
      } else {
        unfinished = decoders.compactMap(\.self).reversed()
      }
    }
  }
}
