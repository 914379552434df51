import CPlayheadFFmpeg

/// The profile and the level of a codec, as far as libavformat knows them.
enum CodecProfile {
  /// FFmpeg's value of an unknown profile or level, whose constants have different names in its versions.
  private static let unknown: Int32 = -99

  /// Returns the name of the profile, or its number if it has none; nil if it is unknown.
  static func name(of parameters: AVCodecParameters) -> String? {
    if parameters.profile == unknown { return nil }
    return avcodec_profile_name(parameters.codec_id, parameters.profile).map { String(cString: $0) }
      ?? String(parameters.profile)
  }

  /// Returns the level as FFmpeg counts it; nil if it is unknown.
  static func level(of parameters: AVCodecParameters) -> Int? {
    [unknown, 0].contains(parameters.level) ? nil : Int(parameters.level)
  }
}
