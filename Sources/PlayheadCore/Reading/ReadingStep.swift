import Timekeeping

/// What the worker that reads the media is to do next.
enum ReadingStep {
  case open
  /// Go to this time of the container's.
  case seek(MediaTime, generation: Int)
  case read(generation: Int)
  case wait(until: HostInstant?)
  /// Release the media: nothing more is read.
  case close
}
