import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

extension MediaTrack {
  /// Creates the description of a stream; the duration of the media is used if the track declares none.
  init(
    _ stream: AVStream, index: Int, format: String, listed: ListedPackets,
    mediaDuration: MediaTime?
  ) {
    // The format is the name of the container in libavformat; `listed` is what its index has for the stream.
    let parameters = stream.codecpar.pointee
    self.init(
      index: index, kind: Kind(parameters.codec_type), timebase: Timebase(ffmpeg: stream.time_base))
    let descriptor = avcodec_descriptor_get(parameters.codec_id)
    codec = descriptor.map { String(cString: $0.pointee.name) }
    mayReorder = descriptor.map { $0.pointee.props & AV_CODEC_PROP_REORDER != 0 } ?? false
    startTicks = stream.start_time == ffmpeg_no_timestamp() ? nil : stream.start_time
    // Some demuxers write 0 if they do not know the duration. A program stream declares none, and
    // libavformat uses the last stored time as the end, but more frames follow it.
    // ASF declares only the end of the media, which libavformat returns as the duration of each track. That of WTV is the
    // time of the last packet of all.
    let isKnown =
      stream.duration > 0 && !(format == "mpeg" && kind == .video)
      && !["asf", "wtv"].contains(format)
    durationTicks = isKnown ? stream.duration : nil
    if let length = DeclaredLength(stream, format: format) {
      declare(length, format: format, listed)
    }
    tags = MediaTag.all(in: stream.metadata)
    language = tags.value(of: "language")
    isDefault = stream.disposition & AV_DISPOSITION_DEFAULT != 0
    isAttachedPicture = stream.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    switch kind {
    case .video:
      let mean = FrameRate(ffmpeg: stream.avg_frame_rate)?.unrounded(in: self, mediaDuration)
      let finest = FrameRate(ffmpeg: stream.r_frame_rate)?.unrounded(in: self, mediaDuration)
      frameRate = mean ?? finest
      constantFrameRate = FrameRate(mean: mean, finest: finest)
      width = parameters.width > 0 ? Int(parameters.width) : nil
      height = parameters.height > 0 ? Int(parameters.height) : nil
    case .audio:
      sampleRate = parameters.sample_rate > 0 ? Int(parameters.sample_rate) : nil
      let channels = parameters.ch_layout.nb_channels
      self.channelCount = channels > 0 ? Int(channels) : nil
      let bytes = ffmpeg_bytes_per_sample(stream.codecpar)
      bytesPerSample = bytes > 0 ? Int(bytes) : nil
      let samples = bytesPerSample == nil ? ffmpeg_samples_per_packet(stream.codecpar) : 0
      samplesPerPacket = samples > 0 ? Int(samples) : nil
      primingSampleCount =
        parameters.initial_padding > 0 ? Int(parameters.initial_padding) : nil
    case .data where tags.value(of: "timecode") != nil:
      // The labels of QuickTime may count every second frame of the video.
      frameRate = FrameRate(ffmpeg: stream.avg_frame_rate)
      constantFrameRate = frameRate
    case .subtitle, .data, .attachment, .unknown: break
    }
  }
}

extension MediaTrack.Kind {
  init(_ type: AVMediaType) {
    self =
      switch type {
      case AVMEDIA_TYPE_AUDIO: .audio
      case AVMEDIA_TYPE_VIDEO: .video
      case AVMEDIA_TYPE_SUBTITLE: .subtitle
      case AVMEDIA_TYPE_DATA: .data
      case AVMEDIA_TYPE_ATTACHMENT: .attachment
      default: .unknown
      }
  }
}

extension Timebase {
  /// Converts FFmpeg's timebase. An invalid fraction becomes 1/90000, FFmpeg's default.
  init(ffmpeg fraction: AVRational) {
    self =
      Timebase(reducing: Int64(fraction.num), Int64(fraction.den)) ?? Timebase(1, 90_000)
  }
}

extension FrameRate {
  /// Returns nil if FFmpeg does not know the rate.
  init?(ffmpeg fraction: AVRational) {
    self.init(fraction.num, fraction.den)
  }
}

extension FrameRate {
  /// The relative error of a rate stored as a duration in nanoseconds (Matroska), from which FFmpeg makes a fraction.
  private static let finestRounding = 1e-6
  /// Half the relative difference between 24 and 24000/1001.
  private static let coarsestRounding = 5e-4

  /// Returns the standard rate that the container has rounded to this one; this rate if there is none.
  fileprivate func unrounded(in track: MediaTrack, _ mediaDuration: MediaTime?) -> FrameRate {
    // The total length of the frames is rounded to a tick, or to a millisecond if the media was in another container
    // before.
    let tick = track.time(ofTicks: 1).seconds
    let length = (track.durationTicks.map(track.time(ofTicks:)) ?? mediaDuration)?.seconds
    guard let length, length > 0 else { return standard(within: Self.finestRounding) ?? self }
    let rounding = max(1.5 * tick, 0.001) / length
    return standard(within: min(max(rounding, Self.finestRounding), Self.coarsestRounding)) ?? self
  }

  /// Creates a track's constant rate from FFmpeg's mean rate and its `r_frame_rate`, which all timestamps fit, or nil.
  init?(mean: FrameRate?, finest: FrameRate?) {
    // It is constant if both rates are equal except for rounding, or if `finest` is twice `mean` because it counts the
    // fields of interlaced video.
    guard let mean, let finest else { return nil }
    let ratio =
      Double(mean.numerator) / Double(mean.denominator) * Double(finest.denominator)
      / Double(finest.numerator)
    if abs(ratio - 1) < 0.0005 {
      // If rounded intervals differ, the finest rate is that of their common fraction.
      self = Self.standard.contains(mean) ? mean : finest
    } else if abs(ratio - 0.5) < 0.0005 {
      self = mean
    } else {
      return nil
    }
  }
}
