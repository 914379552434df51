import PlayheadAudio
import CPlayheadSound
import Dispatch
import Glibc
import PlayheadLocking
import PlayheadTimekeeping

/// Receives the server's reports about a stream, on the library's thread.
///
/// The library holds its lock during these calls. They change the state and call `onChange`, and
/// wait for no other lock.
final class PulseEvents: Sendable {
  let state = Locked(PulseStreamState())
  /// Signalled when the connection's or the stream's state in the library has changed.
  let changes = DispatchSemaphore(value: 0)

  private let functions: pulse_functions
  private let bytesPerSample: Int
  /// Nil once the output is closed.
  private let onChange: Locked<(@Sendable () -> Void)?>

  init(
    _ functions: pulse_functions, bytesPerSample: Int, onChange: @escaping @Sendable () -> Void
  ) {
    self.functions = functions
    self.bytesPerSample = bytesPerSample
    self.onChange = Locked(onChange)
  }

  /// Registers for changes of the connection. Later calls come as long as the library's thread runs.
  func observe(context: OpaquePointer) {
    functions.pa_context_set_state_callback(
      context, { context, events in PulseEvents.of(events)?.receiveState(ofContext: context) },
      opaque)
  }

  /// Registers for changes of the stream. Later calls come as long as the library's thread runs.
  func observe(stream: OpaquePointer) {
    let opaque = opaque
    functions.pa_stream_set_state_callback(
      stream, { stream, events in PulseEvents.of(events)?.receiveState(ofStream: stream) }, opaque)
    functions.pa_stream_set_write_callback(
      stream, { _, byteCount, events in PulseEvents.of(events)?.receiveDemand(byteCount) }, opaque)
    functions.pa_stream_set_underflow_callback(
      stream, { stream, events in PulseEvents.of(events)?.receiveUnderrun(of: stream) }, opaque)
    // The latency changes, or samples are heard again.
    let requestReading: pa_stream_notify_cb_t = { stream, events in
      PulseEvents.of(events)?.requestReading(of: stream)
    }
    functions.pa_stream_set_started_callback(stream, requestReading, opaque)
    functions.pa_stream_set_moved_callback(stream, requestReading, opaque)
    functions.pa_stream_set_suspended_callback(stream, requestReading, opaque)
  }

  /// Registers for changes of a stream that is recorded, and for its samples. Both signal `changes`.
  func observe(recorded stream: OpaquePointer) {
    functions.pa_stream_set_state_callback(
      stream, { PulseEvents.of($1)?.changes.signal() }, opaque)
    functions.pa_stream_set_read_callback(
      stream, { PulseEvents.of($2)?.changes.signal() }, opaque)
  }

  /// Stops observing a stream: when the caller closes it, no change is reported.
  func ignore(stream: OpaquePointer?) {
    if let stream { functions.pa_stream_set_state_callback(stream, nil, nil) }
  }

  /// Keeps the state, and releases the owner's closure. The library's thread must have ended.
  func end() {
    withExtendedLifetime(onChange.withLock { $0.take() }) {}
  }

  /// Requests a reading, now or after the current one has come. The library must be locked.
  func requestReading(of stream: OpaquePointer?) {
    guard let stream, state.withLock({ $0.admitReading() }) else { return }
    requestTiming(of: stream, followsFlush: false)
  }

  /// Requests timing information. The library must be locked.
  func requestTiming(of stream: OpaquePointer, followsFlush: Bool) {
    let instant = SystemHostClock.shared.now
    let operation = functions.pa_stream_update_timing_info(
      stream,
      { stream, succeeds, events in
        PulseEvents.of(events)?.receiveTiming(of: stream, succeeds: succeeds != 0)
      }, opaque)
    guard let operation else { return }
    functions.pa_operation_unref(operation)
    state.withLock { $0.addRequest(at: instant, followsFlush: followsFlush) }
  }

  private func receiveTiming(of stream: OpaquePointer?, succeeds: Bool) {
    guard let stream else { return }
    let answered = SystemHostClock.shared.now
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    let timing = succeeds ? functions.pa_stream_get_timing_info(stream)?.pointee : nil
    let result = timing.map { timing in
      PulseStreamState.Timing(
        age: Int64(wall.tv_sec - timing.timestamp.tv_sec) * 1_000_000_000
          + Int64(wall.tv_nsec - timing.timestamp.tv_usec * 1_000),
        samplesRead: timing.read_index / Int64(bytesPerSample),
        latency: .microseconds(timing.sink_usec), isPlaying: timing.playing != 0)
    }
    switch state.withLock({ $0.receive(result, at: answered) }) {
    case .nothing: break
    case .request(let followsFlush): requestTiming(of: stream, followsFlush: followsFlush)
    }
    receiveDemand(functions.pa_stream_writable_size(stream))
  }

  private func receiveDemand(_ byteCount: Int) {
    // The library returns -1 as an unsigned number if the stream has ended.
    let count = byteCount < 0 ? 0 : byteCount / bytesPerSample
    state.withLock { $0.setWritableSampleCount(count) }
    notify()
  }

  private func receiveUnderrun(of stream: OpaquePointer?) {
    guard let stream else { return }
    let index = functions.pa_stream_get_underflow_index(stream)
    state.withLock { $0.addUnderrun(at: index < 0 ? nil : index / Int64(bytesPerSample)) }
    requestReading(of: stream)
    notify()
  }

  private func receiveState(ofContext context: OpaquePointer?) {
    let state = functions.pa_context_get_state(context)
    if state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED { lose(nil) }
    changes.signal()
  }

  private func receiveState(ofStream stream: OpaquePointer?) {
    let state = functions.pa_stream_get_state(stream)
    if state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED { lose("the device was removed") }
    changes.signal()
  }

  private func notify() {
    onChange.withLock { $0 }?()
  }

  private func lose(_ detail: String?) {
    state.withLock { $0.fail(AudioError("PulseAudio", .lost, detail: detail)) }
    notify()
  }

  private var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func of(_ opaque: UnsafeMutableRawPointer?) -> PulseEvents? {
    opaque.map { Unmanaged<PulseEvents>.fromOpaque($0).takeUnretainedValue() }
  }
}
