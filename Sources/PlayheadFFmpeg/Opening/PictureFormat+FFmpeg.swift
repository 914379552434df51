import CPlayheadFFmpeg
import PlayheadMedia

extension PictureFormat {
  /// Creates the format of a video stream, as far as libavformat knows it.
  init(_ stream: AVStream) {
    self.init()
    let parameters = stream.codecpar.pointee
    func name(_ name: UnsafePointer<CChar>?, ifKnown isKnown: Bool) -> String? {
      isKnown ? name.map { String(cString: $0) } : nil
    }
    pixelFormat = av_get_pix_fmt_name(AVPixelFormat(parameters.format)).map { String(cString: $0) }
    let ratios = [stream.sample_aspect_ratio, parameters.sample_aspect_ratio]
    sampleAspectRatio = ratios.first { $0.num > 0 && $0.den > 0 }.map { "\($0.num):\($0.den)" }
    fieldOrder = FieldOrder(parameters.field_order)
    colorRange = name(
      av_color_range_name(parameters.color_range),
      ifKnown: parameters.color_range != AVCOL_RANGE_UNSPECIFIED)
    colorPrimaries = name(
      av_color_primaries_name(parameters.color_primaries),
      ifKnown: parameters.color_primaries != AVCOL_PRI_UNSPECIFIED)
    colorTransfer = name(
      av_color_transfer_name(parameters.color_trc),
      ifKnown: parameters.color_trc != AVCOL_TRC_UNSPECIFIED)
    colorMatrix = name(
      av_color_space_name(parameters.color_space),
      ifKnown: parameters.color_space != AVCOL_SPC_UNSPECIFIED)
    chromaLocation = name(
      av_chroma_location_name(parameters.chroma_location),
      ifKnown: parameters.chroma_location != AVCHROMA_LOC_UNSPECIFIED)
    withUnsafePointer(to: stream) { readSideData(of: $0) }
  }

  private mutating func readSideData(of stream: UnsafePointer<AVStream>) {
    func content<Content>(
      _ type: AVPacketSideDataType, as _: Content.Type
    ) -> Content? {
      var size = 0
      guard let data = ffmpeg_stream_side_data(stream, type, &size),
        size >= MemoryLayout<Content>.size
      else { return nil }
      return UnsafeRawPointer(data).loadUnaligned(as: Content.self)
    }
    masteringDisplay = content(
      AV_PKT_DATA_MASTERING_DISPLAY_METADATA, as: AVMasteringDisplayMetadata.self
    ).map(MasteringDisplay.init)
    contentLight = content(AV_PKT_DATA_CONTENT_LIGHT_LEVEL, as: AVContentLightMetadata.self).map {
      ContentLight(greatest: Int($0.MaxCLL), greatestFrameAverage: Int($0.MaxFALL))
    }
    dolbyVision = content(AV_PKT_DATA_DOVI_CONF, as: AVDOVIDecoderConfigurationRecord.self).map {
      DolbyVision(
        profile: Int($0.dv_profile), level: Int($0.dv_level),
        compatibility: Int($0.dv_bl_signal_compatibility_id),
        hasEnhancementLayer: $0.el_present_flag != 0)
    }
  }
}

extension PictureFormat.FieldOrder {
  fileprivate init?(_ order: AVFieldOrder) {
    switch order {
    case AV_FIELD_PROGRESSIVE: self = .progressive
    case AV_FIELD_TT: self = .topFirst
    case AV_FIELD_BB: self = .bottomFirst
    case AV_FIELD_TB: self = .bottomFirstTopCodedFirst
    case AV_FIELD_BT: self = .topFirstBottomCodedFirst
    default: return nil
    }
  }
}

extension PictureFormat.MasteringDisplay {
  fileprivate init(_ display: AVMasteringDisplayMetadata) {
    self.init()
    func number(_ fraction: AVRational) -> Double? {
      fraction.den == 0 ? nil : Double(fraction.num) / Double(fraction.den)
    }
    func point(_ fractions: (AVRational, AVRational)) -> [Double]? {
      guard let x = number(fractions.0), let y = number(fractions.1) else { return nil }
      return [x, y]
    }
    if display.has_primaries != 0 {
      let colors = display.display_primaries
      let points = [colors.0, colors.1, colors.2].compactMap(point)
      primaries = points.count == 3 ? points : nil
      whitePoint = point(display.white_point)
    }
    if display.has_luminance != 0 {
      leastLuminance = number(display.min_luminance)
      greatestLuminance = number(display.max_luminance)
    }
  }
}
