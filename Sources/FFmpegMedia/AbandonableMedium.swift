import CFFmpeg
import Dispatch
import Locking
import Media
import Timekeeping

/// A medium that is opened, read and closed on a thread of its own, which is left behind where it has
/// not come back when the interruption comes.
///
/// FFmpeg asks whether to go on while it waits for bytes. It cannot ask while the system looks up a
/// name, or while the kernel waits for the server of a filesystem; both take as long as they take.
/// So whoever waits here waits for the interruption too. No call follows one that was left behind, so
/// there is one such thread at most. It alone reaches the medium then, and closes it once it is let
/// go.
///
/// Calls come from one thread at a time.
final class AbandonableMedium<Source> {
  /// What the thread and its caller share; only one of them is at it at a time.
  private final class Holder {
    var source: Source?
  }

  private let name: String
  private let interruption: Interruption
  private let agenda: Agenda
  private let thread: any Routine
  /// One signal at the end of each call, and one when the interruption comes.
  private let bell = DispatchSemaphore(value: 0)
  /// Nil once it was left behind.
  private var holder: Holder? = Holder()

  /// Has `open` open the medium. Its name is for errors.
  init(
    _ name: String, interruption: Interruption,
    opening open: @escaping () throws(MediaError) -> Source
  ) throws(MediaError) {
    self.name = name
    self.interruption = interruption
    let agenda = Agenda()
    self.agenda = agenda
    thread = SystemHostClock.shared.makeRoutine(on: .thread("playhead-media")) {
      while let work = agenda.takeFirst() { work.run() }
      return .wait(until: nil)
    }
    interruption.onInterrupt { [weak bell] in bell?.signal() }
    try wait(.open) { holder throws(MediaError) in holder.source = try open() }
  }

  deinit {
    letGo()
  }

  /// The medium, to be used between calls for what does not block; nil once it was left behind.
  var source: Source? { holder?.source }

  /// Has `body` use the medium, and waits for that or for the interruption.
  func call<Value>(
    _ operation: MediaError.Operation, _ body: @escaping (Source) throws(MediaError) -> Value
  ) throws(MediaError) -> Value {
    let interrupted = interrupted(operation)
    return try wait(operation) { holder throws(MediaError) in
      guard let source = holder.source else { throw interrupted }
      return try body(source)
    }
  }

  /// Hands the medium over where it is one to be used without a thread of its own. Then there must
  /// be no further call.
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
    letGo()
    throw interrupted(operation)
  }

  /// Has the thread close the medium, once it is back: closing may block too.
  private func letGo() {
    guard let holder = holder.take() else { return }
    post { holder.source = nil }
  }

  private func post(_ run: @escaping () -> Void) {
    agenda.append(Agenda.Work(run: run))
    thread.wake()
  }

  private func interrupted(_ operation: MediaError.Operation) -> MediaError {
    MediaError(operation, name, .interrupted, code: ffmpeg_error_exit())
  }
}

/// What the thread is to do, in order.
private final class Agenda: Sendable {
  struct Work {
    let run: () -> Void
  }

  private let works = Locked<[Work]>([])

  func append(_ work: Work) {
    works.withLock { $0.append(work) }
  }

  func takeFirst() -> Work? {
    works.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}

/// How a call ended.
private final class Outcome<Value>: Sendable {
  private let state = Locked<Result<Value, MediaError>?>(nil)

  /// Nil where it has not ended.
  var result: Result<Value, MediaError>? { state.withLock(\.self) }

  func end(with body: () throws(MediaError) -> Value) {
    let result = Result(catching: body)
    state.withLock { $0 = result }
  }
}
