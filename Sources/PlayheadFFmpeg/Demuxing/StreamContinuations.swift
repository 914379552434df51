import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

/// The streams of libavformat that continue the track of another one in another codec. Each read of a packet uses it,
/// without exclusivity checks.
final class StreamContinuations {
  private struct Stream {
    /// The index of the track.
    var track: Int32
    /// Nil unless the stream continues another.
    var parameters: StreamParameters?
    /// The offset of the last packet that has one.
    var offset: Int64 = -1
  }

  @exclusivity(unchecked) private var streams: [Stream] = []
  /// The stream whose packet was returned last of each track that another one continues, and its first offset.
  @exclusivity(unchecked) private var current: [Int32: (stream: Int32, offset: Int64)] = [:]

  /// Gives a packet the index of the track that its stream continues; returns false if it is left out.
  func assign(_ packet: borrowing Packet, learning demuxer: borrowing Demuxer) -> Bool {
    let stream = packet.pointer.pointee.stream_index
    if streams.count <= stream { learn(demuxer) }
    guard streams.indices.contains(Int(stream)) else { return true }
    // Frames of one packet have an offset together.
    if packet.pointer.pointee.pos >= 0 { streams[Int(stream)].offset = packet.pointer.pointee.pos }
    let (track, parameters) = (streams[Int(stream)].track, streams[Int(stream)].parameters)
    if parameters == nil, current[track] == nil { return true }
    let offset = streams[Int(stream)].offset
    let last = current[track]
    if let last, last.stream != stream, offset < last.offset {
      // The parser has kept it until other packets of its stream came, or the media ended.
      packet.clear()
      return false
    }
    if last?.stream != stream { current[track] = (stream, offset) }
    packet.pointer.pointee.stream_index = track
    packet.parameters = parameters
    return true
  }

  /// Leaves the streams that continue others out of the tracks.
  func hide(in info: inout MediaInfo, learning demuxer: borrowing Demuxer) {
    guard ["mpegts", "hls"].contains(info.container) else { return }
    if streams.count < info.tracks.count { learn(demuxer) }
    for (index, stream) in streams.enumerated().reversed() where stream.parameters != nil {
      if index == info.tracks.count - 1 {
        info.tracks.removeLast()
      } else if info.tracks.indices.contains(index) {
        info.tracks[index].kind = .unknown
      }
    }
  }

  func restart() {
    current.removeAll()
    for index in streams.indices { streams[index].offset = -1 }
  }

  private func learn(_ demuxer: borrowing Demuxer) {
    let all = demuxer.streams
    for index in streams.count..<max(all.count, streams.count) {
      let track = demuxer.continued(index)
      streams.append(
        Stream(
          track: Int32(track),
          parameters: track == index ? nil : StreamParameters(all[index])))
    }
  }
}

/// A copy of the parameters of a stream, for the decoders of a track that it continues.
///
/// `@unchecked Sendable` is safe because nothing changes the copy.
final class StreamParameters: @unchecked Sendable {
  /// The index of the stream.
  let stream: Int
  let codec: UnsafeMutablePointer<AVCodecParameters>
  let timebase: AVRational

  /// Returns nil if there is no memory. Packets have times in the unit of the stream, unless another one is given.
  init?(_ stream: AVStream, timebase: Timebase? = nil) {
    guard let codec = avcodec_parameters_alloc() else { return nil }
    (self.stream, self.codec) = (Int(stream.index), codec)
    self.timebase =
      timebase.map { AVRational(num: $0.numerator, den: $0.denominator) } ?? stream.time_base
    if avcodec_parameters_copy(codec, stream.codecpar) < 0 { return nil }
  }

  deinit {
    var codec: UnsafeMutablePointer<AVCodecParameters>? = codec
    avcodec_parameters_free(&codec)
  }
}
