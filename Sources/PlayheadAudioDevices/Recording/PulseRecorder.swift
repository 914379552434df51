import CPlayheadSound
import Dispatch
import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// A source of a sound server that speaks PulseAudio's protocol.
final class PulseRecorder: SoundRecorder {
  /// The samples that are recorded at once: a hundredth of a second.
  private static let partLength = 480
  /// For how long the server may be silent.
  private static let patience = 5.0
  /// For how long samples are waited for: a source that is suspended has none.
  private static let longestWait = 0.5

  let format: AudioFormat
  private let library: PulseLibrary
  private let connection: PulseConnection
  private let changes = PulseChanges()
  private var stream: OpaquePointer?
  private let clock: any HostClock
  private var line: RecordingClock

  /// Connects to a source; nil for the default one, or the default server.
  init(
    _ source: String?, _ format: AudioFormat, _ clock: any HostClock, server: String? = nil
  ) throws(AudioError) {
    library = try PulseLibrary.load()
    (self.format, self.clock) = (format, clock)
    connection = PulseConnection(library)
    line = RecordingClock(sampleRate: format.sampleRate)
    let functions = library.functions
    try connection.open(as: "playhead", to: server, for: changes) { context in
      functions.pa_context_set_state_callback(
        context, { _, changes in PulseChanges.signal(changes) }, changes.opaque)
    }
    try wait { functions.pa_context_get_state($0) == PA_CONTEXT_READY }
    try connection.withLock { () throws(AudioError) in try start(source) }
    try wait { [stream] _ in functions.pa_stream_get_state(stream) == PA_STREAM_READY }
  }

  deinit {
    connection.withLock {
      guard let stream else { return }
      library.functions.pa_stream_set_state_callback(stream, nil, nil)
      library.functions.pa_stream_set_read_callback(stream, nil, nil)
      _ = library.functions.pa_stream_disconnect(stream)
      library.functions.pa_stream_unref(stream)
    }
    connection.close()
  }

  /// Waits until a condition holds, or the connection or the stream has failed.
  private func wait(until isReady: (OpaquePointer) -> Bool) throws(AudioError) {
    let deadline = DispatchTime.now() + Self.patience
    while true {
      let isDone = try connection.withLock { () throws(AudioError) in
        guard let context = connection.context else { throw connection.error }
        let state = library.functions.pa_context_get_state(context)
        let streamState = stream.map { library.functions.pa_stream_get_state($0) }
        if [PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED].contains(state)
          || streamState == PA_STREAM_FAILED || streamState == PA_STREAM_TERMINATED
        {
          throw connection.error
        }
        return isReady(context)
      }
      if isDone { return }
      if changes.bell.wait(timeout: deadline) == .timedOut {
        throw PulseAudioOutput.unanswered
      }
    }
  }

  /// Creates the stream. The library must be locked.
  private func start(_ source: String?) throws(AudioError) {
    let functions = library.functions
    var samples = pa_sample_spec(
      format: PA_SAMPLE_FLOAT32LE, rate: UInt32(clamping: format.sampleRate),
      channels: UInt8(clamping: format.channelCount))
    // The channels have numbers, not places: the first is the first of the source.
    var map = pa_channel_map()
    map.channels = samples.channels
    withUnsafeMutableBytes(of: &map.map) { bytes in
      let places = bytes.bindMemory(to: pa_channel_position_t.self)
      for index in 0..<min(format.channelCount, places.count) {
        places[index] = pa_channel_position_t(PA_CHANNEL_POSITION_AUX0.rawValue + Int32(index))
      }
    }
    guard
      let made = functions.pa_stream_new_with_proplist(
        connection.context, "timecode", &samples, &map, nil)
    else { throw connection.error }
    stream = made
    let opaque = changes.opaque
    functions.pa_stream_set_state_callback(made, { PulseChanges.signal($1) }, opaque)
    functions.pa_stream_set_read_callback(made, { PulseChanges.signal($2) }, opaque)
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
      fragsize: UInt32(clamping: Self.partLength * 4 * format.channelCount))
    let flags = [
      PA_STREAM_INTERPOLATE_TIMING, PA_STREAM_AUTO_TIMING_UPDATE, PA_STREAM_ADJUST_LATENCY,
      PA_STREAM_NO_REMAP_CHANNELS,
    ].reduce(0) { $0 | $1.rawValue }
    if functions.pa_stream_connect_record(made, source, &buffer, pa_stream_flags_t(flags)) < 0 {
      throw connection.error
    }
  }

  func record() throws(AudioError) -> RecordedPart {
    let deadline = DispatchTime.now() + Self.longestWait
    while true {
      let part = try connection.withLock { () throws(AudioError) in try read() }
      if let part { return part }
      if changes.bell.wait(timeout: deadline) == .timedOut {
        line = RecordingClock(sampleRate: format.sampleRate)
        return RecordedPart(samples: [], end: clock.now)
      }
    }
  }

  /// Returns samples that have arrived; nil if there are none. The library must be locked.
  private func read() throws(AudioError) -> RecordedPart? {
    let functions = library.functions
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
      let now = clock.now
      let delay = isNegative != 0 ? 0 : Int64(clamping: min(latency, 10_000_000)) * 1_000
      let count = samples.count / max(format.channelCount, 1)
      return RecordedPart(
        samples: samples,
        end: min(line.startInstant(count, at: now.advanced(byNanoseconds: -delay)), now))
    }
  }
}

/// Is signalled by the library's thread when a state changes or samples arrive.
private final class PulseChanges: Sendable {
  let bell = DispatchSemaphore(value: 0)

  var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func signal(_ opaque: UnsafeMutableRawPointer?) {
    opaque.map { Unmanaged<PulseChanges>.fromOpaque($0).takeUnretainedValue() }?.bell.signal()
  }
}
