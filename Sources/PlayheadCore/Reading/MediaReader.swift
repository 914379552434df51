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
  private var source: PlacedSource?
  /// The same source if a track is decoded.
  private var decodingSource: (any DecodingSource)?
  /// Nil unless cues are read.
  private var cues: CueIntake?
  /// The instant until which the source has no packet, as of the last read.
  private var pause: (end: HostInstant, generation: Int)?

  init(opener: any MediaOpener, interruption: Interruption) {
    self.opener = opener
    self.interruption = interruption
  }

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
        player()?.readingFailed(error, PlacedPackets(), generation: generation)
      }
    case .read(let generation): return read(for: player, generation)
    }
    return .again
  }

  private func close() {
    (source, decodingSource, cues) = (nil, nil, nil)
  }

  private func open(for player: () -> Owner?) {
    do throws(MediaError) {
      let isDecoded = player().map(\.needsPayloads) ?? false
      let opened = try opener.open(
        for: isDecoded ? .decoding : .timing, interruption: interruption)
      let source = PlacedSource(opened, tracks: player()?.chosenTracks)
      self.source = source
      decodingSource = player()?.makeDecoders(of: source.source)
      cues = try player()?.makeCueIntake(of: source.source)
      source.joined?.prepare()
      player()?.opened(source.source.info)
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
      let (read, placed) = try source?.read() ?? (.endOfMedia, PlacedPackets())
      let joined = source?.joined
      // They are known before the playhead can reach them.
      cues?.receive(read) { player()?.zeroIfKnown }
      if case .nothingYet(let duration) = read {
        guard let end = player()?.clock.now.advanced(by: duration) else { return .again }
        pause = (end, generation)
        player()?.read(read, placed, generation: generation)
        return .wait(until: end)
      }
      if case .endOfMedia = read, joined?.hasUnrelatedClocks == true {
        player()?.foundUnrelatedClocks()
      }
      if case .packet(let packet) = read, let search = joined?.search(at: packet) {
        player()?.searched(search)
      }
      if case .packet(let packet) = read, let duration = joined?.estimatedDuration(at: packet) {
        player()?.estimated(duration, generation: generation)
      }
      guard let decodingSource else {
        player()?.read(read, placed, generation: generation)
        return .again
      }
      let payload = decodingSource.takePayload()
      // It comes first: where sound is missing before the end of the media read, there is silence.
      let heard = player()?.listen(to: read, payload, generation: generation) ?? .ignored
      player()?.read(read, placed, generation: generation)
      player()?.decode(read, placed, payload, heard, generation: generation)
    } catch {
      player()?.readingFailed(error, source?.finish() ?? PlacedPackets(), generation: generation)
    }
    return .again
  }
}
