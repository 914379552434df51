import PlaybackSession
import PlayheadKit
import PlayheadRemoteControl

@testable import PlayheadFormatting
@testable import PlayheadOutputs
@testable import PlayheadPlayCommands
@testable import PlayheadRecords

/// An example of each message.
enum MessageExamples {
  struct Group {
    var title: String
    /// The messages as they are printed.
    var lines: [String]

    init(title: String, prefix: String = "playhead: ", lines: [String]) {
      (self.title, self.lines) = (title, lines.map { prefix + $0 })
    }
  }

  static let groups = [
    Group(title: "Usage", lines: usage.map(\.text)),
    Group(title: "Opening and reading media", lines: media.map(\.description)),
    Group(title: "Files and playlists", lines: files.map { $0.text(about: "film.mkv") }),
    Group(
      title: "Control commands",
      lines: control.map(\.text) + [
        SessionRefusal.noEntry.text(of: .next),
        SessionRefusal.noEntry.text(of: .previous),
        SessionRefusal.impossible(FileMessage.noChapters.text, file: "film.mkv").text(
          of: .seek(.chapters(1))),
      ]),
    Group(
      title: "Outputs and commands",
      lines: outputs.map { $0.text(about: "cue") } + [
        SystemFailure(code: 28).text(about: "log.csv"),
        SystemFailure(code: 40, detail: .linkInSharedDirectory("link")).text(about: "/tmp/link"),
      ]),
    Group(
      title: "Clients of mpv's JSON IPC",
      lines: clients.map(\.text) + servers.map { "/run/user/1000/mpv: \($0)" }),
    Group(title: "Findings of analyze", prefix: "", lines: findings.map(\.text)),
  ]

  private static let findings: [FindingMessage] = {
    let track = FindingMessage.TrackName(.audio, 1)
    let place = FindingMessage.Occurrences(count: 1, length: 0.2, first: .milliseconds(3_200))
    let places = FindingMessage.Occurrences(count: 5, length: 0.2, first: .milliseconds(3_200))
    let unequal = FindingMessage.Occurrences(
      count: 5, length: 0.2, first: .milliseconds(3_200), longest: (8.84, .seconds(7)))
    let repeated = FindingMessage.Occurrences(count: 5, length: nil, first: .milliseconds(3_200))
    let rejected = FindingMessage.FirstOccurrences(count: 1, first: [.milliseconds(3_200)])
    let damaged = FindingMessage.FirstOccurrences(
      count: 8, first: [3_200, 3_240, 3_280].map { .milliseconds($0) })
    let extent = FindingMessage.Extent(read: .seconds(3), declared: .seconds(10))
    let error = MediaError(.read, of: "film.mkv", reason: .other, detail: "Input/output error")
    return [
      .interrupted(after: .seconds(3)), .interrupted(after: nil), .readingFailed(extent, error),
      .readingFailed(FindingMessage.Extent(read: nil, declared: nil), error),
      .packetsMissing(extent, present: 100, listed: 250),
      .cutShort(extent, missingSeconds: 7, missingBytes: 1_024),
      .cutShort(extent, missingSeconds: nil, missingBytes: nil), .endUnmarked(extent),
      .bytesFollow(1), .bytesFollow(128),
      .startsLate(.seconds(2)), .interleavedApart(.seconds(2)), .indexMissing,
      .severalPrograms([(7, [0, 1]), (9, [2])], count: 3),
      .headersChange(segment: 3, played: 6, declared: 12),
      .durationDiffers(
        headers: "the movie header (mvhd)", isPlural: false, declared: 9.5, measured: 10),
      .clockWraps(byte: 564, from: .seconds(95_443), to: .zero),
      .recordingJoined(byte: nil, from: .seconds(36), to: .seconds(2)),
      .recordingUnreadable(error),
      .clocksUnrelated(from: .seconds(36), to: .seconds(5_000)),
      .transportPacketsMissing(count: 1, firstByte: 564, stream: 256),
      .transportPacketsMissing(count: 3, firstByte: 564, stream: 256),
      .clockReferenceJumps(count: 2, by: 0.5, firstByte: 564, stream: 256), .audioOffset(0.1193),
      .audioOffset(-0.2), .endsEarly(isVideo: true, by: 1.5),
      .trackDrift(partsPerMillion: 100, apart: 0.06),
      .sampleDrift(partsPerMillion: -100, apart: 0.06),
      .rateConfused(audioLonger: 0.06, actual: "30000/1001", labelled: "30"), .trackEmpty(track),
      .packetsDamaged(1, track), .packetsRejected(track, rejected),
      .referencesMissing(track, damaged), .errorsConcealed(track, rejected),
      .framesCorrupt(track, damaged), .timesMissing(2, of: 9, track),
      .decodeTimeGoesBack(track, place),
      .durationUndeclared, .gap(track, place), .gap(track, places), .gap(track, unequal),
      .overlap(track, places),
      .timeRepeated(track, repeated), .timestampsWrap(track, place), .timestampsJump(track, places),
      .rateMislabelled(declared: "30", measured: "30000/1001", perMinute: 0.06),
      .keyframesApart(40, from: .seconds(2)), .rateVaries(least: 0.02, greatest: 0.06, mean: 25),
      .rateIrregular(least: 0.02, greatest: 0.06, standardDeviation: 0.01),
      .trackDelayed(track, by: 0.098), .beginningSkipped(track, 0.5),
    ]
  }()

