import PlayheadTimekeeping

/// The next action of the worker that reads the media.
enum ReadingStep {
  case open
  /// Seek to this time of the container.
  case seek(MediaTime, generation: Int)
  case read(generation: Int)
  case wait(until: HostInstant?)
  /// Release the media; reading has ended.
  case close
}
