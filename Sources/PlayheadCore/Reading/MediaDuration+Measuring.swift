import PlayheadMedia

extension MediaDuration {
  /// Measures the length of the presented media by reading a source to its end.
  ///
  /// Blocks while the source does. Needs constant memory.
  ///
  /// - Parameter source: The source, read from its current position.
  /// - Returns: The exact length, or the length until now if the media is still growing.
  /// - Throws: The error of the source, also if it is interrupted.
  public static func measured(
    byReading source: any MediaSource
  ) throws(MediaError) -> MediaDuration {
    try measured(byReading: source) { _ in }
  }

  /// Measures the presented media by reading it to its end, and reports the way through joined recordings.
  package static func measured(
    byReading source: any MediaSource, reporting report: (JoinSearch) -> Void
  ) throws(MediaError) -> MediaDuration {
    var source = PlacedSource(source)
    source.joined?.prepare()
    var readAhead = ReadAhead(info: source.source.info)
    while true {
      let (read, placed) = try source.read()
      readAhead.record(read, placed)
      switch read {
      case .packet(let packet):
        if let search = source.joined?.search(for: nil, at: packet) { report(search) }
        readAhead.consume(until: ReadAhead.greatestPosition)
      case .endOfMedia:
        return MediaDuration(time: readAhead.greatestEnd, isExact: true)
      case .nothingYet: return MediaDuration(time: readAhead.greatestEnd, isExact: false)
      }
    }
  }
}
