import PlayheadTimekeeping

extension SessionSettings {
  /// Applies a request that changes a setting, unless a value is out of range. Ignores other requests.
  package mutating func apply(_ request: SessionRequest) throws(SessionRefusal) {
    switch request {
    case .setPaused(let isPaused): setPaused(isPaused)
    case .togglePause: setPaused(!isPaused)
    case .setRate(let rate):
      guard Rate.playable.contains(rate) else { throw .invalidValue }
      self.rate = rate
    case .multiplyRate(let numerator, let denominator):
      rate = rate.multiplied(by: numerator, denominator)
    case .setVolume(let percent):
      guard (0...Double(Volume.greatest)).contains(percent) else { throw .invalidValue }
      volume = percent
    case .changeVolume(let percents):
      volume = Volume(percent: volume).changed(by: percents).percent
    case .setMuted(let isMuted): self.isMuted = isMuted ?? !self.isMuted
    case .setFileLoop(let loop):
      guard loop.isValid else { throw .invalidValue }
      (fileLoop, chosenFileLoop) = (loop, loop == .none ? .endless : loop)
    case .toggleLoop: fileLoop = fileLoop == .none ? chosenFileLoop : .none
    case .setListLoop(let loop): listLoop = Repetition(playCount: loop.playCount)
    case .setLoopRange(let start, let end):
      guard [start, end].allSatisfy({ $0.map { $0 >= .zero } ?? true }) else { throw .invalidValue }
      (loopStart, loopEnd) = (start, end)
    case .setKeepOpen(let files): keepOpen = files
    case .setWaitsForFiles(let waits): waitsForFiles = waits
    case .setTitle(let title): self.title = title
    case .step: (isPaused, isStepping) = (true, true)
    case .seek, .load, .loadList, .play, .next, .previous, .remove, .move, .reorder, .clear,
      .stop, .reportPosition, .showHelp, .quit:
      break
    }
  }

  package mutating func setPaused(_ isPaused: Bool) {
    (self.isPaused, isStepping) = (isPaused, false)
  }

  /// The range that is repeated instead of the file. Its points may have been set in any order.
  package var loopRange: Range<MediaTime>? {
    guard let loopStart, let loopEnd, loopStart != loopEnd else { return nil }
    return min(loopStart, loopEnd)..<max(loopStart, loopEnd)
  }

  /// The rate at which the player should play; 0 while paused or suspended.
  package var playerRate: Rate { isPaused || isSuspended ? .paused : rate }
}

extension Repetition {
  /// Creates the repetition of a list, including the current time; nil for no limit.
  package init(playCount count: Int?) {
    self = count == 1 ? .none : Repetition(count: count)
  }

  /// How often a list is played that is repeated so; nil for no limit.
  package var playCount: Int? { self == .none ? 1 : count }

  /// Whether something is played at least once.
  package var isValid: Bool { count.map { $0 > 0 } ?? true }
}

extension Rate {
  /// Returns the rate times a positive fraction, rounded to a millionth, in the limits of playback.
  package func multiplied(by numerator: Int32, _ denominator: Int32) -> Rate {
    let product = doubleValue * Double(numerator) / Double(denominator)
    let rate = Rate(product) ?? self
    return min(max(rate, Rate.playable.lowerBound), Rate.playable.upperBound)
  }
}
