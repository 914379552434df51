import Glibc
import PlayheadLocking
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// The connection through which timecode is sent to a destination. It never waits for a receiver: a message for
/// which there is no room is dropped.
///
/// One queue at a time calls `open` and `send`.
final class TimecodeConnection: Sendable {
  /// An open destination.
  enum Channel: Sendable {
    case descriptor(Int32)
    case soundFile(Int32)
    case sequencer(SequencerPort)
  }

  private enum State {
    /// It cannot be opened, and is tried again at this instant.
    case closed(until: HostInstant)
    case open(Channel)
  }

  /// The pause before the destination is opened again, in nanoseconds.
  private static let pause: Int64 = 1_000_000_000

  private let destination: TimecodeDestination
  private let report: @Sendable (TimecodeFailure) -> Void
  private let state = Locked(State.closed(until: HostInstant(nanoseconds: .min)))
  /// The failure of the last report, and when it last occurred.
  private let newest = Locked<(failure: TimecodeFailure, instant: HostInstant)?>(nil)

  init(to destination: TimecodeDestination, report: @escaping @Sendable (TimecodeFailure) -> Void) {
    (self.destination, self.report) = (destination, report)
  }

  deinit { finish() }

  /// Closes the destination. It is not opened again.
  func finish() {
    let old = state.withLock { state in
      defer { state = .closed(until: HostInstant(nanoseconds: .max)) }
      return state
    }
    switch old {
    case .closed: break
    case .open(.descriptor(let descriptor)): close(descriptor)
    case .open(.soundFile(let descriptor)): SoundFile.finish(descriptor)
    // Its last reference is released when this returns.
    case .open(.sequencer): break
    }
  }

  /// Opens the destination if it is not open. A name server may delay this. Returns whether it was opened now.
  func open(at now: HostInstant) -> Bool {
    guard case .closed(let instant) = state.withLock({ $0 }), now >= instant else { return false }
    do throws(TimecodeFailure) {
      let channel = try destination.open()
      state.withLock { $0 = .open(channel) }
      return true
    } catch {
      fail(error, at: now)
      return false
    }
  }

  /// When a destination that could not be opened, or was lost, is opened again; nil if it is open or remains closed.
  var nextAttempt: HostInstant? {
    guard case .closed(let instant) = state.withLock({ $0 }), instant.nanoseconds < .max else {
      return nil
    }
    return instant
  }

  /// Sends a message, if the destination is open.
  func send(_ bytes: [UInt8], at now: HostInstant) {
    switch state.withLock({ $0 }) {
    case .closed: break
    case .open(.descriptor(let descriptor)): send(bytes, to: descriptor, at: now)
    case .open(.soundFile(let descriptor)):
      if !SoundFile.append(bytes, to: descriptor) { fail(.system(errno), at: now) }
    case .open(.sequencer(let sequencer)):
      do throws(TimecodeFailure) {
        try sequencer.send(bytes)
        recordSuccess(at: now)
      } catch {
        fail(error, at: now)
      }
    }
  }

  private func send(_ bytes: [UInt8], to descriptor: Int32, at now: HostInstant) {
    // SIGPIPE is ignored by the command.
    guard write(descriptor, bytes, bytes.count) < 0 else { return recordSuccess(at: now) }
    switch errno {
    case EAGAIN, EINTR, ENOBUFS: break
    // A host has reported that no program received the message before. One may receive this.
    case ECONNREFUSED:
      _ = write(descriptor, bytes, bytes.count)
      recordFailure(.system(ECONNREFUSED), at: now)
    case let code:
      fail(code == EPIPE ? .noReader : .system(code), at: now)
    }
  }

  private func fail(_ failure: TimecodeFailure, at now: HostInstant) {
    finish()
    // A file would be emptied.
    if !destination.isFile {
      state.withLock { $0 = .closed(until: now.advanced(byNanoseconds: Self.pause)) }
    }
    recordFailure(failure, at: now)
  }

  /// Reports a failure, unless it is that of the last report and continues.
  func recordFailure(_ failure: TimecodeFailure, at now: HostInstant) {
    let isNew = newest.withLock { newest in
      defer { newest = (failure, now) }
      return newest?.failure != failure
    }
    if isNew { report(failure) }
  }

  /// Records that a message was sent. A failure ends only after a while: refusals are reported with the next message.
  func recordSuccess(at now: HostInstant) {
    newest.withLock { newest in
      guard let instant = newest?.instant,
        now >= instant.advanced(byNanoseconds: Self.pause)
      else { return }
      newest = nil
    }
  }
}
