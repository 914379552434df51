import PlayheadMedia
import PlayheadTimekeeping

/// An item of the queue of the worker that plays sound.
enum SoundItem {
  case packet(any EncodedPacket)
  /// The current pass of a loop ends here. Packets of the next pass follow.
  case seam(Range<MediaTime>)
  /// The packets after it are read again from an earlier position.
  case resynchronize
  /// The media ends.
  case end
}
