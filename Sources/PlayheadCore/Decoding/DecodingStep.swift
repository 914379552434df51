import PlayheadMedia
import PlayheadTimekeeping

/// The next action of the worker that decodes.
enum DecodingStep {
  case decode(DecodingWork)
  case wait(until: HostInstant?)
  /// Release the decoders; nothing more is decoded.
  case close
}

/// One call of a decoder: its input, after which the next frame is received.
struct DecodingWork {
  enum Input {
    case packet(any EncodedPacket)
    case end
    /// No input: the decoder may have frames left.
    case nothing
  }

  var decoder: any MediaDecoder
  /// The index of the track in the machine.
  var index: Int
  var start: HostInstant
  /// Identifies the place in the media. The frame is dropped if decoding has restarted since.
  var epoch: Int
  /// Whether the decoder is reset before the input.
  var resets: Bool
  /// Whether the decoder may skip frames that no other frame refers to.
  var leavesOutUnreferenced: Bool
  var input: Input
}
