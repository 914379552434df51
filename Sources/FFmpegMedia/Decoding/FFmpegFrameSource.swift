import CFFmpeg
import Glibc
import Media

/// A source that reads media with FFmpeg and decodes its audio and video tracks.
final class FFmpegFrameSource: FrameSource {
  let info: MediaInfo
  private var demuxer: Demuxer
  private let packet: Packet
  /// The decoders, by track index; nil for a track that is not decoded.
  private let decoders: [Decoder?]
  /// The decoder that may have more frames to return.
  private var current: Decoder?
  /// At the end of the media, the decoders that have not been drained; nil before.
  private var unfinished: [Decoder]?

  /// Creates a source that decodes the tracks with these indices, or all audio and video tracks if
  /// `tracks` is nil.
  ///
  /// - Throws: `unsupported` if none of them can be decoded.
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
      return Decoder.open(stream, name: name)
    }
    if decoders.allSatisfy({ $0 == nil }) { throw MediaError(.decode, name, .unsupported) }
    self.demuxer = demuxer
    self.packet = packet
  }

  var mayHang: Bool { demuxer.mayHang }

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
