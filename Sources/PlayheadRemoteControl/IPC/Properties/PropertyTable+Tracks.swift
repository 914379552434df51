import PlayheadInterprocess
import PlayheadMedia

/// Properties of the tracks.
extension PropertyTable {
  static let tracks: [MPVProperty] = [
    MPVProperty("track-list", .file, keys: trackKeys) { context in
      let kinds: [MediaTrack.Kind] = [.video, .audio, .subtitle]
      return .array(
        (context.info?.tracks ?? []).filter { kinds.contains($0.kind) }.map { entry($0, context) })
    },
    MPVProperty("current-tracks", .file, keys: trackKeys.union(["video", "audio", "sub"])) {
      context in
      let tracks = [MediaTrack.Kind.video, .audio].compactMap(context.track)
      guard !tracks.isEmpty else { return nil }
      return .object(tracks.map { .init(name(of: $0.kind), entry($0, context)) })
    },
    chosen("vid", .video), chosen("video", .video), chosen("aid", .audio), chosen("audio", .audio),
    subtitle("sid"), subtitle("sub"),
    MPVProperty("container-fps", .file) { context in
      context.track(.video)?.frameRate.map { .double($0.framesPerSecond) }
    },
    MPVProperty("video-format", .file) { $0.track(.video)?.codec.map(MPVNode.string) },
    MPVProperty("audio-codec-name", .file) { $0.track(.audio)?.codec.map(MPVNode.string) },
    size("width", \.width), size("height", \.height), size("dwidth", \.width),
    size("dheight", \.height),
    MPVProperty("video-params", .file, keys: videoKeys) { context in
      guard let track = context.track(.video), let width = track.width, let height = track.height
      else { return nil }
      return .map(["w": .int(Int64(width)), "h": .int(Int64(height))])
    },
    MPVProperty("audio-params", .file, keys: audioKeys) { context in
      guard let track = context.track(.audio), let rate = track.sampleRate else { return nil }
      return .map([
        "samplerate": .int(Int64(rate)), "channel-count": .int(Int64(track.channelCount ?? 0)),
      ])
    },
  ]

  private static let trackKeys: Set<String> = [
    "id", "type", "src-id", "title", "lang", "image", "albumart", "audio-channels", "default",
    "forced", "dependent", "visual-impaired", "hearing-impaired", "hls-bitrate", "program-id",
    "external", "external-filename", "selected", "main-selection", "ff-index", "decoder-desc",
    "codec", "demux-w", "demux-h", "demux-crop-x", "demux-crop-y", "demux-channel-count",
    "demux-channels", "demux-samplerate", "demux-fps", "demux-bitrate", "demux-rotation",
    "demux-par", "replaygain-track-peak", "replaygain-track-gain", "replaygain-album-peak",
    "replaygain-album-gain",
  ]
  private static let videoKeys: Set<String> = [
    "pixelformat", "hw-pixelformat", "average-bpp", "plane-depth", "w", "h", "dw", "dh", "aspect",
    "par", "colormatrix", "colorlevels", "primaries", "gamma", "sig-peak", "light",
    "chroma-location", "stereo-in", "rotate", "alpha",
  ]
  private static let audioKeys: Set<String> = [
    "samplerate", "channel-count", "channels", "hr-channels", "format",
  ]

  /// No subtitles are played.
  private static func subtitle(_ name: String) -> MPVProperty {
    MPVProperty(name, .file) { .some($0.info == nil ? .string("auto") : .bool(false)) }
  }

  private static func name(of kind: MediaTrack.Kind) -> String {
    kind == .subtitle ? "sub" : kind.rawValue
  }

  private static func size(_ name: String, _ length: @escaping @Sendable (MediaTrack) -> Int?)
    -> MPVProperty
  {
    MPVProperty(name, .file) { context in
      context.track(.video).flatMap(length).map { .int(Int64($0)) }
    }
  }

  /// The number of the played track of a kind. Only that number can be set, because a session keeps its tracks.
  private static func chosen(_ name: String, _ kind: MediaTrack.Kind) -> MPVProperty {
    @Sendable func value(_ context: PropertyContext) -> MPVNode {
      guard context.info != nil else { return .string("auto") }
      return context.track(kind).map { .int(context.number(of: $0)) } ?? .bool(false)
    }
    let setting = PropertySetting(.choice(.track)) {
      chosen, context throws(MPVError) in
      guard chosen == value(context) || chosen == .string("auto") else { throw .propertyError }
      return nil
    }
    return MPVProperty(name, .file, setting: setting, read: value)
  }

  private static func entry(_ track: MediaTrack, _ context: PropertyContext) -> MPVNode {
    let tag = { (key: String) in Metadata(tags: track.tags)[key] }
    let selected = context.info?.timelineTracks.contains { $0.index == track.index } == true
    var members: [MPVNode.Member] = [
      .init("id", .int(context.number(of: track))),
      .init("type", .string(name(of: track.kind))),
      .init("src-id", .int(Int64(track.index) + 1)),
    ]
    func add(_ key: String, _ value: MPVNode?) {
      if let value { members.append(.init(key, value)) }
    }
    add("title", tag("title").map(MPVNode.plain))
    add("lang", track.language.map(MPVNode.plain))
    add("audio-channels", track.channelCount.map { .int(Int64($0)) })
    add("image", .bool(track.isAttachedPicture))
    add("albumart", .bool(track.isAttachedPicture))
    add("default", .bool(track.isDefault))
    for key in ["forced", "dependent", "visual-impaired", "hearing-impaired", "external"] {
      add(key, .bool(false))
    }
    add("selected", .bool(selected))
    if selected { add("main-selection", .int(0)) }
    add("ff-index", .int(Int64(track.index)))
    add("codec", track.codec.map(MPVNode.string))
    add("demux-w", track.width.map { .int(Int64($0)) })
    add("demux-h", track.height.map { .int(Int64($0)) })
    add("demux-channel-count", track.channelCount.map { .int(Int64($0)) })
    add("demux-samplerate", track.sampleRate.map { .int(Int64($0)) })
    add("demux-fps", track.frameRate.map { .double($0.framesPerSecond) })
    return .object(members)
  }
}
