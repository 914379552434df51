import CPlayheadSound
import Dispatch
import PlayheadAudio
import PlayheadMedia

/// A connection to a sound server that speaks PulseAudio's protocol.
///
/// The library's thread receives the server's messages, with the library's lock held.
///
/// Sendable is unchecked because `mainloop` and `context` change only in `open` and `close`, and no other
/// call is made at the same time.
final class PulseConnection: @unchecked Sendable {
  private let library: PulseLibrary
  private var mainloop: OpaquePointer?
  private(set) var context: OpaquePointer?
  /// Is kept until the library's thread has ended.
  private var observer: AnyObject?

  private var functions: pulse_functions { library.functions }

  /// Creates a connection that is not open.
  init(_ library: PulseLibrary) { self.library = library }

  deinit { close() }

  /// The error of the last call, or of the connection.
  var error: AudioError {
    library.error(context.map { functions.pa_context_errno($0) } ?? 0)
  }

  /// Starts the library's thread, and begins to connect to an address as in `PULSE_SERVER`, or the default server.
  ///
  /// The thread calls the observer, which must not keep the connection. `observe` registers for changes, in the lock.
  func open(
    as name: String, to server: String?, for observer: AnyObject,
    observe: (OpaquePointer) -> Void
  ) throws(AudioError) {
    self.observer = observer
    let mainloop = try startMainloop()
    try withLock { () throws(AudioError) in
      let properties = functions.pa_proplist_new()
      defer { functions.pa_proplist_free(properties) }
      _ = functions.pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, name)
      let context = functions.pa_context_new_with_proplist(
        functions.pa_threaded_mainloop_get_api(mainloop), nil, properties)
      guard let context else { throw AudioError("PulseAudio", .refused) }
      self.context = context
      observe(context)
      // A server that is not running is not started: that is a decision of the user's session.
      if functions.pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) < 0 {
        throw error
      }
    }
  }

  private func startMainloop() throws(AudioError) -> OpaquePointer {
    guard let mainloop = functions.pa_threaded_mainloop_new() else {
      throw AudioError("PulseAudio", .refused)
    }
    functions.pa_threaded_mainloop_set_name(mainloop, "playhead-pulse")
    if functions.pa_threaded_mainloop_start(mainloop) < 0 {
      functions.pa_threaded_mainloop_free(mainloop)
      throw AudioError("PulseAudio", .refused, detail: "cannot start a thread")
    }
    self.mainloop = mainloop
    return mainloop
  }

  /// Waits until the server has accepted the connection, or a stream. A change or an interruption signals `changes`.
  func waitUntilReady(
    _ stream: OpaquePointer? = nil, until deadline: DispatchTime, _ changes: DispatchSemaphore,
    _ interruption: Interruption = Interruption()
  ) throws(AudioError) {
    while true {
      if interruption.isInterrupted { throw AudioError("PulseAudio", .interrupted) }
      let isReady = try withLock { () throws(AudioError) in
        guard let context else { throw error }
        let state = functions.pa_context_get_state(context)
        let streamState = stream.map { functions.pa_stream_get_state($0) }
        if [PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED].contains(state)
          || streamState == PA_STREAM_FAILED || streamState == PA_STREAM_TERMINATED
        {
          throw error
        }
        return streamState.map { $0 == PA_STREAM_READY } ?? (state == PA_CONTEXT_READY)
      }
      if isReady { return }
      if changes.wait(timeout: deadline) == .timedOut { throw PulseAudioOutput.unanswered }
    }
  }

  /// Ends the connection and the thread. No change is observed any more.
  func close() {
    withLock {
      guard let context else { return }
      functions.pa_context_set_state_callback(context, nil, nil)
      functions.pa_context_disconnect(context)
      functions.pa_context_unref(context)
    }
    context = nil
    // Joins the library's thread.
    if let mainloop {
      functions.pa_threaded_mainloop_stop(mainloop)
      functions.pa_threaded_mainloop_free(mainloop)
    }
    mainloop = nil
    observer = nil
  }

  /// Calls `body` with the library locked, unless on the library's thread, which has locked it.
  func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let mainloop, functions.pa_threaded_mainloop_in_thread(mainloop) == 0 else {
      return try body()
    }
    functions.pa_threaded_mainloop_lock(mainloop)
    defer { functions.pa_threaded_mainloop_unlock(mainloop) }
    return try body()
  }
}
