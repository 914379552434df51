import PlayheadMedia

/// A message about a file: a playlist, or media that does not have what the command line asks for.
///
/// Errors of opening, reading and decoding are `MediaError`s, which have their own table.
package enum FileMessage: Error, Message {
  case noChapters
  case noChapter(Int, count: Int)
  case noCues
  case emptyCueFile
  case assumedFrameRate
  case noCueFolder
  case noTimecode
  case noLinearTimecode
  case reversedTimecode
  case unrepeatableTimecode
  case timecodeBeyondRate(label: String, framesPerSecond: Int64)
  case droppedTimecode(label: String)
  indirect case replacedTimecode(by: String, because: FileMessage)
  case timecodeBeforeStart(label: String, start: String)
  case assumedTimecodeRate
  case uncarriedRate(String)
  case noTrack(kind: String)
  case noTrackInLanguage(String, tracks: String)
  case unlocatedPoint
  case endedEarly(at: String, declared: String)
  case unrelatedClocks
  case unplayedFile
  case unansweredRanges
  case refusedTimes(until: String, declared: String)
  case emptyRange(start: String, end: String)
  case notLoopable
  case notResumable
  case noSavedPosition
  case pointAfterEnd(option: String, position: String, end: String)
  case pointAfterEndOption(option: String, position: String, end: String)
  indirect case missingPoint(option: String, because: FileMessage)
  case recursivePlaylist
  case nestedPlaylists(depth: Int)
  case largePlaylists(mebibytes: Int)
  case longPlaylists(entries: Int)
  case binaryPlaylist
  case notPlaylist
  case emptyPlaylist
  case emptyFolder(isRecursive: Bool)
  case nestedFolders(depth: Int)
  case largeFolders(entries: Int)
  case noReport
  case severalReports(Int)
  case failedReport
  case largeReport(mebibytes: Int)
  case nullByte
  case nullByteInName(Int)
  case longName(Int)
  case unreadMedia(String)
  case otherDuration(ofPlayer: String, ofMedia: String)
  case refusedEntry(playlist: String, because: ReferenceRefusal)

  /// The greatest length, in bytes, of a name in a list of files.
  package static let longestName = 65_536

  package var text: String {
    switch self {
    case .noChapters: "no chapters"
    case .noChapter(let number, let count): "no chapter \(number) (chapters: 1 to \(count))"
    case .noCues: "no file of cues beside it"
    case .emptyCueFile: "no cues"
    case .assumedFrameRate:
      "no frame rate: counts 23.976 frames/s (write {1}{1}25 in its first line for 25)"
    case .noCueFolder: "no folder to search for cues (--cues accepts a URL)"
    case .noTimecode: "no timecode: the frame rate is unknown or varies (use --fps)"
    case .noLinearTimecode: "no linear timecode in the sound track (see inspect --timecode)"
    case .reversedTimecode: "the linear timecode in the sound track runs backward"
    case .unrepeatableTimecode: "cannot be read twice, as --timecode-track requires (use a file)"
    case .timecodeBeyondRate(let label, let rate): "no timecode \(label) at \(rate) frames/s"
    case .droppedTimecode(let label): "no timecode \(label): drop-frame timecode skips it"
    case .replacedTimecode(let label, let reason): "\(reason.text); begins with \(label)"
    case .timecodeBeforeStart(let label, let start): "no timecode \(label): the first is \(start)"
    case .assumedTimecodeRate: "timecode counts 25 frames/s (see --timecode-rate)"
    case .uncarriedRate(let rate):
      "timecode cannot carry \(rate) frames/s and counts 25 (see --timecode-rate)"
    case .noTrack(let kind): "no \(kind) track"
    case .noTrackInLanguage(let language, let tracks):
      "no track in language '\(language)' (tracks: \(tracks))"
    case .unlocatedPoint:
      "cannot find the start or end point: the duration is unknown and the source is not seekable"
    case .endedEarly(let end, let declared):
      "the file ends after \(end) s of \(declared) s declared"
    case .unrelatedClocks:
      "the tracks have unrelated clocks, and were played one after the other"
    case .unplayedFile: "another file follows the declared end, and is not played"
    case .unansweredRanges:
      "the server does not answer requests for byte ranges: cannot seek"
    case .refusedTimes(let end, let declared):
      "the last packets, until \(end) s, were not played: only \(declared) s are declared"
    case .emptyRange(let start, let end):
      "nothing to play: the end (\(end)) is not after the start (\(start))"
    case .notLoopable: "cannot loop: the source is not seekable"
    case .noSavedPosition: "no saved position"
    case .notResumable: "position not saved: the source is not seekable"
    case .pointAfterEnd(let option, let position, let end):
      "\(option) \(position) is after the end of the file (\(end))"
    case .pointAfterEndOption(let option, let position, let end):
      "\(option) \(position) is after --end \(end)"
    case .missingPoint(let option, let reason): reason.text(about: option)
    case .recursivePlaylist: "playlist contains itself"
    case .nestedPlaylists(let depth): "playlists are nested more than \(depth) deep"
    case .largePlaylists(let mebibytes): "playlists are larger than \(mebibytes) MiB in total"
    case .longPlaylists(let entries): "playlists have more than \(entries) entries in total"
    case .binaryPlaylist: "not a playlist: contains null bytes"
    case .notPlaylist: "not a playlist"
    case .emptyPlaylist: "empty playlist"
    case .emptyFolder(let isRecursive):
      "no media in the folder" + (isRecursive ? "" : " (see --recursive)")
    case .nestedFolders(let depth): "folders are nested more than \(depth) deep"
    case .largeFolders(let entries): "folders have more than \(entries) files in total"
    case .noReport: "not a report of playhead analyze --format json"
    case .severalReports(let count): "contains \(count) reports (compare needs one)"
    case .failedReport: "the report of a file that could not be read"
    case .largeReport(let mebibytes): "the report is larger than \(mebibytes) MiB"
    case .nullByte: "the name contains a null byte"
    case .nullByteInName(let number): "name \(number) contains a null byte (see --null)"
    case .longName(let number):
      "name \(number) is longer than \(FileMessage.longestName) bytes"
    case .unreadMedia(let reason): "cannot read the media: \(reason)"
    case .otherDuration(let player, let media):
      "the player reports a duration of \(player) s, but the media has \(media) s"
    case .refusedEntry(let playlist, let reason):
      "entry of \(playlist) not allowed: \(reason.text) (see --protocols)"
    }
  }
}
