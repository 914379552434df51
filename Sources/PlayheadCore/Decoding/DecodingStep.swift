import Media
import Timekeeping

/// What the worker that decodes is to do next.
enum DecodingStep {
  case decode(DecodingWork)
  case wait(until: HostInstant?)
  /// Let go of everything.
  case close
}

/// One call of a decoder: what goes in, before the next frame is taken out.
struct DecodingWork {
  enum Input {
    case packet(any EncodedPacket)
    case end
    /// The decoder may have frames left.
    case nothing
  }

  var decoder: any MediaDecoder
  /// Among the machine's tracks.
  var index: Int
  var start: HostInstant
  /// What comes out for an older one is of another place, and void.
  var epoch: Int
  var resets: Bool
  var leavesOutUnreferenced: Bool
  var input: Input
}
