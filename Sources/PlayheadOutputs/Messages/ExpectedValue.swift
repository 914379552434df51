/// The values that an option accepts, for the end of a message.
package enum ExpectedValue: Message {
  case oneOf([String])
  case wholeNumber(from: Int, to: Int?)
  case rate
  case interval
  case time
  case positiveTime
  case delay
  case instant
  case point
  case points
  case step
  case frameRate
  case tracks
  case trackIndex
  case protocols
  case regularExpression
  case destination
  case descriptor
  case socketPath
  case busName
  case serverPath
  case clientDescriptor
  case player
  case leader
  case follower
  case otherPlayer
  case media
  case cueSource
  case encoding
  case timecodeDestination
  case servingPlace
  case key
  case timecodeRate
  case timecodeLabel
  case userBits
  case process
  case commandName

  package var text: String {
    switch self {
    case .oneOf(let words): ExpectedValue.list(words)
    case .wholeNumber(let least, let greatest):
      greatest.map { "a whole number from \(least) to \($0)" }
        ?? "a whole number of at least \(least)"
    case .rate: "a number from 0.1 to 16"
    case .interval: "a time from 1ms to 24h"
    case .time: "a time such as 90, 1:30 or 250ms"
    case .positiveTime: "a time above zero"
    case .delay: "a time up to 10s, such as 0.12 or -80ms"
    case .instant: "18:30, 2026-01-31T18:30:00Z or @SECONDS since 1970"
    case .point: "a time, a timecode, a percentage, -TIME or #CHAPTER"
    case .points: "points separated by commas"
    case .step: "frame, keyframe, chapter, cue or a percentage from 0.001%; --interval takes a time"
    case .frameRate: "a whole number from 1 to 120, or an NTSC rate such as 29.97 or 30000/1001"
    case .tracks: "video, audio, track numbers or languages"
    case .trackIndex: "the number of a track"
    case .protocols: "names such as http,https,file"
    case .regularExpression: "a POSIX extended regular expression"
    case .destination: "FILE, fd:N, unix:PATH or -"
    case .descriptor: "fd:N with the number of a descriptor"
    case .socketPath: "unix:PATH with a path of 1 to 107 bytes"
    case .busName: "letters, digits, '_' and '-', not starting with a digit"
    case .serverPath: "a path of 1 to 107 bytes"
    case .clientDescriptor: "fd://N with the number of a descriptor"
    case .media: "none, auto, or a file, URL or folder"
    case .player:
      "mpv:PATH, mpris:NAME, mpd:HOST:PORT, ltc:DEVICE, mtc:CLIENT:PORT, artnet:, osc:PORT or playhead://HOST"
    case .leader: "a file, a player, timecode, playhead://HOST or clock:18:00:00"
    case .follower: "a file, mpv:PATH, mpris, mpris:NAME, mpd, mpd:HOST:PORT or mpd:SOCKET"
    case .otherPlayer: "a player that neither leads nor is named twice"
    case .cueSource: "FILE, auto, track:NUMBER or track:LANGUAGE"
    case .encoding: "an encoding of 'iconv --list'"
    case .timecodeDestination:
      "ltc:FILE.wav, ltc:DEVICE, mtc:PATH, mtc:CLIENT:PORT, osc:HOST:PORT/ADDRESS or artnet:HOST"
    case .servingPlace: "PORT or ADDRESS:PORT"
    case .key: "a file of 16 to 4096 bytes"
    case .timecodeRate: "23.976, 24, 25, 29.97, 29.97ndf, 30, or twice one of these"
    case .timecodeLabel: "a timecode such as 01:00:00:00"
    case .process: "the number of a process"
    case .commandName: "the name of a command"
    case .userBits: "eight hexadecimal digits"
    }
  }

  /// Joins words as in `a, b or c`.
  private static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
