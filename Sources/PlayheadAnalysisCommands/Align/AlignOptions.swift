import PlayheadArguments
import PlayheadListFiles
import PlayheadOutputs

/// The options of `playhead align`.
package struct AlignOptions {
  package var format = ReportFormat.text
  var printsFix = false
  /// Whether the command is printed that plays the files together.
  var printsFollow = false
  /// Whether the sound of each file is compared with its own picture.
  var comparesPicture = false
  /// Whether recordings are aligned by their timecode.
  var comparesTimecode = false
  /// The file for the page of diagrams.
  package var page: String?
  package var isQuiet = false
  package var isVerbose = false
  package var access = MediaAccess()
  package var folders = MediaFolder.Choice.named
  var reference = ""
  package var others: [String] = []

  package init() {}
}

extension AlignOptions: ListingOptions {
  package static let table: [CommandOption<AlignOptions>] = [
    .choice("f", "format", "FORMAT", "text, or json with one object per OTHER", \.format),
    .flag(nil, "fix", "print the ffmpeg command that aligns each OTHER", \.printsFix),
    .flag(nil, "follow", "print the command that plays all files together", \.printsFollow),
    .flag(nil, "sync", "compare beeps with flashes, in each FILE itself", \.comparesPicture),
    .flag(nil, "timecode", "align by timecode instead of the sound", \.comparesTimecode),
    .value(nil, "html", "FILE", "write a page with diagrams to FILE", \.page) { $0 },
    .flag("q", "quiet", "show no progress", \.isQuiet),
    .recursive,
    .probe,
    .protocols,
    .verbose,
  ]

  package static var help: String {
    """
    playhead align compares recordings of the same sound (docs/user/alignment.md).
    usage: playhead align [OPTIONS] REFERENCE OTHER...
           playhead align [OPTIONS] --sync FILE...

    REFERENCE, OTHER and FILE are files or URLs with sound, which must be seekable.
    OTHER and FILE may be playlists and folders of media.

    \(Help.rows(table))

    Exit status: 0 success, 1 a file failed, 2 usage error, 3 an OTHER has no sound
    in common with the reference, or a FILE no beep with a flash, 128 + signal.
    """
  }

  package mutating func setOperands(_ operands: [String]) throws(UsageError) {
    if comparesTimecode {
      let others = [("--sync", comparesPicture), ("--fix", printsFix), ("--html", page != nil)]
      if let (name, _) = others.first(where: \.1) { throw .conflict(name, with: "--timecode") }
    }
    if comparesPicture {
      if printsFix { throw .conflict("--fix", with: "--sync") }
      if printsFollow { throw .conflict("--follow", with: "--sync") }
      if operands.isEmpty { throw .missingOperand("file", command: "playhead align --sync") }
      others = operands
      return
    }
    if printsFollow, printsFix { throw .conflict("--fix", with: "--follow") }
    if printsFollow, format == .json { throw .conflict("--format json", with: "--follow") }
    guard let first = operands.first else {
      throw .missingOperand("reference", command: "playhead align")
    }
    guard operands.count > 1 else {
      throw .missingOperand("other recording", command: "playhead align")
    }
    (reference, others) = (first, Array(operands.dropFirst()))
  }
}
