import PlaybackSession
import PlayheadOutputs

/// A message about a command of a key or of `--control`.
enum ControlMessage: Message {
  case unknownCommand(String, meant: String?, known: [String])
  case oneArgument
  case noArgument
  case invalidTarget(String)
  case invalidRate(String)
  case invalidCount(String)
  case invalidVolume(String)
  case invalidState(String)
  case atLastFile
  case atFirstFile
  case atLastChapter
  case noSuchChapter
  case unknownDuration
  case tooManyCommands
  case unknownKey
  case unchangedRate
  case unchangedVolume
  case noSound
  case notFIFO
  /// A message about the file that is played.
  case file(FileMessage)

  var text: String {
    switch self {
    case .unknownCommand(let word, let meant, let known):
      "unknown command '\(word)'"
        + (meant.map { " (did you mean '\($0)'?)" }
          ?? " (commands: \(known.joined(separator: ", ")))")
    case .oneArgument: "expected one argument"
    case .noArgument: "expected no argument"
    case .invalidTarget(let text):
      "invalid position '\(text)' (expected a time, +TIME, -TIME, a timecode, a percentage or #CHAPTER)"
    case .invalidRate(let text): "invalid rate '\(text)' (expected \(ExpectedValue.rate.text))"
    case .invalidCount(let text):
      "invalid count '\(text)' (expected a whole number such as 1 or -1)"
    case .invalidVolume(let text):
      "invalid volume '\(text)' (expected 0 to \(Volume.greatest), +N or -N)"
    case .invalidState(let text): "invalid state '\(text)' (expected on, off or toggle)"
    case .atLastFile: "already at the last file"
    case .atFirstFile: "already at the first file"
    case .atLastChapter: "already at the last chapter"
    case .noSuchChapter: "no such chapter"
    case .unknownDuration: "the duration is unknown"
    case .tooManyCommands: "too many commands are waiting"
    case .unknownKey: "the key has no effect (? lists the keys)"
    case .unchangedRate: "the rate does not change"
    case .unchangedVolume: "the volume does not change"
    case .noSound: "no sound is played (--audio plays it)"
    case .notFIFO: "not a FIFO (mkfifo creates one)"
    case .file(let message): message.text
    }
  }
}
