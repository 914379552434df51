import PlaybackSession
import PlayheadTimekeeping

/// A command to a program that describes its playback.
package struct ProgramCommand: Equatable, Sendable {
  package enum Kind: Hashable, Sendable {
    case play, pause, togglePlayPause, stop, next, previous, changePosition, changeRate
  }

  package var kind: Kind
  /// The position in seconds, or the rate; 0 for other commands.
  package var value = 0.0
}

extension DescribedPlayback.Description {
  /// Returns the commands that carry out a request: toggling, if that leads to the state; a pause at the start to stop.
  func commands(
    for request: SessionRequest, at position: MediaTime
  ) throws(SessionRefusal) -> [ProgramCommand] {
    switch request {
    case .setPaused(let pauses): return commands(pausing: pauses)
    case .togglePause:
      let toggles = commands.contains(.togglePlayPause)
      return toggles ? [ProgramCommand(kind: .togglePlayPause)] : commands(pausing: !isPaused)
    case .stop:
      if commands.contains(.stop) { return [ProgramCommand(kind: .stop)] }
      let canMove = commands.contains(.changePosition)
      return commands(pausing: true) + (canMove ? [ProgramCommand(kind: .changePosition)] : [])
    case .next: return [ProgramCommand(kind: .next)]
    case .previous: return [ProgramCommand(kind: .previous)]
    case .seek(.position(let target), _):
      return [ProgramCommand(kind: .changePosition, value: target.seconds)]
    case .seek(.offset(let offset), _):
      let target = max(position.adding(offset) ?? position, .zero)
      return [ProgramCommand(kind: .changePosition, value: target.seconds)]
    case .setRate(let rate):
      let wanted = rate.doubleValue
      let nearest = playableRates.min { abs($0 - wanted) < abs($1 - wanted) }
      return [ProgramCommand(kind: .changeRate, value: nearest ?? wanted)]
    default: throw .refused("the program does not offer it")
    }
  }

  private func commands(pausing pauses: Bool) -> [ProgramCommand] {
    let kind = pauses ? ProgramCommand.Kind.pause : .play
    if commands.contains(kind) || !commands.contains(.togglePlayPause) {
      return [ProgramCommand(kind: kind)]
    }
    return pauses == isPaused ? [] : [ProgramCommand(kind: .togglePlayPause)]
  }
}