  private static let usage: [UsageError] =
    [
      .unknownSubcommand("anlayze", meant: "analyze"),
      .unknownSubcommand("xyz", meant: nil),
      .unknownOption("--intervall", meant: "--interval"),
      .unknownOption("--wrong", meant: nil), .playbackOption("--end"),
      .needlessOption("-re"),
      .ambiguousOption("--star", candidates: ["--start", "--start-at"]),
      .missingArgument(option: "--interval"),
      .unexpectedArgument(option: "--pause"),
      .unknownProtocol("htp"),
      .pastInstant("2020-01-31T18:30:00Z"),
      .conflict("--fields", with: "--format ffmpeg"),
      .missing("--exec", requiredBy: "--exec-on"),
      .sharedStandardInput("the file", "--control"),
      .inputIsOutput(file: "film.mkv", output: "--log film.mkv"),
      .sharedOutput(file: "a.wav", outputs: ["--log a.wav", "--timecode-out ltc:a.wav"]),
      .missingOperand("file", command: "playhead analyze"),
      .noFFmpeg(command: "true"),
      .operandCount(3, subcommand: "timeline", expected: "one file"),
      .absentTimecode(.droppedTimecode(label: "00:01:00;00")),
      .severalEntries(2, playlist: "list.m3u"),
      .unknownField("positon", known: Field.known, meant: "position"),
      .separateArgument("2", option: "--loop"),
      .unknownFieldInBraces("positon", known: Field.known, meant: "position"),
      .unknownFieldInBraces("p:$p", known: "item, file", meant: nil), .repeatedField("position"),
      .unclosedBrace(template: "{position"),
      .unopenedBrace(template: "position}"),
      .finalBackslash(template: "a\\"),
      .unknownEscape("q", template: "\\q"),
      .unknownForm("position:x", choices: TemplateForm.choices(for: .position)),
      .inapplicableForm(
        "percent:hms", field: "percent", subject: "time",
        choices: TemplateForm.choices(for: .percent)),
      .unknownForm("eta:x", choices: TemplateForm.choices(for: .eta)),
      .unknownForm("file:x", choices: TemplateForm.choices(for: .file)),
      .unclosedQuote(command: "echo 'a"),
      .emptyCommand,
    ] + NeedlessReason.allCases.map { .needless("--interval", because: $0) }
    + RefusalReason.allCases.map { .refused("--option", with: "--through", because: $0) }
    + expected.map { .invalidValue("x", option: "--option", expected: $0) }

  private static let expected: [ExpectedValue] = [
    .oneOf(["text", "json"]), .wholeNumber(from: 1, to: nil), .wholeNumber(from: 0, to: 9), .rate,
    .interval, .time, .positiveTime, .delay, .instant, .point, .points, .step, .frameRate, .tracks,
    .trackIndex, .protocols, .regularExpression, .destination, .descriptor, .socketPath, .busName,
    .serverPath, .clientDescriptor, .player, .leader, .follower, .otherPlayer, .media, .cueSource,
    .encoding, .timecodeDestination, .servingPlace, .key,
    .timecodeRate, .timecodeLabel, .userBits, .process, .commandName,
  ]

  private static let media: [MediaError] =
    MediaError.Reason.allCases.map { reason in
      switch reason {
      case .noSuchTrack:
        MediaError(.open, of: "film.mkv", reason: reason, detail: "requested 9, playable 0, 1")
      case .forbiddenReference:
        MediaError(
          .open, of: "film.mkv", reason: reason, detail: "/etc/passwd: \(refusals[2].text)")
      case .other: MediaError(.open, of: "film.mkv", reason: reason, detail: "Input/output error")
      case .notSeekable, .cancelled: MediaError(.seek, of: "film.mkv", reason: reason)
      default: MediaError(.open, of: "film.mkv", reason: reason)
      }
    } + [
      MediaError(.open, of: "film.mkv", reason: .damaged, detail: "moov atom not found"),
      MediaError(.read, of: "film.mkv", reason: .other, detail: "Input/output error"),
      MediaError(.read, of: "film.mkv", reason: .damaged),
      MediaError(.decode, of: "film.mkv", reason: .unsupported),
    ]
    + refusals.map {
      MediaError(.open, of: "a.m3u8", reason: .forbiddenReference, detail: "b.ts: \($0.text)")
    }

