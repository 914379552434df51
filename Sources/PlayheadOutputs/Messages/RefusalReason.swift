/// Why an option cannot be used with another option, or for the position of another player.
package enum RefusalReason: String, Message, CaseIterable {
  case wholeFile = "all bytes are handed on, once and in order"
  case nextProgram = "the next program plays the sound"
  case standardOutput = "standard output has the bytes of the file"
  case standardInput = "standard input has the bytes of the file"
  case speedOfInput = "records come at the speed of the input (or with --pace at that of the media)"
  case ownStart = "the player has begun (--control asks it to seek, pause or change)"
  case ownFiles = "the player decides which files and tracks it plays"
  case ownSound = "the player plays the sound (--latency states its delay)"
  case ownClients = "programs control the player itself"
  case waitingOption = "--wait waits for the player"
  case realTime = "the player plays in real time"
  case noBytes = "its bytes are not read"
  case localFile = "only a file or - can be handed on"

  package var text: String { rawValue }
}
