import Timekeeping

extension MediaInfo {
  /// Where what is presented begins, as a time of the container: the least start of the timeline's
  /// tracks. Nil where none is declared; the first packet tells then.
  public var presentationStart: MediaTime? {
    timelineTracks.compactMap { track in track.startTicks.map(track.time(ofTicks:)) }.min()
  }

  /// The length that the container declares for what is presented from `zero` on.
  ///
  /// The tracks' own declarations come first where all of the timeline's have one: the container's
  /// counts tracks too that are not presented.
  public func declaredDuration(from zero: MediaTime) -> MediaTime? {
    let ends = timelineTracks.compactMap { track -> MediaTime? in
      guard let start = track.startTicks, let length = track.durationTicks else { return nil }
      return track.time(ofTicks: start).adding(track.time(ofTicks: length))
    }
    if let end = ends.max(), ends.count == timelineTracks.count { return end.subtracting(zero) }
    guard let declaredDuration else { return nil }
    return (declaredStart ?? zero).adding(declaredDuration)?.subtracting(zero)
  }
}
