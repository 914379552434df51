import CPlayheadFFmpeg
import Dispatch
import PlayheadLocking
import PlayheadMedia
import PlayheadTimekeeping

/// A source that is opened, read and closed on its own thread, so that an interruption can abandon
/// a call that does not return.
///
/// FFmpeg checks for an interruption while it waits for bytes. It cannot do so while the system
/// looks up a host name, or while the kernel waits for the server of a filesystem, and both can
/// block for any length of time. Therefore each call waits for its result or for the interruption,
/// whichever is first. No further call is possible after an abandoned one. The thread then owns the
/// source, and closes it when the blocking call returns.
///
/// Must be used by one thread at a time.
final class AbandonableMedia<Source> {
  /// Holds the source for the thread and the caller, which never access it at the same time.
  private final class Holder {
    var source: Source?
  }

  private let name: String
  private let interruption: Interruption
  private let agenda: Agenda
  private let thread: any HostRoutine
  /// Signalled at the end of each call and at the interruption.
  private let bell = DispatchSemaphore(value: 0)
  /// Nil after a call was abandoned.
  private var holder: Holder? = Holder()

  /// Calls `open` on the source's thread, and waits for the result; throws `interrupted` if the interruption is first.
  init(
    _ name: String, interruption: Interruption,
    opening open: @escaping () throws(MediaError) -> Source
  ) throws(MediaError) {
    self.name = name
    self.interruption = interruption
    let agenda = Agenda()
    self.agenda = agenda
    thread = SystemHostClock.shared.makeRoutine(on: .thread("playhead-media")) {
      while let work = agenda.popFirst() { work.run() }
      return .wait(until: nil)
    }
    interruption.onInterrupt { [weak bell] in bell?.signal() }
    try wait(.open) { holder throws(MediaError) in holder.source = try open() }
  }

  deinit {
    release()
  }

  /// The source, for operations that do not block, between calls; nil after a call was abandoned.
  var source: Source? { holder?.source }

  /// Calls `body` with the source on the source's thread, and waits for the result. Throws the error of `body`, or
  /// `interrupted` if the interruption is first.
  func call<Value>(
    _ operation: MediaError.Operation, _ body: @escaping (Source) throws(MediaError) -> Value
  ) throws(MediaError) -> Value {
    let interrupted = interrupted(operation)
    return try wait(operation) { holder throws(MediaError) in
      guard let source = holder.source else { throw interrupted }
      return try body(source)
    }
  }

  /// Returns the source if it is suitable for use without a separate thread: no further call is allowed then.
  func surrender(where isSuitable: (Source) -> Bool) -> Source? {
    guard let source, isSuitable(source) else { return nil }
    holder?.source = nil
    return source
  }

  private func wait<Value>(
    _ operation: MediaError.Operation, for body: @escaping (Holder) throws(MediaError) -> Value
  ) throws(MediaError) -> Value {
    guard let holder, !interruption.isInterrupted else { throw interrupted(operation) }
    let outcome = Outcome<Value>()
    post { [bell] in
      outcome.end { () throws(MediaError) in try body(holder) }
      bell.signal()
    }
    bell.wait()
    if let result = outcome.result { return try result.get() }
    release()
    throw interrupted(operation)
  }

  /// Releases the source on its thread, after any blocked call, because closing may block too.
  private func release() {
    guard let holder = holder.take() else { return }
    post { holder.source = nil }
  }

  private func post(_ run: @escaping () -> Void) {
    agenda.append(Agenda.Work(run: run))
    thread.wake()
  }

  private func interrupted(_ operation: MediaError.Operation) -> MediaError {
    MediaError(operation, of: name, reason: .interrupted, code: ffmpeg_error_exit())
  }
}

/// The pending calls of the thread, in order.
private final class Agenda: Sendable {
  struct Work {
    let run: () -> Void
  }

  private let works = Locked<[Work]>([])

  func append(_ work: Work) {
    works.withLock { $0.append(work) }
  }

  func popFirst() -> Work? {
    works.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}

/// The result of a call.
private final class Outcome<Value>: Sendable {
  private let state = Locked<Result<Value, MediaError>?>(nil)

  /// Nil until the call has returned.
  var result: Result<Value, MediaError>? { state.withLock(\.self) }

  func end(with body: () throws(MediaError) -> Value) {
    let result = Result(catching: body)
    state.withLock { $0 = result }
  }
}
