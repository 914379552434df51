import Media
import Timekeeping

/// The open medium, in the hands of the worker.
///
/// Unchecked: only steps of one routine reach `source`, and those never run twice at once.
final class MediaReader: @unchecked Sendable {
  let opener: any MediaOpener
  let interruption: Interruption
  var source: (any MediaSource)?

  init(opener: any MediaOpener, interruption: Interruption) {
    self.opener = opener
    self.interruption = interruption
  }
}

extension Player {
  /// The worker's step: does the next thing that reading asks for.
  func readOn(with reader: MediaReader) -> RoutineNext {
    let (step, worker, isClosed) = state.withLock { state in
      (state.machine.nextReadingStep(at: clock.now), state.worker, state.machine.isClosed)
    }
    if isClosed {
      reader.source = nil
      worker?.stop()
      return .wait(until: nil)
    }
    switch step {
    case .open: open(with: reader)
    case .seek(let time, let generation): seek(reader, to: time, generation: generation)
    case .read(let generation): return read(with: reader, generation: generation)
    case .wait(let instant): return .wait(until: instant)
    }
    return .again
  }

  private func open(with reader: MediaReader) {
    do throws(MediaError) {
      let source = try reader.opener.open(interruption: reader.interruption)
      reader.source = source
      update(wakingWorker: false) { machine, now in machine.opened(source.info, at: now) }
    } catch {
      update(wakingWorker: false) { machine, _ in machine.fail(error) }
    }
  }

  private func seek(_ reader: MediaReader, to time: MediaTime, generation: Int) {
    do throws(MediaError) {
      try reader.source?.seek(to: time)
    } catch {
      readingFailed(error, generation: generation)
    }
  }

  private func read(with reader: MediaReader, generation: Int) -> RoutineNext {
    do throws(MediaError) {
      let read = try reader.source?.read() ?? .endOfMedia
      if case .nothingYet(let pause) = read { return .wait(until: clock.now.advanced(by: pause)) }
      let control = state.withLock { state in
        state.machine.read(read, generation: generation, at: clock.now)
        return state.machine.hasEvents ? state.control : nil
      }
      control?.wake()
    } catch {
      readingFailed(error, generation: generation)
    }
    return .again
  }

  private func readingFailed(_ error: MediaError, generation: Int) {
    update(wakingWorker: false) { machine, now in
      machine.readingFailed(error, generation: generation, at: now)
    }
  }
}
