import PlayheadAudio
import CPlayheadSound
import PlayheadLocking
import PlayheadMedia

/// A stream to a sound server that speaks PulseAudio's protocol.
///
/// The library's thread receives the server's messages, with the library's lock held. The methods take
/// that lock only while they queue a command.
///
/// Sendable is unchecked because one thread at a time calls the methods; `status` is locked.
final class PulseAudioOutput: AudioOutput, @unchecked Sendable {
  let format: AudioFormat
  let functions: pulse_functions
  let events: PulseEvents
  let connection: PulseConnection
  var stream: OpaquePointer?

  var bytesPerSample: Int { format.channelCount * MemoryLayout<Float>.size }

  /// Creates an output that is not connected.
  init(
    _ library: PulseLibrary, format: AudioFormat, onChange: @escaping @Sendable () -> Void
  ) {
    self.format = format
    connection = PulseConnection(library)
    functions = library.functions
    events = PulseEvents(
      library.functions, bytesPerSample: format.channelCount * MemoryLayout<Float>.size,
      onChange: onChange)
  }

  deinit { close() }

  var status: AudioOutputStatus { events.state.withLock { $0.status } }

  func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
    precondition(
      samples.count.isMultiple(of: format.channelCount), "A sample has one value of each channel")
    return withStream { stream in
      let count = min(status.writableSampleCount, samples.count / format.channelCount)
      guard count > 0,
        functions.pa_stream_write(
          stream, samples.baseAddress, count * bytesPerSample, nil, 0, PA_SEEK_RELATIVE) >= 0
      else { return 0 }
      let writable = functions.pa_stream_writable_size(stream)
      events.state.withLock { state in
        state.addSamples(count)
        state.setWritableSampleCount(writable / bytesPerSample)
      }
      return count
    } ?? 0
  }

  func start() {
    withStream { release(functions.pa_stream_cork($0, 0, nil, nil)) }
  }

  func pause() {
    withStream { release(functions.pa_stream_cork($0, 1, nil, nil)) }
  }

  func flush() {
    withStream { stream in
      release(functions.pa_stream_flush(stream, nil, nil))
      events.state.withLock { $0.flush() }
      events.requestTiming(of: stream, followsFlush: true)
    }
  }

  func drain() {
    withStream { stream in
      events.state.withLock { $0.drain() }
      release(functions.pa_stream_drain(stream, nil, nil))
    }
  }

  func requestReading() {
    withStream { stream in
      events.state.withLock { $0.countRequest() }
      events.requestReading(of: stream)
    }
  }

  func close() {
    withLock {
      events.ignore(stream: stream)
      if let stream {
        _ = functions.pa_stream_disconnect(stream)
        functions.pa_stream_unref(stream)
      }
    }
    stream = nil
    // After that, the library calls `events` no more.
    connection.close()
    events.end()
  }

  /// Calls `body` with the stream, and with the library locked, unless the stream has ended.
  @discardableResult
  private func withStream<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
    withLock { () -> Result? in
      guard let stream, events.state.withLock({ $0.isUsable }) else { return nil }
      return body(stream)
    }
  }

  /// Calls `body` with the library locked.
  func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try connection.withLock(body) }

  private func release(_ operation: OpaquePointer?) {
    if let operation { functions.pa_operation_unref(operation) }
  }
}
