import Audio
import Media
import Timekeeping

/// Converts decoded sound, fills gaps with silence, stretches it, and keeps the result until it is
/// written.
///
/// Input waits until the result of the input before it has been written, so memory is bounded by one
/// decoded frame, however long a silence is.
struct SoundChain {
  private enum Input {
    case samples([Float])
    case silence(frameCount: Int64)
    /// The pass has no more sound.
    case complete(pass: Int)
  }

  /// The greatest number of frames of silence at once.
  private static let silenceCount: Int64 = 4_096

  private let converter: any AudioConverter
  private let timebase: Timebase
  private var program: SoundProgram
  private var stretch: SoundStretch
  private var inputs: [Input] = []
  /// The result that has not been written, from `firstSample` on.
  private var samples: [Float] = []
  private var firstSample = 0
  private var segments: [SoundSegment] = []
  private var completePass: Int?

  /// - Parameter timebase: the timebase of the timestamps.
  init(_ converter: any AudioConverter, timebase: Timebase, course: SoundCourse, rate: Rate) {
    self.converter = converter
    self.timebase = timebase
    program = SoundProgram(
      course, sampleRate: converter.format.sampleRate, timebase: timebase)
    stretch = SoundStretch(format: converter.format, rate: rate)
  }

  var format: AudioFormat { converter.format }

  /// The position after the last frame added.
  var end: MediaTime { program.end }

  /// The rate of the sound that is processed next.
  var rate: Rate { stretch.rate }

  // MARK: Input

  mutating func setRate(_ rate: Rate) { stretch.setRate(rate) }

  /// Drops everything and begins a course.
  mutating func restart(_ course: SoundCourse) {
    converter.reset()
    stretch.reset()
    program = SoundProgram(course, sampleRate: format.sampleRate, timebase: timebase)
    (inputs, samples, firstSample, segments, completePass) = ([], [], 0, [], nil)
  }

  /// The next frames come from elsewhere in the same course.
  mutating func resynchronize() {
    converter.reset()
    program.resynchronize()
  }

  /// Adds a decoded frame.
  ///
  /// - Parameters:
  ///   - position: Where it is heard; nil if it follows the one before.
  ///   - stop: The position from which on it is not heard.
  mutating func add(
    _ frame: DecodedFrame, at position: MediaTime?, until stop: MediaTime?
  ) throws(MediaError) {
    let kept = program.time(ofFrames: Int64(converter.delay))
    var converted: [Float] = []
    try converter.convert(frame, into: &converted)
    append(converted, at: position.map { $0.subtracting(kept) ?? $0 })
    if let stop { cut(at: stop) }
  }

  /// Drops the sound from a position on.
  private mutating func cut(at position: MediaTime) {
    let excess = -program.frames(until: position)
    if excess > 0 { drop(frameCount: excess) }
  }

  /// Ends the course at a position, and begins the next one.
  mutating func finish(at end: MediaTime, next: SoundCourse?) {
    var rest: [Float] = []
    converter.finish(into: &rest)
    append(rest, at: nil)
    cut(at: end)
    addSilence(until: end)
    inputs.append(.complete(pass: program.pass))
    if let next { program.begin(next) }
  }

  mutating func addSilence(until end: MediaTime) {
    let count = program.frames(until: end)
    if count > 0 { addSilence(frameCount: count) }
  }

  private mutating func addSilence(frameCount: Int64) {
    inputs.append(.silence(frameCount: frameCount))
    program.add(frameCount)
  }

  private mutating func append(_ converted: [Float], at position: MediaTime?) {
    let soundCount = converted.count / format.channelCount
    let gap = program.place(soundCount, at: position)
    if gap > 0 { inputs.append(.silence(frameCount: gap)) }
    let left = gap < 0 ? Int(-gap) : 0
    guard left < soundCount else { return }
    let first = left * format.channelCount
    inputs.append(.samples(first == 0 ? converted : Array(converted[first...])))
  }

  /// Drops the last frames added, which are beyond the end of the course.
  private mutating func drop(frameCount: Int64) {
    var left = frameCount
    while left > 0, case .samples(var last)? = inputs.last {
      let count = Int64(last.count / format.channelCount)
      inputs.removeLast()
      if count > left {
        last.removeLast(Int(left) * format.channelCount)
        inputs.append(.samples(last))
      }
      left -= min(left, count)
    }
    program.add(left - frameCount)
  }

  // MARK: Output

  /// Whether everything that was added has been written.
  var isEmpty: Bool { segments.isEmpty && inputs.isEmpty }

  /// Processes input until there is something to write. Returns its first segment.
  mutating func nextSegment() -> SoundSegment? {
    while segments.isEmpty {
      guard !inputs.isEmpty else { return nil }
      process(inputs.removeFirst())
      if completePass != nil { break }
    }
    return segments.first
  }

  private mutating func process(_ input: Input) {
    if segments.isEmpty { (samples, firstSample) = ([], 0) }
    switch input {
    case .samples(let added): write(added)
    case .silence(let count):
      let part = min(count, Self.silenceCount)
      if part < count { inputs.insert(.silence(frameCount: count - part), at: 0) }
      write(Array(repeating: 0, count: Int(part) * format.channelCount))
    case .complete(let pass):
      completePass = pass
      guard inputs.isEmpty, pass == program.pass else { return }
      append(stretch.finish(into: &samples))
    }
  }

  private mutating func write(_ added: [Float]) {
    append(added.withUnsafeBufferPointer { stretch.add($0, into: &samples) })
  }

  private mutating func append(_ pieces: [TimeStretch.Piece]) {
    for piece in pieces { segments += program.segments(of: piece) }
  }

  /// Returns the pass that has become complete, once everything before has been written.
  mutating func takeCompletePass() -> Int? {
    segments.isEmpty ? completePass.take() : nil
  }

  /// Calls a closure with the first frames of the first segment.
  func withFirst<Result>(
    _ frameCount: Int, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    let end = firstSample + frameCount * format.channelCount
    return samples.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[firstSample..<end]))
    }
  }

  /// Removes frames of the first segment, which have been written.
  mutating func removeFirst(_ frameCount: Int) {
    firstSample += frameCount * format.channelCount
    segments[0].removeFirst(frameCount)
    if segments[0].frameCount == 0 { segments.removeFirst() }
  }
}
