import CPlayheadFFmpeg
import PlayheadMedia

/// The format of coded pictures and sound, as far as libavformat knows it.
extension MediaTrack {
  /// FFmpeg's value of an unknown profile or level, whose constants have different names in its versions.
  private static let unknown: Int32 = -99

  /// Sets the properties that only probing finds in all containers.
  mutating func setFormat(of stream: AVStream) {
    let parameters = stream.codecpar.pointee
    if parameters.profile != Self.unknown {
      profile =
        avcodec_profile_name(parameters.codec_id, parameters.profile).map { String(cString: $0) }
        ?? String(parameters.profile)
    }
    level = [Self.unknown, 0].contains(parameters.level) ? nil : Int(parameters.level)
    switch kind {
    case .video: picture = PictureFormat(stream)
    case .audio:
      channelLayout = Self.name(of: parameters.ch_layout)
      sampleFormat = av_get_sample_fmt_name(AVSampleFormat(parameters.format)).map {
        String(cString: $0)
      }
    default: break
    }
  }

  /// Returns the name of a layout of channels; nil if it is unknown which channels there are.
  private static func name(of layout: AVChannelLayout) -> String? {
    if layout.order == AV_CHANNEL_ORDER_UNSPEC || layout.nb_channels < 1 { return nil }
    var layout = layout
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress,
        av_channel_layout_describe(&layout, start, buffer.count) > 0
      else { return nil }
      return String(cString: start)
    }
  }
}
