import Glibc
import PlayheadLocking
import PlayheadTimekeeping

/// The descriptor through which timecode is sent to a place. It never waits for a receiver: a message for
/// which there is no room is dropped.
///
/// One queue at a time calls `open` and `send`.
final class TimecodeConnection: Sendable {
  private enum State {
    /// It cannot be opened, and is tried again at this instant.
    case closed(until: HostInstant)
    case open(Int32)
  }

  /// The pause before the place is opened again, in nanoseconds.
  private static let pause: Int64 = 1_000_000_000

  private let place: TimecodePlace
  private let report: @Sendable (TimecodeFailure) -> Void
  private let state = Locked(State.closed(until: HostInstant(nanoseconds: .min)))
  private let newest = Locked<TimecodeFailure?>(nil)

  init(to place: TimecodePlace, report: @escaping @Sendable (TimecodeFailure) -> Void) {
    (self.place, self.report) = (place, report)
  }

  deinit { finish() }

  /// Closes the place. It is not opened again.
  func finish() {
    let old = state.withLock { state in
      defer { state = .closed(until: HostInstant(nanoseconds: .max)) }
      return state
    }
    guard case .open(let descriptor) = old else { return }
    if place.isFile { SoundFile.finish(descriptor) } else { close(descriptor) }
  }

  /// Opens the place if it is not open. A name server may delay this. Returns whether it was opened now.
  func open(at now: HostInstant) -> Bool {
    guard case .closed(let instant) = state.withLock({ $0 }), now >= instant else { return false }
    do throws(TimecodeFailure) {
      let descriptor = try place.open()
      state.withLock { $0 = .open(descriptor) }
      return true
    } catch {
      fail(error, at: now)
      return false
    }
  }

  /// Sends a message, if the place is open.
  func send(_ bytes: [UInt8], at now: HostInstant) {
    guard case .open(let descriptor) = state.withLock({ $0 }) else { return }
    if place.isFile {
      if !SoundFile.append(bytes, to: descriptor) { fail(.system(errno), at: now) }
      return
    }
    // SIGPIPE is ignored by the command.
    guard write(descriptor, bytes, bytes.count) < 0 else { return }
    switch errno {
    case EAGAIN, EINTR, ENOBUFS: break
    // A host has reported that no program received the message before. One may receive this.
    case ECONNREFUSED:
      _ = write(descriptor, bytes, bytes.count)
      note(.system(ECONNREFUSED))
    case let code:
      fail(code == EPIPE ? .noReader : .system(code), at: now)
    }
  }

  private func fail(_ failure: TimecodeFailure, at now: HostInstant) {
    finish()
    // A file would be emptied.
    if !place.isFile {
      state.withLock { $0 = .closed(until: now.advanced(byNanoseconds: Self.pause)) }
    }
    note(failure)
  }

  /// Reports a failure, unless it is that of the last report.
  func note(_ failure: TimecodeFailure) {
    let isNew = newest.withLock { newest in
      defer { newest = failure }
      return newest != failure
    }
    if isNew { report(failure) }
  }
}
