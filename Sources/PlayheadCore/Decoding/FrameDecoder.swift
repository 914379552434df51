import PlayheadMedia
import PlayheadTimekeeping

/// The steps of the worker that decodes.
///
/// It retains the player only between calls of the decoder, so that a player can be released while
/// its worker decodes.
enum FrameDecoder {
  static func step(for player: () -> Player?) -> HostRoutineNext {
    switch player()?.nextDecodingStep() {
    case nil, .close: return .wait(until: nil)
    case .wait(let instant): return .wait(until: instant)
    case .decode(let work):
      let decoder = work.decoder
      if work.resets { decoder.reset() }
      switch work.input {
      case .packet(let packet):
        decoder.leavesOutUnreferenced = work.leavesOutUnreferenced
        decoder.send(packet)
      case .end: decoder.finish()
      case .nothing: break
      }
      player()?.decoded(decoder.receive(), of: work)
      return .again
    }
  }
}
