import CPlayheadFFmpeg

extension Demuxer {
  /// Sets the fields that probing would set, if the header of MP4 or MOV declares all tracks completely.
  func completeDeclaredTracks() -> Bool {
    // Returns false if packets must be read and decoded to find out about the tracks. Other containers declare too
    // little: Matroska stores neither the start of a track nor decode times, which depend on the decoder's reordering
    // depth.
    guard Self.isMovie(context.pointee.iformat), bytes?.fixedSize != nil || source is SkippingInput,
      references.refusal == nil, areChaptersDeclared
    else { return false }
    let streams = streams
    let spans = streams.compactMap { $0.isDeclared ? $0.span : nil }
    let presented = streams.filter(\.isPresented).compactMap(\.span)
    guard spans.count == streams.count, let start = presented.map(\.lowerBound).min(),
      let end = presented.map(\.upperBound).max(),
      // Probing may or may not count a data track that is longer than the others.
      spans.allSatisfy({ $0.lowerBound >= start && $0.upperBound <= end })
    else { return false }
    // FFmpeg 5.1 reads the duration from the header; FFmpeg 7.1 sets it while probing.
    let declared = context.pointee.duration
    let duration = declared == ffmpeg_no_timestamp() ? end &- start : declared
    guard duration > 0 else { return false }
    context.pointee.duration = duration
    context.pointee.start_time = start
    context.pointee.duration_estimation_method = AVFMT_DURATION_FROM_STREAM
    for stream in streams where stream.codecpar.pointee.codec_id == AV_CODEC_ID_AAC {
      stream.codecpar.pointee.frame_size = AACConfiguration.frameLength
    }
    return true
  }

  /// Whether each chapter has an end. Probing derives missing ones from the next chapter's start.
  private var areChaptersDeclared: Bool {
    (0..<Int(context.pointee.nb_chapters)).allSatisfy { index in
      context.pointee.chapters[index].map { $0.pointee.end != ffmpeg_no_timestamp() } ?? false
    }
  }
}

extension AVStream {
  /// Whether this is an audio or video track.
  fileprivate var isPresented: Bool {
    [AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO].contains(codecpar.pointee.codec_type)
  }

  /// The start and end in microseconds, as probing rounds them; nil without a start or a valid duration.
  fileprivate var span: Range<Int64>? {
    let microseconds = AVRational(num: 1, den: AV_TIME_BASE)
    let start = av_rescale_q(start_time, time_base, microseconds)
    let length = av_rescale_q(duration, time_base, microseconds)
    let (end, overflow) = start.addingReportingOverflow(length)
    return start == ffmpeg_no_timestamp() || length < 0 || overflow ? nil : start..<end
  }

  /// Whether the header declares everything that `MediaTrack` reports and that packet timing needs.
  fileprivate var isDeclared: Bool {
    // The header does not count the samples of fragments.
    guard start_time != ffmpeg_no_timestamp(), duration > 0, nb_frames > 0,
      disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    else { return false }
    let parameters = codecpar.pointee
    switch parameters.codec_type {
    case AVMEDIA_TYPE_DATA:
      return true
    case AVMEDIA_TYPE_AUDIO:
      return parameters.isPlainAAC
    case AVMEDIA_TYPE_VIDEO:
      let codecs = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1]
      return codecs.contains(parameters.codec_id) && parameters.width > 0 && parameters.height > 0
        && avg_frame_rate.num > 0 && r_frame_rate.num > 0
    default:
      return false
    }
  }
}
