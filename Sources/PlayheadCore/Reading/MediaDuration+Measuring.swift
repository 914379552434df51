import PlayheadMedia
import PlayheadTimekeeping

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
    let source = JoinedSource.joining(source)
    (source as? JoinedSource)?.prepare()
    var readAhead = ReadAhead(info: source.info)
    while true {
      switch try source.read() {
      case .packet(let packet):
        readAhead.append(packet)
        readAhead.consume(until: ReadAhead.greatestPosition)
      case .endOfMedia:
        readAhead.finish()
        return MediaDuration(time: readAhead.greatestEnd, isExact: true)
      case .nothingYet: return MediaDuration(time: readAhead.greatestEnd, isExact: false)
      }
    }
  }
}
