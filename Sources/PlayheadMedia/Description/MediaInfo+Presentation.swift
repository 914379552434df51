import PlayheadTimekeeping

extension MediaInfo {
  /// The start of presentation as a time of the container: the least start of the played tracks.
  /// Nil if no start is declared; then the first packet determines it.
  public var presentationStart: MediaTime? {
    timelineTracks.compactMap { track in track.startTicks.map(track.time(ofTicks:)) }.min()
  }

  /// The declared length of presentation, if a complete index of each played track confirms it.
  public var indexedDuration: MediaTime? {
    let isIndexed = !timelineTracks.isEmpty && timelineTracks.allSatisfy(\.isIndexed)
    return isIndexed ? declaredDuration(from: presentationStart ?? .zero) : nil
  }

  /// Returns the declared length of presentation, or nil if none is declared.
  ///
  /// If all played tracks declare a length, those are used, because the container's duration may
  /// include tracks that are not presented.
  ///
  /// - Parameter zero: The start of presentation as a time of the container.
  /// - Returns: The declared length; the packets may have another.
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
