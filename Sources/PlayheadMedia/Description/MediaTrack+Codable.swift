import PlayheadTimekeeping

extension MediaTrack: Codable {
  private enum CodingKeys: String, CodingKey {
    case index, kind, codec, language
    case isPlayed = "played"
    case isDefault = "default"
    case isAttachedPicture = "picture"
    case start, duration, timebase
    case frameRate = "frame_rate"
    case hasConstantFrameRate = "frame_rate_constant"
    case profile, level
    case width, height
    case sampleRate = "sample_rate"
    case channelCount = "channels"
    case channelLayout = "channel_layout"
    case sampleFormat = "sample_format"
    case declaredPacketCount = "packets"
    case tags
    // These are not in the command's JSON.
    case startTicks = "start_ticks"
    case durationTicks = "duration_ticks"
    case constantFrameRate = "constant_frame_rate"
    case mayReorder = "may_reorder"
    case reorderDelayTicks = "reorder_delay_ticks"
    case samplesPerPacket = "samples_per_packet"
    case bytesPerSample = "bytes_per_sample"
    case primingSampleCount = "priming_samples"
    case isDurationCounted = "duration_counted"
    case isIndexed = "indexed"
    case tagList = "tag_list"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Int? {
      try container.decodeIfPresent(Int.self, forKey: key)
    }
    func ticks(_ key: CodingKeys) throws -> Int64? {
      try container.decodeIfPresent(Int64.self, forKey: key)
    }
    func flag(_ key: CodingKeys) throws -> Bool { try container.decode(Bool.self, forKey: key) }
    self.init(
      index: try container.decode(Int.self, forKey: .index),
      kind: try container.decode(Kind.self, forKey: .kind),
      timebase: try container.decode(Timebase.self, forKey: .timebase))
    codec = try container.decodeIfPresent(String.self, forKey: .codec)
    profile = try container.decodeIfPresent(String.self, forKey: .profile)
    level = try number(.level)
    startTicks = try ticks(.startTicks)
    durationTicks = try ticks(.durationTicks)
    language = try container.decodeIfPresent(String.self, forKey: .language)
    isDefault = try flag(.isDefault)
    isAttachedPicture = try flag(.isAttachedPicture)
    frameRate = try container.decodeIfPresent(FrameRate.self, forKey: .frameRate)
    constantFrameRate = try container.decodeIfPresent(FrameRate.self, forKey: .constantFrameRate)
    mayReorder = try flag(.mayReorder)
    reorderDelayTicks = try ticks(.reorderDelayTicks)
    width = try number(.width)
    height = try number(.height)
    picture = try PictureFormat(from: decoder)
    sampleRate = try number(.sampleRate)
    channelCount = try number(.channelCount)
    channelLayout = try container.decodeIfPresent(String.self, forKey: .channelLayout)
    sampleFormat = try container.decodeIfPresent(String.self, forKey: .sampleFormat)
    samplesPerPacket = try number(.samplesPerPacket)
    bytesPerSample = try number(.bytesPerSample)
    primingSampleCount = try number(.primingSampleCount)
    isDurationCounted = try flag(.isDurationCounted)
    isIndexed = try flag(.isIndexed)
    declaredPacketCount = try number(.declaredPacketCount)
    tags = try container.decode([MediaTag].self, forKey: .tagList)
  }

  /// Encodes the keys and numbers of a track in `playhead inspect --format json`, except whether the track is
  /// played, and then what these do not contain.
  public func encode(to encoder: any Encoder) throws { try encode(to: encoder, isPlayed: nil) }

  fileprivate func encode(to encoder: any Encoder, isPlayed: Bool?) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try encodeSummary(to: &container, isPlayed: isPlayed)
    try container.encode(isDefault, forKey: .isDefault)
    try container.encode(isAttachedPicture, forKey: .isAttachedPicture)
    try container.encode(startTicks.map(seconds(ofTicks:)), forKey: .start)
    try container.encode(durationTicks.map(seconds(ofTicks:)), forKey: .duration)
    try container.encode(timebase, forKey: .timebase)
    try container.encode(frameRate, forKey: .frameRate)
    let isConstant = frameRate.map { _ in constantFrameRate != nil }
    try container.encode(isConstant, forKey: .hasConstantFrameRate)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(profile, forKey: .profile)
    try container.encode(level, forKey: .level)
    try picture.encode(to: encoder)
    try container.encode(sampleRate, forKey: .sampleRate)
    try container.encode(channelCount, forKey: .channelCount)
    try container.encode(channelLayout, forKey: .channelLayout)
    try container.encode(sampleFormat, forKey: .sampleFormat)
    try container.encode(declaredPacketCount, forKey: .declaredPacketCount)
    try container.encode(JoinedTags(tags), forKey: .tags)
    if !(encoder is any CommandEncoder) { try encodeDetails(to: &container) }
  }

  private func encodeSummary(
    to container: inout KeyedEncodingContainer<CodingKeys>, isPlayed: Bool?
  ) throws {
    try container.encode(index, forKey: .index)
    try container.encode(kind, forKey: .kind)
    try container.encode(codec, forKey: .codec)
    try container.encode(language, forKey: .language)
    try container.encodeIfPresent(isPlayed, forKey: .isPlayed)
  }

  private func encodeDetails(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
    try container.encode(startTicks, forKey: .startTicks)
    try container.encode(durationTicks, forKey: .durationTicks)
    try container.encode(constantFrameRate, forKey: .constantFrameRate)
    try container.encode(mayReorder, forKey: .mayReorder)
    try container.encode(reorderDelayTicks, forKey: .reorderDelayTicks)
    try container.encode(samplesPerPacket, forKey: .samplesPerPacket)
    try container.encode(bytesPerSample, forKey: .bytesPerSample)
    try container.encode(primingSampleCount, forKey: .primingSampleCount)
    try container.encode(isDurationCounted, forKey: .isDurationCounted)
    try container.encode(isIndexed, forKey: .isIndexed)
    try container.encode(tags, forKey: .tagList)
  }

  private func seconds(ofTicks ticks: Int64) -> DecimalNumber {
    DecimalNumber(truncatedSecondsOf: time(ofTicks: ticks))
  }

  /// What the command's records contain of a track.
  package struct Summary: Encodable {
    private let track: MediaTrack
    private let isPlayed: Bool

    /// Creates the summary of a track, which is played or not.
    package init(_ track: MediaTrack, isPlayed: Bool) {
      (self.track, self.isPlayed) = (track, isPlayed)
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try track.encodeSummary(to: &container, isPlayed: isPlayed)
    }
  }
}

/// A track of a description, which is played or not.
struct DescribedTrack: Encodable {
  let track: MediaTrack
  let isPlayed: Bool

  func encode(to encoder: any Encoder) throws {
    try track.encode(to: encoder, isPlayed: isPlayed)
  }
}
