import PlayheadMedia
import PlayheadTimekeeping

/// The open media, and the steps of the worker that reads it.
///
/// It does not retain the player while it opens, reads or seeks. So a player can be released at any
/// time, which interrupts a blocked call.
///
/// Unchecked: only the steps of one routine use the source, and they never run concurrently.
final class MediaReader<Owner: ReadingPlayer>: @unchecked Sendable {
  private let opener: any MediaOpener
  private let interruption: Interruption
  private var source: (any MediaSource)?
  /// The same source if a track is decoded.
  private var decodingSource: (any DecodingSource)?
  /// The same source if it may consist of several recordings.
  private var joinedSource: JoinedSource?
  /// Nil unless cues are read.
  private var cues: CueIntake?
  /// The instant until which the source has no packet, as of the last read.
  private var pause: (end: HostInstant, generation: Int)?

  init(opener: any MediaOpener, interruption: Interruption) {
    self.opener = opener
    self.interruption = interruption
  }

  /// Performs the next step.
  func step(for player: () -> Owner?) -> HostRoutineNext {
    guard let step = player()?.nextReadingStep() else {
      close()
      return .wait(until: nil)
    }
    switch step {
    case .close: close()
    case .wait(let instant): return .wait(until: instant)
    case .open: open(for: player)
    case .seek(let time, let generation):
      do throws(MediaError) {
        try source?.seek(to: time)
        cues?.restart()
      } catch {
        player()?.readingFailed(error, generation: generation)
      }
    case .read(let generation): return read(for: player, generation)
    }
    return .again
  }

  private func close() {
    (source, decodingSource, joinedSource, cues) = (nil, nil, nil, nil)
  }

  private func open(for player: () -> Owner?) {
    do throws(MediaError) {
      let isDecoded = player().map(\.needsPayloads) ?? false
      let opened = try opener.open(
        for: isDecoded ? .decoding : .timing, interruption: interruption)
      let source = JoinedSource.joining(opened, tracks: player()?.chosenTracks)
      self.source = source
      decodingSource = player()?.makeDecoders(of: source)
      cues = try player()?.makeCueIntake(of: source)
      joinedSource = source as? JoinedSource
      joinedSource?.prepare()
      player()?.opened(source.info)
    } catch {
      player()?.openingFailed(error)
    }
  }

  private func read(for player: () -> Owner?, _ generation: Int) -> HostRoutineNext {
    // The worker may have been woken for another reason.
    if let pause, pause.generation == generation, let now = player()?.clock.now, now < pause.end {
      return .wait(until: pause.end)
    }
    pause = nil
    do throws(MediaError) {
      let read = try source?.read() ?? .endOfMedia
      // They are known before the playhead can reach them.
      cues?.receive(read) { player()?.zeroIfKnown }
      if case .nothingYet(let duration) = read {
        guard let end = player()?.clock.now.advanced(by: duration) else { return .again }
        pause = (end, generation)
        _ = player()?.read(read, generation: generation)
        return .wait(until: end)
      }
      if case .endOfMedia = read, joinedSource?.hasUnrelatedClocks == true {
        player()?.foundUnrelatedClocks()
      }
      if case .packet(let packet) = read, let search = joinedSource?.search(at: packet) {
        player()?.searched(search)
      }
      if case .packet(let packet) = read,
        let duration = joinedSource?.estimatedDuration(at: packet)
      {
        player()?.estimated(duration, generation: generation)
      }
      guard let decodingSource else {
        _ = player()?.read(read, generation: generation)
        return .again
      }
      let payload = decodingSource.takePayload()
      // It comes first: where sound is missing before the end of the media read, there is silence.
      let heard = player()?.listen(to: read, payload, generation: generation) ?? .ignored
      let presentation = player()?.read(read, generation: generation)
      player()?.decode(read, payload, heard, at: presentation, generation: generation)
    } catch {
      player()?.readingFailed(error, generation: generation)
    }
    return .again
  }
}
