import PlayheadKit

/// The properties of media as a JSON object. Its schema is in docs/user/formats.md.
enum MediaInfoJSON {
  /// The version of the schema. It increases when a key is removed or changes its meaning, but not
  /// when a key is added.
  static let version = 1

  static func object(of info: MediaInfo, file: String) -> JSONObject {
    var object = JSONObject(type: "media", version: version, file: file)
    object.add("container", info.container)
    let duration = info.declaredDuration(from: info.presentationStart ?? .zero)
    object.add("duration", duration)
    object.add("duration_estimated", duration == nil ? nil : info.isDurationEstimated)
    object.add("start", info.presentationStart)
    object.add("seekable", info.isSeekable)
    object.add("tracks", tracks(info))
    object.add("chapters", info.chapters.enumerated().map(chapter))
    object.addRaw("tags", tags(info.tags).text)
    return object
  }

  private static func tracks(_ info: MediaInfo) -> [JSONObject] {
    let played = Set(info.timelineTracks.map(\.index))
    return info.tracks.map { track in
      var object = JSONObject(track, isPlayed: played.contains(track.index))
      object.add("default", track.isDefault)
      object.add("picture", track.isAttachedPicture)
      object.add("start", track.startTicks.map(track.time(ofTicks:)))
      object.add("duration", track.durationTicks.map(track.time(ofTicks:)))
      object.add("timebase", "\(track.timebase)")
      object.add("frame_rate", track.frameRate.map { "\($0.numerator)/\($0.denominator)" })
      object.add("frame_rate_constant", track.frameRate.map { _ in track.constantFrameRate != nil })
      object.add("width", track.width)
      object.add("height", track.height)
      object.add("sample_rate", track.sampleRate)
      object.add("channels", track.channels)
      object.add("packets", track.declaredPacketCount)
      object.addRaw("tags", tags(track.tags).text)
      return object
    }
  }

  private static func chapter(_ index: Int, _ chapter: Chapter) -> JSONObject {
    var object = JSONObject()
    object.add("number", index + 1)
    object.add("start", chapter.start)
    object.add("end", chapter.end)
    object.add("title", chapter.title)
    return object
  }

  /// Joins the values of repeated keys with semicolons.
  private static func tags(_ tags: [Tag]) -> JSONObject {
    var keys: [String] = []
    var values: [String: [String]] = [:]
    for tag in tags {
      if values[tag.key] == nil { keys.append(tag.key) }
      values[tag.key, default: []].append(tag.value)
    }
    var object = JSONObject()
    for key in keys { object.add(key, values[key]?.joined(separator: "; ")) }
    return object
  }
}
