import CPlayheadSound
import Dispatch
import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// A source of a sound server that speaks PulseAudio's protocol.
final class PulseRecorder: SoundRecorder {
  /// The samples that are recorded at once: a hundredth of a second.
  private static let partLength = 480
  /// For how long the server may be silent, in seconds.
  private static let patience = 5.0
  /// The same for samples: a source that is suspended has none.
  private static let longestWait = 0.5

  let format: AudioFormat
  private let functions: pulse_functions
  private let connection: PulseConnection
  private let events: PulseEvents
  private var stream: OpaquePointer?
  private let clock: any HostClock
  private var line: RecordingClock

  /// Connects to a source; nil for the default one, or the default server.
  init(
    _ source: String?, _ format: AudioFormat, _ clock: any HostClock, server: String? = nil
  ) throws(AudioError) {
    let library = try PulseLibrary.load()
    (self.format, self.clock, functions) = (format, clock, library.functions)
    connection = PulseConnection(library)
    let bytesPerSample = format.channelCount * MemoryLayout<Float>.size
    events = PulseEvents(functions, bytesPerSample: bytesPerSample) {}
    line = RecordingClock(sampleRate: format.sampleRate)
    try connection.open(as: "playhead", to: server, for: events) { [events] in
      events.observe(context: $0)
    }
    try connection.waitUntilReady(until: .now() + Self.patience, events.changes)
    try connection.withLock { () throws(AudioError) in try start(source) }
    try connection.waitUntilReady(stream, until: .now() + Self.patience, events.changes)
  }

  deinit {
    connection.withLock {
      guard let stream else { return }
      _ = functions.pa_stream_disconnect(stream)
      functions.pa_stream_unref(stream)
    }
    // After that, the library calls `events` no more.
    connection.close()
  }

  /// Creates the stream. The library must be locked.
  private func start(_ source: String?) throws(AudioError) {
    var samples = pa_sample_spec(
      format: PA_SAMPLE_FLOAT32LE, rate: UInt32(clamping: format.sampleRate),
      channels: UInt8(clamping: format.channelCount))
    // The channels have numbers, not places: the first is the first of the source.
    var map = PulseAudioOutput.channelMap(
      (0..<format.channelCount).map {
        pa_channel_position_t(PA_CHANNEL_POSITION_AUX0.rawValue + Int32($0))
      })
    stream = functions.pa_stream_new_with_proplist(
      connection.context, "timecode", &samples, &map, nil)
    guard let stream else { throw connection.error }
    events.observe(recorded: stream)
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
      fragsize: UInt32(clamping: Self.partLength * 4 * format.channelCount))
    let flags = [
      PA_STREAM_INTERPOLATE_TIMING, PA_STREAM_AUTO_TIMING_UPDATE, PA_STREAM_ADJUST_LATENCY,
      PA_STREAM_NO_REMAP_CHANNELS,
    ].reduce(0) { $0 | $1.rawValue }
    if functions.pa_stream_connect_record(stream, source, &buffer, pa_stream_flags_t(flags)) < 0 {
      throw connection.error
    }
  }

  func record() throws(AudioError) -> RecordedPart {
    let deadline = DispatchTime.now() + Self.longestWait
    while true {
      let part = try connection.withLock { () throws(AudioError) in try read() }
      if let part { return part }
      if events.changes.wait(timeout: deadline) == .timedOut {
        line = RecordingClock(sampleRate: format.sampleRate)
        return RecordedPart(samples: [], end: clock.now)
      }
    }
  }

  /// Returns samples that have arrived; nil if there are none. The library must be locked.
  private func read() throws(AudioError) -> RecordedPart? {
    while true {
      var (data, size) = (UnsafeRawPointer?.none, 0)
      guard functions.pa_stream_get_state(stream) == PA_STREAM_READY,
        functions.pa_stream_peek(stream, &data, &size) >= 0
      else { throw connection.error }
      if size == 0 { return nil }
      let samples = data.map {
        Array(UnsafeRawBufferPointer(start: $0, count: size).bindMemory(to: Float.self))
      }
      _ = functions.pa_stream_drop(stream)
      var (latency, isNegative): (pa_usec_t, CInt) = (0, 0)
      // What was recorded and not read yet, and the latency of the device, which is not known at first.
      guard functions.pa_stream_get_latency(stream, &latency, &isNegative) >= 0 else { continue }
      // Samples were lost.
      guard let samples else {
        line = RecordingClock(sampleRate: format.sampleRate)
        continue
      }
      let nanoseconds = isNegative != 0 ? 0 : Int64(clamping: min(latency, 10_000_000)) * 1_000
      let count = samples.count / max(format.channelCount, 1)
      return RecordedPart(
        samples: samples, end: line.end(of: count, takenFor: nanoseconds, now: clock.now))
    }
  }
}
