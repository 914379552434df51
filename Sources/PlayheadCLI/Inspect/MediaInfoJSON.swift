import PlayheadKit

/// The properties of media as a JSON object. Its schema is in docs/user/formats.md.
enum MediaInfoJSON {
  /// The version of the schema. It increases when a key is removed or changes its meaning, but not
  /// when a key is added.
  static let version = 1

  static func object(of info: MediaInfo, file: String) -> JSONObject {
    let duration = info.declaredDuration(from: info.presentationStart ?? .zero)
    return JSONObject.ofFile(file, type: "media", version: version).adding([
      "container": .string(info.container), "duration": .seconds(duration),
      "duration_estimated": .bool(duration == nil ? nil : info.isDurationEstimated),
      "start": .seconds(info.presentationStart), "seekable": .bool(info.isSeekable),
      "tracks": .objects(tracks(info)),
      "chapters": .objects(info.chapters.enumerated().map(chapter)), "tags": tags(info.tags),
    ])
  }

  private static func tracks(_ info: MediaInfo) -> [JSONObject] {
    let played = Set(info.timelineTracks.map(\.index))
    return info.tracks.map { track in
      JSONObject.ofTrack(track, isPlayed: played.contains(track.index)).adding([
        "default": .bool(track.isDefault), "picture": .bool(track.isAttachedPicture),
        "start": .seconds(track.startTicks.map(track.time(ofTicks:))),
        "duration": .seconds(track.durationTicks.map(track.time(ofTicks:))),
        "timebase": .string("\(track.timebase)"),
        "frame_rate": .string(track.frameRate.map { "\($0.numerator)/\($0.denominator)" }),
        "frame_rate_constant": .bool(track.frameRate.map { _ in track.constantFrameRate != nil }),
        "width": .number(track.width), "height": .number(track.height),
        "sample_rate": .number(track.sampleRate), "channels": .number(track.channelCount),
        "packets": .number(track.declaredPacketCount), "tags": tags(track.tags),
      ])
    }
  }

  private static func chapter(_ index: Int, _ chapter: Chapter) -> JSONObject {
    [
      "number": .number(index + 1), "start": .seconds(chapter.start), "end": .seconds(chapter.end),
      "title": .string(chapter.title),
    ]
  }

  /// Joins the values of repeated keys with semicolons.
  private static func tags(_ tags: [MediaTag]) -> JSON {
    var keys: [String] = []
    var values: [String: [String]] = [:]
    for tag in tags {
      if values[tag.key] == nil { keys.append(tag.key) }
      values[tag.key, default: []].append(tag.value)
    }
    let object = keys.reduce([:] as JSONObject) { object, key in
      object.adding([key: .string(values[key]?.joined(separator: "; "))])
    }
    return .object(object)
  }
}