  private static let refusals: [ReferenceRefusal] = [
    .protocolNotAllowed("http"), .unknownProtocol, .filesNotAllowed, .outsideDirectory,
    .script, .nestedPlaylist, .tooManyPlaylists, .device, .manifest,
  ]

  private static let files: [FileMessage] = [
    .noChapters, .noChapter(9, count: 3), .noCues, .emptyCueFile,
    .assumedFrameRate, .noCueFolder, .noTimecode, .noLinearTimecode, .reversedTimecode,
    .unrepeatableTimecode,
    .timecodeBeyondRate(label: "01:00:00:30", framesPerSecond: 25),
    .droppedTimecode(label: "00:01:00;00"),
    .replacedTimecode(by: "00:01:00;02", because: .droppedTimecode(label: "00:01:00:00")),
    .timecodeBeforeStart(label: "00:00:01:00", start: "01:00:00:00"),
    .assumedTimecodeRate, .uncarriedRate("25/2"), .noTrack(kind: "video"),
    .noTrackInLanguage("xyz", tracks: "0 -, 1 eng"), .unlocatedPoint,
    .endedEarly(at: "1.600", declared: "5.312"),
    .unrelatedClocks,
    .unplayedFile,
    .unansweredRanges,
    .refusedTimes(until: "64.000", declared: "4.000"),
    .emptyRange(start: "2.000", end: "1.000"), .notLoopable,
    .notResumable, .noSavedPosition,
    .pointAfterEnd(option: "--end", position: "9.000", end: "5.312"),
    .pointAfterEndOption(option: "--at", position: "5.000", end: "4.000"),
    .missingPoint(option: "--at", because: .noChapter(9, count: 3)),
    .recursivePlaylist, .nestedPlaylists(depth: 8), .largePlaylists(mebibytes: 16),
    .longPlaylists(entries: 100_000), .binaryPlaylist, .notPlaylist, .emptyPlaylist,
    .emptyFolder(isRecursive: false), .emptyFolder(isRecursive: true), .nestedFolders(depth: 32),
    .largeFolders(entries: 100_000), .noReport, .severalReports(3), .failedReport,
    .largeReport(mebibytes: 64),
    .nullByte, .nullByteInName(1), .longName(3),
    .unreadMedia("film.mkv: No such file or directory"),
    .otherDuration(ofPlayer: "5.312", ofMedia: "40.046"),
    .refusedEntry(playlist: "list.m3u", because: .protocolNotAllowed("http")),
  ]

  private static let control: [ControlError] = [
    ControlError(.unknownCommand("sekk", meant: "seek", known: SessionRequest.words)),
    ControlError(.unknownCommand("nonsense", meant: nil, known: SessionRequest.words)),
    ControlError("seek", .oneArgument), ControlError("pause", .noArgument),
    ControlError("seek", .invalidTarget("5x")), ControlError("rate", .invalidRate("fast")),
    ControlError("step", .invalidCount("1.5")), ControlError("volume", .invalidVolume("loud")),
    ControlError("mute", .invalidState("now")), ControlError("chapter", .atLastChapter),
    ControlError("chapter", .noSuchChapter), ControlError("seek", .unknownDuration),
    ControlError("next", .tooManyCommands), ControlError("control", .notFIFO),
    ControlError("loop", .file(.notLoopable)), ControlError(.unknownKey), ControlError(.noSound),
    ControlError(.unchangedRate), ControlError(.unchangedVolume),
  ]

  private static let outputs: [OutputMessage] = [
    .linkInSharedDirectory("link"), .skippedCommand(running: 8), .skippedCommands(12),
    .exited(status: 1), .noOpenMedia, .tooFewPositions, .unorderedPositions(5, count: 12),
    .unreadableRecords, .noRecords, .noPage, .otherFile(format: "csv"), .finishing(files: 2),
    .stopped(remaining: 998, isComplete: true), .stopped(remaining: 1, isComplete: false), .silent,
    .silentRate,
    .positionNotSaved(reason: "No space left on device"), .positionsSavedLate(seconds: 12),
    .noStateDirectory, .noMPRIS(reason: "there is no session bus"),
  ]

  private static let clients: [ClientMessage] = [.tooMany(limit: 256), .unread(mebibytes: 1)]

  private static let servers: [IPCServerError] = [
    .longPath(limit: 107), .notASocket, .inUse, .system(13), .descriptor(9),
  ]

  /// Returns the names of the messages of a table that have an example.
  static func names(of table: String) -> Set<String> {
    let tables: [[any Sendable]] = [
      usage, expected, NeedlessReason.allCases, RefusalReason.allCases, files,
      control.map(\.message), outputs, clients,
      findings,
      refusals,
      [ControlMessage.atLastFile, ControlMessage.atFirstFile],
    ]
    return Set(
      tables.joined().filter { "\(type(of: $0))" == table }.map { message in
        Mirror(reflecting: message).children.first?.label ?? "\(message)"
      })
  }
}
