import Audio
import Timekeeping

/// What is known of a stream of PulseAudio: which frames the server has, and what it has reported.
///
/// The server counts the bytes of the stream as outputs count frames: its write index continues at
/// the read index after a flush, and the read index never passes the write index.
struct PulseStreamState {
  /// A request for timing information that the server has not answered yet. It answers in order.
  private struct Request {
    var instant: HostInstant
    var framesWritten: Int64
    var followsFlush: Bool
  }

  /// What the server reports.
  struct Timing {
    /// When the reading was true, in nanoseconds before the answer was received, by the wall clock.
    var age: Int64
    /// The number of frames that the device has taken.
    var framesRead: Int64
    /// The time until a frame that the device takes is heard.
    var latency: Duration
    /// Whether frames are passed on to the device.
    var isPlaying: Bool
  }

  /// The state that the output reports.
  private(set) var status = AudioOutputStatus()

  private var requests: [Request] = []
  private var isReadingWanted = false
  private var pendingFlushCount = 0
  /// The end of the frames that were to be played to their end: the device may run out of frames
  /// there. The server may report that after more frames were written.
  private var expectedEnd: Int64 = 0

  /// Whether the stream can be used.
  var isUsable: Bool { status.error == nil }

  /// Records an error, unless there is one already.
  mutating func fail(_ error: AudioError) {
    guard status.error == nil else { return }
    status.error = error
    status.writableFrameCount = 0
  }

  /// Records how many frames the server wants.
  mutating func setWritableFrameCount(_ count: Int) {
    status.writableFrameCount = isUsable && !status.isFlushing ? count : 0
  }

  /// Records that frames were written.
  mutating func addFrames(_ count: Int) {
    status.nextFrame += Int64(count)
  }

  /// Records that the frames written until now must be played to their end.
  mutating func drain() {
    expectedEnd = status.nextFrame
  }

  /// Records that a flush was requested. A request for timing information must follow.
  mutating func flush() {
    pendingFlushCount += 1
    status.isFlushing = true
    status.writableFrameCount = 0
  }

  /// Returns whether a request for a reading should be sent now. Otherwise one is sent when the
  /// current one has been answered.
  mutating func shouldRequestReading() -> Bool {
    guard isUsable else { return false }
    isReadingWanted = !requests.isEmpty
    return !isReadingWanted
  }

  /// Records that a request for timing information was sent.
  mutating func addRequest(at instant: HostInstant, followsFlush: Bool) {
    requests.append(
      Request(instant: instant, framesWritten: status.nextFrame, followsFlush: followsFlush))
  }

  /// What to do after an answer.
  enum Next: Equatable {
    case nothing
    /// Request timing information again.
    case request(followsFlush: Bool)
  }

  /// Records the answer to the oldest request.
  ///
  /// - Parameters:
  ///   - timing: The timing information; nil if the server has none now.
  ///   - instant: When the answer was received.
  /// - Returns: What to do next.
  mutating func receive(_ timing: Timing?, at instant: HostInstant) -> Next {
    guard !requests.isEmpty, isUsable else { return .nothing }
    let request = requests.removeFirst()
    guard let timing else { return request.followsFlush ? .request(followsFlush: true) : .nothing }
    let written: Int64
    if request.followsFlush {
      pendingFlushCount -= 1
      written = timing.framesRead
      if pendingFlushCount == 0 {
        status.isFlushing = false
        status.nextFrame = written
        expectedEnd = written
      }
    } else {
      written = request.framesWritten
    }
    status.reading = AudioReading(
      instant: Self.instant(age: timing.age, requested: request.instant, answered: instant),
      framesWritten: written, framesRead: max(0, min(timing.framesRead, written)),
      latency: max(.zero, timing.latency), isPlaying: timing.isPlaying)
    guard isReadingWanted, requests.isEmpty else { return .nothing }
    isReadingWanted = false
    return .request(followsFlush: false)
  }

  /// Records that the device has run out of frames.
  ///
  /// - Parameter frame: The number of frames that it has taken; nil if the server does not say.
  mutating func addUnderrun(at frame: Int64?) {
    guard !status.isFlushing, (frame ?? status.nextFrame) != expectedEnd else { return }
    status.underrunCount += 1
  }

  /// Returns the host instant of a reading.
  ///
  /// The answer contains the server's wall time of the reading. If it is not between the request and
  /// the answer, because a clock was set or is another machine's, the middle is used.
  static func instant(age: Int64, requested: HostInstant, answered: HostInstant) -> HostInstant {
    let longest = max(0, answered.nanoseconds - requested.nanoseconds)
    return answered.advanced(byNanoseconds: -((0...longest).contains(age) ? age : longest / 2))
  }
}
