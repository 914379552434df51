import PlayheadMedia

/// Sound of one channel, of which any part can be read.
///
/// Sample n is presented n / `sampleRate` seconds after the start of presentation. Not Sendable: one thread uses
/// it at a time.
package protocol Sound: AnyObject {
  /// The number of samples per second, 1 or more.
  var sampleRate: Int { get }
  var sampleCount: Int { get }
  /// By how many seconds the place of sound after a gap may be wrong, because timestamps are rounded.
  var rounding: Double { get }

  /// Reads samples from a number on, which may be negative. Those before the start and after the end are 0.
  func read(from start: Int, count: Int) throws(MediaError) -> [Float]
}

extension Sound {
  package var rounding: Double { 0 }

  /// The length in seconds.
  var length: Double { Double(sampleCount) / Double(sampleRate) }
}
