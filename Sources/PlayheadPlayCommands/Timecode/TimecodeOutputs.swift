import PlaybackSession
import PlayheadCore
import PlayheadFormatting
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadRecords
import PlayheadTimecode
import PlayheadTimecodeOutputs

/// The places to which a session sends the timecode of its playheads, one after the other.
package final class TimecodeOutputs: Sendable {
  private final class Results: Sendable {
    /// Whether a file could not be written. At other places, the reason may end.
    let lacksFile = Locked(false)
  }

  private let senders: [TimecodeSender]
  private let results: Results
  private let rate: TimecodeRate?
  private let offset: TimecodeLabel?
  /// The messages about rates that were printed.
  private let said = Locked<Set<FileMessage>>([])

  /// Creates the outputs, if there are any. Throws if one is a file that must not be replaced.
  init?(_ options: PlayOptions) throws(FileFailure) {
    let timecode = options.timecode
    if timecode.places.isEmpty { return nil }
    for (name, place) in timecode.places {
      do throws(TimecodeFailure) {
        try place.check()
      } catch {
        throw FileFailure(message: "\(name): \(error)")
      }
    }
    (rate, offset) = (timecode.rate, timecode.offset)
    let results = Results()
    self.results = results
    senders = timecode.places.map { name, place in
      TimecodeSender(
        to: place, every: options.schedule.interval ?? Schedule.defaultInterval,
        delay: timecode.delay ?? .zero, userBits: timecode.userBits ?? 0
      ) { failure in
        Messages.say("\(name): \(failure)")
        if place.isFile { results.lacksFile.withLock { $0 = true } }
      }
    }
  }

  /// Whether timecode could not be written to a file.
  package var hasFailed: Bool { results.lacksFile.withLock { $0 } }

  /// Sends the timecode of a playhead instead of the previous one, at the rate of the timecode that it follows, if any.
  package func follow(
    _ playhead: some Playhead, named name: String, of info: MediaInfo?, at rate: TimecodeRate?
  ) {
    let rate = self.rate ?? rate ?? self.rate(of: info, named: name)
    let (counter, clock) = (counter(at: rate), playhead.clock)
    for sender in senders {
      sender.follow(playhead, counting: counter) {
        WallTime(of: $0, now: clock.now).nanoseconds
      }
    }
  }

  /// Sends nothing more of a playhead.
  package func leave(_ playhead: some Playhead, at progress: PlayheadProgress) {
    for sender in senders { sender.leave(playhead, at: progress) }
  }

  /// Waits until everything is sent.
  package func finish() {
    for sender in senders { sender.finish() }
  }

  private func counter(at rate: TimecodeRate) -> TimecodeCounter {
    guard let offset else { return TimecodeCounter(rate) }
    let start = Timecode(from: offset, base: rate.base)
    if let absence = Timecode.absence(of: offset, base: rate.base) {
      say(.replacedTimecode(by: start.text, because: absence), about: "--timecode-offset")
    }
    return TimecodeCounter(rate, start: start.frame)
  }

  private func rate(of info: MediaInfo?, named name: String) -> TimecodeRate {
    let video = info?.timelineTracks.first { $0.kind == .video }
    guard let frames = video?.constantFrameRate else {
      say(.assumedTimecodeRate, about: name)
      return .pal
    }
    if let rate = TimecodeRate(carrying: frames) { return rate }
    say(.uncarriedRate("\(frames)"), about: name)
    return .pal
  }

  /// Prints a message, unless it was printed before.
  private func say(_ message: FileMessage, about name: String) {
    if said.withLock({ $0.insert(message).inserted }) { Messages.say(message, about: name) }
  }
}
