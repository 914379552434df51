import PlayheadAudio
import PlayheadTimekeeping

/// The state of a stream of PulseAudio: the samples that the server has, and its newest reports.
///
/// The server counts the bytes of the stream as outputs count samples: its write index continues at
/// the read index after a flush, and the read index never passes the write index.
struct PulseStreamState {
  /// A request for timing information that the server has not answered yet. It answers in order.
  private struct Request {
    var instant: HostInstant
    var samplesWritten: Int64
    var followsFlush: Bool
    /// How often the owner had requested a reading.
    var requestCount: Int
  }

  /// A report of the server.
  struct Timing {
    /// The age of the reading when the answer was received, in nanoseconds of the wall clock.
    var age: Int64
    /// The number of samples that the device has taken.
    var samplesRead: Int64
    /// The time until a sample that the device takes is heard.
    var latency: Duration
    /// Whether samples are passed on to the device.
    var isPlaying: Bool
  }

  /// The state that the output reports.
  private(set) var status = AudioOutputStatus()

  private var requests: [Request] = []
  private var isReadingWanted = false
  private var requestCount = 0
  private var pendingFlushCount = 0
  /// The end of samples that must be played to their end, where the device may run out, even if that is reported later.
  private var expectedEnd: Int64 = 0

  /// Whether the stream can be used.
  var isUsable: Bool { status.error == nil }

  /// Records an error, unless there is one already.
  mutating func fail(_ error: AudioError) {
    guard status.error == nil else { return }
    status.error = error
    status.writableSampleCount = 0
  }

  /// Records the number of samples that the server requests.
  mutating func setWritableSampleCount(_ count: Int) {
    status.writableSampleCount = isUsable && !status.isFlushing ? count : 0
  }

  /// Records that samples were written.
  mutating func addSamples(_ count: Int) {
    status.nextSample += Int64(count)
  }

  /// Records that the samples written until now must be played to their end.
  mutating func drain() {
    expectedEnd = status.nextSample
  }

  /// Records that a flush was requested. A request for timing information must follow.
  mutating func flush() {
    pendingFlushCount += 1
    status.isFlushing = true
    status.writableSampleCount = 0
  }

  /// Records that the owner requests a reading.
  mutating func countRequest() { requestCount += 1 }

  /// Returns whether a request for a reading should be sent now. Otherwise one follows the answer to the current one.
  mutating func admitReading() -> Bool {
    guard isUsable else { return false }
    isReadingWanted = !requests.isEmpty
    return !isReadingWanted
  }

  /// Records that a request for timing information was sent.
  mutating func addRequest(at instant: HostInstant, followsFlush: Bool) {
    requests.append(
      Request(
        instant: instant, samplesWritten: status.nextSample, followsFlush: followsFlush,
        requestCount: requestCount))
  }

  /// The next action after an answer.
  enum Next: Equatable {
    case nothing
    /// Request timing information again.
    case request(followsFlush: Bool)
  }

  /// Records the answer to the oldest request; nil if the server has no timing now.
  mutating func receive(_ timing: Timing?, at instant: HostInstant) -> Next {
    guard !requests.isEmpty, isUsable else { return .nothing }
    let request = requests.removeFirst()
    if let timing { record(timing, of: request, at: instant) }
    // The server had no answer to the request after a flush, or the library has refused the request.
    if pendingFlushCount > requests.count(where: \.followsFlush) {
      return .request(followsFlush: true)
    }
    guard isReadingWanted, requests.isEmpty else { return .nothing }
    isReadingWanted = false
    return .request(followsFlush: false)
  }

  private mutating func record(_ timing: Timing, of request: Request, at instant: HostInstant) {
    let written = request.followsFlush ? timing.samplesRead : request.samplesWritten
    if request.followsFlush {
      pendingFlushCount -= 1
      if pendingFlushCount == 0 {
        (status.isFlushing, status.nextSample, expectedEnd) = (false, written, written)
      }
    }
    status.answeredRequestCount = request.requestCount
    status.reading = AudioReading(
      instant: Self.instant(age: timing.age, requested: request.instant, answered: instant),
      samplesWritten: written, samplesRead: max(0, min(timing.samplesRead, written)),
      latency: max(.zero, timing.latency), isPlaying: timing.isPlaying)
  }

  /// Records that the device has run out of samples. The number that it has taken may not be reported.
  mutating func addUnderrun(at sample: Int64?) {
    guard !status.isFlushing else { return }
    status.samplesReadWhenEmpty = sample
    guard (sample ?? status.nextSample) != expectedEnd else { return }
    status.underrunCount += 1
  }

  /// Returns the host instant of a reading, by the server's wall time if that is between request and answer.
  ///
  /// Otherwise a clock was set, or is another machine's, and the middle is used.
  static func instant(age: Int64, requested: HostInstant, answered: HostInstant) -> HostInstant {
    let longest = max(0, answered.nanoseconds - requested.nanoseconds)
    return answered.advanced(byNanoseconds: -((0...longest).contains(age) ? age : longest / 2))
  }
}
