import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// Converts decoded sound, fills gaps with silence, stretches it, and keeps the result until it is written.
///
/// Input waits until the previous result has been written, so one decoded frame bounds the memory,
/// however long a silence is.
struct SoundChain {
  private enum Input {
    case samples([Float])
    case silence(sampleCount: Int64)
    /// The pass has no more sound.
    case complete(pass: Int)

    func sampleCount(in format: AudioFormat) -> Int64 {
      switch self {
      case .samples(let values): Int64(values.count / format.channelCount)
      case .silence(let sampleCount): sampleCount
      case .complete: 0
      }
    }

    /// Divides it before its last samples, or before its first one; nil if it cannot be divided.
    func divided(before count: Int64, in format: AudioFormat) -> (kept: Input?, cut: Input)? {
      let keptCount = sampleCount(in: format) - count
      switch self {
      case .complete: return nil
      case _ where keptCount <= 0: return (nil, self)
      case .silence: return (.silence(sampleCount: keptCount), .silence(sampleCount: count))
      case .samples(let values):
        let first = Int(keptCount) * format.channelCount
        return (.samples(Array(values[..<first])), .samples(Array(values[first...])))
      }
    }
  }

  /// The greatest number of samples of silence at once.
  private static let silenceCount: Int64 = 4_096

  private let converter: any AudioConverter
  private let timebase: Timebase
  private var program: SoundProgram
  private var stretch: SoundStretch
  private var inputs: [Input] = []
  /// Sound beyond the position where playback stops, which may change before that sound is due.
  private var cutInputs: [Input] = []
  /// Sound that has not been placed yet.
  private var waiting: [[Float]] = []
  /// The result that has not been written, from `firstValue` on.
  private var samples: [Float] = []
  private var firstValue = 0
  private var segments: [SoundSegment] = []
  private var completePass: Int?
  /// Whether there has been a result since the last restart.
  private var hasResult = false

  init(_ converter: any AudioConverter, timebase: Timebase, course: SoundCourse, rate: Rate) {
    self.converter = converter
    self.timebase = timebase
    program = SoundProgram(
      course, sampleRate: converter.format.sampleRate, timebase: timebase)
    stretch = SoundStretch(format: converter.format, rate: rate)
  }

  var format: AudioFormat { converter.format }

  /// The position after the last sample added.
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
    (inputs, cutInputs, waiting, samples, firstValue, segments) = ([], [], [], [], 0, [])
    completePass = nil
    hasResult = false
  }

  /// Continues elsewhere in the same course.
  mutating func resynchronize() {
    converter.reset()
    waiting = []
    program.resynchronize()
  }

  /// Adds a decoded frame at a position, or after the previous one. It is not heard from `stop` on.
  mutating func add(
    _ frame: DecodedFrame, at position: MediaTime?, until stop: MediaTime?
  ) throws(MediaError) {
    let kept = program.time(ofSamples: Int64(converter.delay))
    var converted: [Float] = []
    try converter.convert(frame, into: &converted)
    restoreCutSound()
    append(converted, at: position.map { $0.subtracting(kept) ?? $0 })
    if let stop { cut(at: stop) }
  }

  /// The position from which sound was cut off last. By rounding, the rest may end before it.
  private(set) var cutStop: MediaTime?

  var hasCutSound: Bool { !cutInputs.isEmpty }

  /// Continues with the sound that was cut off, until another position.
  mutating func extend(until stop: MediaTime?) {
    restoreCutSound()
    if let stop { cut(at: stop) }
  }

  private mutating func restoreCutSound() {
    let format = format
    program.restore(cutInputs.reduce(0) { $0 + $1.sampleCount(in: format) })
    inputs += cutInputs
    cutInputs = []
  }

  /// Ends the course at a position, and begins the next one.
  mutating func finish(at end: MediaTime, next: SoundCourse?) {
    var rest: [Float] = []
    converter.finish(into: &rest)
    restoreCutSound()
    append(program.settle(before: end))
    append(rest, at: nil)
    cut(at: end)
    cutInputs = []
    addSilence(until: end)
    inputs.append(.complete(pass: program.pass))
    if let next { program.begin(next) }
  }

  mutating func addSilence(until end: MediaTime) {
    restoreCutSound()
    append(program.settle(before: nil))
    let count = program.samples(until: end)
    if count > 0 { addSilence(sampleCount: count) }
  }

  private mutating func addSilence(sampleCount: Int64) {
    inputs.append(.silence(sampleCount: sampleCount))
    program.add(sampleCount)
  }

  private mutating func append(_ converted: [Float], at position: MediaTime?) {
    waiting.append(converted)
    append(program.place(converted.count / format.channelCount, at: position))
  }

  /// Appends sound that has been placed, after the silence before it.
  private mutating func append(_ placements: [SampleRun.Placement]) {
    for placement in placements {
      let converted = waiting.removeFirst()
      if placement.gap > 0 { inputs.append(.silence(sampleCount: placement.gap)) }
      let first = placement.gap < 0 ? Int(-placement.gap) * format.channelCount : 0
      guard first < converted.count else { continue }
      inputs.append(.samples(first == 0 ? converted : Array(converted[first...])))
    }
  }

  /// Sets the sound from a position on aside.
  private mutating func cut(at position: MediaTime) {
    let excess = -program.samples(until: position)
    guard excess > 0 else { return }
    cutStop = position
    var left = excess
    while left > 0, let last = inputs.popLast() {
      guard let (kept, cut) = last.divided(before: left, in: format) else {
        inputs.append(last)
        break
      }
      if let kept { inputs.append(kept) }
      cutInputs.insert(cut, at: 0)
      left -= cut.sampleCount(in: format)
    }
    program.add(left - excess)
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
    if segments.isEmpty { (samples, firstValue) = ([], 0) }
    switch input {
    case .samples(let added): write(added)
    case .silence(let count):
      let part = min(count, Self.silenceCount)
      if part < count { inputs.insert(.silence(sampleCount: count - part), at: 0) }
      write(Array(repeating: 0, count: Int(part) * format.channelCount))
    case .complete(let pass):
      completePass = pass
      // The stretcher may keep all sound of a short first pass, without which the playhead would not wait.
      guard !hasResult || inputs.isEmpty && pass == program.pass else { return }
      append(stretch.finish(into: &samples))
    }
  }

  private mutating func write(_ added: [Float]) {
    append(added.withUnsafeBufferPointer { stretch.add($0, into: &samples) })
  }

  private mutating func append(_ pieces: [TimeStretch.Piece]) {
    for piece in pieces { segments += program.segments(of: piece) }
    hasResult = hasResult || !pieces.isEmpty
  }

  /// Returns the pass that has become complete, once everything before has been written.
  mutating func removeCompletePass() -> Int? {
    segments.isEmpty ? completePass.take() : nil
  }

  /// Calls a closure with the first samples of the first segment.
  func withFirst<Result>(
    _ sampleCount: Int, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    let end = firstValue + sampleCount * format.channelCount
    return samples.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[firstValue..<end]))
    }
  }

  /// Removes samples of the first segment, which have been written.
  mutating func removeFirst(_ sampleCount: Int) {
    firstValue += sampleCount * format.channelCount
    segments[0].removeFirst(sampleCount)
    if segments[0].sampleCount == 0 { segments.removeFirst() }
  }
}
