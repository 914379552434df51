import PlayheadTimekeeping

/// The silence that the device plays before a scheduled start. Its readings show when a sample is heard, so that
/// the first sound is written where it is heard at the instant of the start.
struct SoundLead {
  /// How long before its start a lead begins. The latency of the device must be shorter.
  static let duration = Duration.seconds(3)

  /// The instant when the first sound must be heard.
  let start: HostInstant
  private let begin: HostInstant
  private var writtenCount: Int64 = 0
  /// Whether the silence has been written, so that the sound follows.
  private(set) var isOver = false

  init(before start: HostInstant, at now: HostInstant) {
    (self.start, begin) = (start, now)
  }

  /// The sound follows now: the start is late.
  mutating func end() { isOver = true }

  /// Returns the number of silent samples to write, at most `room`. The lead is over if the sound follows instead.
  ///
  /// `missing` samples are between the next one and the start; nil while no reading shows when that one is heard.
  mutating func nextSilence(
    room: Int, missing: Int64?, sampleRate: Int, at now: HostInstant
  ) -> Int {
    var count = missing ?? unmeasured(sampleRate, at: now)
    if missing != nil, count <= 0 { isOver = true }
    // An output may state anything.
    let longest = Int64(nearest: 2 * (Self.duration / .seconds(1)) * Double(sampleRate))
    count = max(0, min(count, Int64(room), longest - writtenCount))
    writtenCount += count
    return Int(count)
  }

  /// The silence to write without a reading: a quarter of the time left, and as much as passes until there is one.
  private func unmeasured(_ sampleRate: Int, at now: HostInstant) -> Int64 {
    // This delays the sound little, and does not end before there is a reading.
    let time = begin.duration(to: start) / 4 + begin.duration(to: now)
    return Int64(nearest: time / .seconds(1) * Double(sampleRate)) - writtenCount
  }
}
