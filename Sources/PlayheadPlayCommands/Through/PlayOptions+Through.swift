import PlayheadArguments
import PlayheadListFiles
import PlayheadOutputs

/// Options for handing on the bytes of a file (`--through`).
extension PlayOptions {
  static let throughOptions: [PlayOption] = [
    .flag(
      nil, "through", "copy the bytes to stdout, and print on stderr",
      \.passesThrough),
    .flag(nil, "pace", "with --through: at the speed of the media", \.isPaced),
  ]

  /// Options of playback that have no meaning with `--through`.
  static let throughRefusals: [(option: String, reason: RefusalReason)] = [
    ("start", .wholeFile), ("end", .wholeFile), ("loop", .wholeFile), ("resume", .wholeFile),
    ("save-position", .wholeFile), ("recursive", .wholeFile), ("idle", .wholeFile),
    ("follow", .wholeFile), ("audio", .nextProgram), ("volume", .nextProgram),
    ("mute", .nextProgram), ("audio-delay", .nextProgram), ("instant", .speedOfInput),
  ]

  /// The option without which records wait for playback, as messages name it.
  var instantName: String { passesThrough ? "--through without --pace" : "--instant" }

  /// Applies `--through`, and refuses options that have no meaning with it.
  mutating func applyThrough() throws(UsageError) {
    guard passesThrough else {
      if isPaced { throw .missing("--through", requiredBy: "--pace") }
      return
    }
    for (option, reason) in Self.throughRefusals where given.contains(option) {
      throw .refused("--\(option)", with: "--through", because: reason)
    }
    guard files.count == 1, let file = files.first else {
      throw .operandCount(files.count, subcommand: "--through", expected: "one file")
    }
    if file != "-", access.media(file).systemPath == nil {
      throw .refused(file, with: "--through", because: .localFile)
    }
    if logs.contains(.standardOutput) {
      throw .refused("--log -", with: "--through", because: .standardOutput)
    }
    if exec.output == .stdout {
      throw .refused("--exec-output stdout", with: "--through", because: .standardOutput)
    }
    if remote.controlPath == "-" {
      throw .refused("--control -", with: "--through", because: .standardInput)
    }
    if cues.files.contains("-") {
      throw .refused("--cues -", with: "--through", because: .standardInput)
    }
    if !isPaced, given.contains("rate") { throw .missing("--pace", requiredBy: "--rate") }
    isInstant = !isPaced
    origin = file
    // The keys of the terminal are left to the next program.
    wantsKeys = false
  }

  /// Opens what `--through` hands on. Call this once, before anything else is opened; nil without it.
  func makePassage() throws(FileFailure) -> BytePassage? {
    guard passesThrough, let file = files.first else { return nil }
    let path = file == "-" ? nil : access.media(file).systemPath
    // Statistics, frames and cues come from all packets.
    let isWhole = showsStatistics || schedule.needsFrames || cues.dependOnMedia
    return try BytePassage(of: file, at: path, isPaced: isPaced, isWhole: isWhole)
  }

  /// The files to play. With `--through` the player reads a copy of the bytes as standard input.
  var playedFiles: [ListedFile] {
    guard passesThrough else { return listedFiles(files) }
    return files.map { ListedFile(arrivingFrom: $0) }
  }
}
