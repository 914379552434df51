import Media
import Timekeeping

extension MediaDuration {
  /// The exact length of what `source` presents, by reading it to its end; what it is so far, and
  /// not exact, where the medium is still growing.
  ///
  /// Throws what reading throws, the interruption included. Blocks; memory does not grow.
  public static func measured(
    byReading source: any MediaSource
  ) throws(MediaError) -> MediaDuration {
    let source = JoinedSource.joining(source)
    var readAhead = ReadAhead(info: source.info)
    while true {
      switch try source.read() {
      case .packet(let packet):
        readAhead.append(packet)
        readAhead.consume(until: .max)
      case .endOfMedia:
        readAhead.finish()
        return MediaDuration(time: readAhead.greatestEnd, isExact: true)
      case .nothingYet: return MediaDuration(time: readAhead.greatestEnd, isExact: false)
      }
    }
  }
}
