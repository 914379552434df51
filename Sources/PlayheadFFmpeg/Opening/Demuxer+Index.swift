import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

extension Demuxer {
  /// Codecs whose packets libavformat's demuxer of MP4, or a parser that it starts, computes from the data.
  private static let computedCodecs = [
    AV_CODEC_ID_EIA_608, AV_CODEC_ID_DVAUDIO, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_VC1,
  ]

  /// Whether this is libavformat's demuxer of MP4 and QuickTime.
  static func isMovie(_ format: UnsafePointer<AVInputFormat>?) -> Bool {
    format.map { strncmp($0.pointee.name, "mov,", 4) == 0 } ?? false
  }

  private static func isPicture(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
  }

  /// Reads packets without their data from now on; returns nil if the index does not list all packets.
  consuming func skippingData() throws(MediaError) -> Demuxer? {
    // If this demuxer has read packets, another one is opened.
    guard hasIndex, let source = source as? SkippingInput else { return nil }
    let demuxer = isProbed ? try reopened(reading: SkippingInput(skippingDataOf: source)) : self
    (demuxer.source as? SkippingInput)?.mediaData = .zeros
    // Parsers need the data of packets.
    demuxer.context.pointee.flags |= AVFMT_FLAG_NOPARSE
    return demuxer
  }

  /// Whether the index of an MP4 lists bytes beyond the end of the file, at whose first packet reading ends.
  var indexesMissingBytes: Bool {
    let size = context.pointee.pb.map { avio_size($0) } ?? 0
    guard Self.isMovie(context.pointee.iformat), size > 0 else { return false }
    return (0..<Int(context.pointee.nb_streams)).contains { index in
      guard let stream = context.pointee.streams[index] else { return false }
      // More packets than bytes are not all in the file.
      let count = min(avformat_index_get_entries_count(stream), Int32(clamping: size))
      return (0..<count).contains { number in
        guard let entry = avformat_index_get_entry(stream, number)?.pointee else { return false }
        let end = entry.pos.addingReportingOverflow(Int64(entry.size))
        return end.overflow || end.partialValue > size
      }
    }
  }

  /// Opens the same movie again, at its start, and takes over what probing has found out.
  func reopenedWithoutProbing() throws(MediaError) -> Demuxer {
    try reopened(reading: bytes?.reopened(name: name))
  }

  /// Opens the same movie again without probing; this one must not be read any more if `source` shares its bytes.
  private func reopened(reading source: (any ByteSource)?) throws(MediaError) -> Demuxer {
    MediaLog.begin()
    var opener = opener
    opener.purpose = .indexedPackets
    let other = try Self.open(opener, reading: source, interruption: interruption)
    other.copyParameters(of: self)
    return other
  }

  /// Reads packets with their data from now on.
  func readMediaData() {
    guard let source = source as? SkippingInput, let pointer = context.pointee.pb else { return }
    source.mediaData = .whole
    // Removes the zeros and pieces of data from FFmpeg's buffer.
    avio_seek(pointer, avio_tell(pointer), SEEK_SET)
  }

  /// Sets what probing has found out about the streams of the same file.
  func copyParameters(of other: borrowing Demuxer) {
    let count = min(context.pointee.nb_streams, other.context.pointee.nb_streams)
    for index in 0..<Int(count) {
      guard let stream = context.pointee.streams[index],
        let probed = other.context.pointee.streams[index],
        // The packet of a picture would have a duration, and so a time.
        !Self.isPicture(stream)
      else { continue }
      avcodec_parameters_copy(stream.pointee.codecpar, probed.pointee.codecpar)
      stream.pointee.start_time = probed.pointee.start_time
      stream.pointee.duration = probed.pointee.duration
      stream.pointee.avg_frame_rate = probed.pointee.avg_frame_rate
      stream.pointee.r_frame_rate = probed.pointee.r_frame_rate
    }
  }

  /// Whether the index of an MP4 lists a packet before the bytes that the input, which cannot seek, can still return.
  var mustGoBack: Bool {
    guard Self.isMovie(context.pointee.iformat), let input = context.pointee.pb,
      input.pointee.seekable & AVIO_SEEKABLE_NORMAL == 0,
      let (buffer, next) = input.pointee.buffer.flatMap({ buffer in
        input.pointee.buf_ptr.map { (buffer, $0) }
      })
    else { return false }
    let start = avio_tell(input) - Int64(next - buffer)
    return (0..<Int(context.pointee.nb_streams)).contains { index in
      let entry = context.pointee.streams[index].flatMap { avformat_index_get_entry($0, 0) }
      guard let position = entry?.pointee.pos, position < start else { return false }
      return (source as? HeaderURLInput)?.canRead(from: position) != true
    }
  }

  /// Whether the packets can be listed without reading their data.
  private var hasIndex: Bool {
    let indices = 0..<Int(context.pointee.nb_streams)
    let streams = indices.compactMap { context.pointee.streams[$0] }
    return !streams.isEmpty
      && streams.allSatisfy { stream in
        let parameters = stream.pointee.codecpar.pointee
        if Self.computedCodecs.contains(parameters.codec_id) { return false }
        let isPresented = [AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO].contains(parameters.codec_type)
        return !isPresented || Self.isPicture(stream)
          || avformat_index_get_entries_count(stream) > 0
      }
  }
}
