import CPlayheadSound
import PlayheadAudio
import PlayheadLocking

/// Receives the server's lists of streams, on the library's thread.
///
/// The library holds its lock during these calls. They call the closure of a request, and wait for no other
/// lock. Nothing here keeps the connection, so that the library's thread never ends it.
final class PulseStreamList: Sendable {
  typealias Answer = @Sendable ([SoundStream]?) -> Void

  private enum Stage {
    case connecting
    case ready
    /// The server sends a list, of which these streams have arrived.
    case listing([SoundStream])
    case failed
  }

  private struct State {
    var stage = Stage.connecting
    /// The closure of the request that has no answer yet.
    var answer: Answer?
  }

  /// More streams are ignored.
  private static let greatestCount = 1_024

  private let functions: pulse_functions
  private let state: Locked<State>

  /// Creates a list that answers a request when the connection has been made.
  init(_ functions: pulse_functions, _ answer: @escaping Answer) {
    self.functions = functions
    state = Locked(State(answer: answer))
  }

  /// Whether the connection has ended.
  var hasFailed: Bool {
    state.withLock { if case .failed = $0.stage { true } else { false } }
  }

  /// Registers for changes of the connection. Later calls come as long as the library's thread runs.
  func observe(_ context: OpaquePointer) {
    functions.pa_context_set_state_callback(
      context, { context, list in PulseStreamList.of(list)?.receiveState(of: context) }, opaque)
  }

  /// Requests a list. The library must be locked. If another one is awaited, that one is the answer.
  func request(of context: OpaquePointer?, _ answer: @escaping Answer) {
    let (old, isReady, hasFailed) = state.withLock { state in
      let old = state.answer
      state.answer = answer
      switch state.stage {
      case .ready: return (old, true, false)
      case .failed: return (old, false, true)
      case .connecting, .listing: return (old, false, false)
      }
    }
    withExtendedLifetime(old) {}
    if isReady { start(context) }
    if hasFailed { end(.failed, nil) }
  }

  private func start(_ context: OpaquePointer?) {
    state.withLock { $0.stage = .listing([]) }
    let operation = functions.pa_context_get_sink_input_info_list(
      context, { _, stream, end, list in PulseStreamList.of(list)?.receive(stream, end) }, opaque)
    guard let operation else { return end(.failed, nil) }
    functions.pa_operation_unref(operation)
  }

  private func receiveState(of context: OpaquePointer?) {
    switch functions.pa_context_get_state(context) {
    case PA_CONTEXT_READY: start(context)
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: end(.failed, nil)
    default: break
    }
  }

  /// Receives a stream; after the last one, `end` is positive. It is negative if the server refuses.
  private func receive(_ stream: UnsafePointer<pa_sink_input_info>?, _ end: Int32) {
    guard end == 0 else {
      let streams = state.withLock { state -> [SoundStream]? in
        if case .listing(let streams) = state.stage { streams } else { nil }
      }
      return self.end(.ready, end > 0 ? streams : nil)
    }
    guard let stream = stream?.pointee, let found = makeStream(stream) else { return }
    state.withLock { state in
      guard case .listing(var streams) = state.stage, streams.count < Self.greatestCount else {
        return
      }
      streams.append(found)
      state.stage = .listing(streams)
    }
  }

  /// Returns a stream; nil if it does not state its process.
  private func makeStream(_ stream: pa_sink_input_info) -> SoundStream? {
    guard let text = functions.pa_proplist_gets(stream.proplist, PA_PROP_APPLICATION_PROCESS_ID),
      let process = Int32(String(cString: text))
    else { return nil }
    let (latency, isGreater) = stream.buffer_usec.addingReportingOverflow(stream.sink_usec)
    return SoundStream(
      process: process,
      latency: .microseconds(isGreater ? Int64.max : Int64(clamping: latency)),
      isPaused: stream.corked != 0)
  }

  private func end(_ stage: Stage, _ streams: [SoundStream]?) {
    let answer = state.withLock { state in
      state.stage = stage
      return state.answer.take()
    }
    answer?(streams)
  }

  private var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func of(_ opaque: UnsafeMutableRawPointer?) -> PulseStreamList? {
    opaque.map { Unmanaged<PulseStreamList>.fromOpaque($0).takeUnretainedValue() }
  }
}
