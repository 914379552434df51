import Media
import Timekeeping

extension MediaDuration {
  /// The exact length of what `source` presents, by reading it to its end.
  ///
  /// Throws what reading throws, the interruption included. Blocks; memory does not grow.
  public static func measured(
    byReading source: any MediaSource
  ) throws(MediaError) -> MediaDuration {
    var readAhead = ReadAhead(info: source.info)
    while case .packet(let packet) = try source.read() {
      readAhead.append(packet)
      readAhead.consume(until: .max)
    }
    readAhead.finish()
    return MediaDuration(time: readAhead.greatestEnd, isExact: true)
  }
}
