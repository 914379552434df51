import PlayheadKit

/// JSON Lines: one object a record, its `type` first.
struct JSONFormat: RecordFormat {
  func bytes(of record: Record, file: String) -> [UInt8]? {
    var object = JSONObject()
    switch record {
    case .open(let info, let duration):
      object.add("type", "open")
      object.add("file", file)
      describe(info, duration, in: &object)
    case .progress(let progress, let wallTime):
      object.add("type", "progress")
      object.add("file", file)
      describe(progress, wallTime, in: &object)
    case .status:
      return nil
    case .end(let reason, let position):
      object.add("type", "end")
      object.add("file", file)
      object.add("reason", reason.rawValue)
      object.add("position", position)
    case .error(let message):
      object.add("type", "error")
      object.add("file", file)
      object.add("message", message)
    }
    return Array((object.text + "\n").utf8)
  }

  private func describe(
    _ info: MediaInfo, _ duration: MediaDuration?, in object: inout JSONObject
  ) {
    object.add("container", info.container)
    object.add("duration", duration?.time)
    object.add("duration_exact", duration?.isExact)
    object.add("seekable", info.isSeekable)
    let played = Set(info.timelineTracks.map(\.index))
    object.add(
      "tracks",
      info.tracks.map { track in
        var object = JSONObject()
        object.add("index", track.index)
        object.add("kind", track.kind.rawValue)
        object.add("codec", track.codec)
        object.add("language", track.language)
        object.add("played", played.contains(track.index))
        return object
      })
  }

  private func describe(
    _ progress: PlayheadProgress, _ wallTime: WallTime?, in object: inout JSONObject
  ) {
    object.add("position", progress.position)
    object.add("due", progress.due)
    object.add("duration", progress.duration?.time)
    object.add("duration_exact", progress.duration?.isExact)
    object.addRaw(
      "fraction", progress.wholeShares(outOf: 1_000_000).map { shareText($0, places: 6) })
    let rate = MediaTime(
      ticks: Int64(progress.rate.numerator), timebase: Timebase(1, progress.rate.denominator))
    object.add("rate", rate)
    object.add("state", progress.state.rawValue)
    object.add("cause", progress.cause.rawValue)
    object.add("skipped", progress.skipped)
    object.add("host_time_ns", wallTime == nil ? nil : progress.hostInstant.nanoseconds)
    object.add("wall_time", wallTime?.text)
  }
}
