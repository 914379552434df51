import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

/// The cues of files and tracks.
@Suite struct CueReadingTests {
  private func read(_ file: String, encoding: String? = nil) throws -> CueTrack {
    try LocatedMedia(path: CueFacts.path(file)).readCueFile(encoding: encoding)
  }

  /// Returns the cues of the subtitle track of a container, and the container's time of their zero.
  private func readTrack(_ file: String) throws -> (CueTrack, MediaTime) {
    let media = LocatedMedia(path: CueFacts.path(file))
    let info = try media.open(interruption: Interruption()).info
    return (try media.readCues(of: .index(1)), info.presentationStart ?? .zero)
  }

  private func readAny(_ file: String) throws -> (CueTrack, MediaTime) {
    CueFacts.all.contains { $0.file == file && $0.track == 1 }
      ? try readTrack(file) : (try read(file), .zero)
  }

  @Test(
    arguments: CueFacts.files.filter {
      !$0.hasPrefix("pictures") && !$0.hasSuffix(".sup") && !$0.hasSuffix(".scc")
        && $0 != "lyrics.lrc"
    })
  func theCuesOfTextAreThePacketsOfFfprobe(_ file: String) throws {
    let (cues, zero) = try readAny(file)
    let facts = CueFacts.all.filter { $0.file == file && !$0.text.isEmpty }
    #expect(cues.count == facts.count && facts.count > 2)
    for (cue, fact) in zip(cues, facts) {
      #expect(cue.start.adding(zero) == fact.start)
      let end = fact.duration.flatMap { $0 < .zero ? nil : fact.start.adding($0) }
      #expect(cue.end?.adding(zero) == end, "\(cue)")
      #expect(cue.rawText == fact.text)
    }
  }

  /// The packets of XSUB have the numbers of frames instead of times.
  @Test(
    arguments: CueFacts.files.filter {
      $0.hasSuffix(".sup") || $0.hasSuffix(".scc")
        || $0.hasPrefix("pictures") && !$0.hasSuffix(".avi")
    })
  func theBoundariesOfPicturesAndCaptionsAreTheTimesOfFfprobe(_ file: String) throws {
    let (cues, zero) = try readAny(file)
    var times: Set<MediaTime> = []
    for fact in CueFacts.all where fact.file == file {
      times.insert(fact.start)
      // A last cue that is cleared has a duration in some containers.
      if file.hasSuffix(".mkv"), let end = fact.duration.flatMap({ fact.start.adding($0) }) {
        times.insert(end)
      }
    }
    #expect(Set(cues.boundaries.compactMap { $0.adding(zero) }) == times)
    #expect(cues.allSatisfy { file.hasSuffix(".scc") || $0.text.isEmpty })
  }

  @Test func theTimesOfXSUBAreThoseInItsPackets() throws {
    let (cues, _) = try readTrack("pictures-xsub.avi")
    #expect(cues.map(\.start) == [.zero, .milliseconds(2_500), .seconds(5)])
    #expect(cues.map(\.end) == [.seconds(1), .milliseconds(3_250), .seconds(7)])
  }

  @Test func captionsHaveTheTimesOfTheirDecoder() throws {
    let cues = try read("captions.scc")
    #expect(cues.map(\.text) == ["Hello", "World"])
    #expect(cues.map(\.start) == [.seconds(1), .seconds(4)])
  }

  @Test func markupIsLeftOutOfTheText() throws {
    let plain = [
      "Hello, Grüße\nand a second line", "It overlaps & stays", "字幕 שלום", "Short", "The last one",
    ]
    for file in ["dialogue.srt", "dialogue.ass"] { #expect(try read(file).map(\.text) == plain) }
    for codec in ["srt.mkv", "webvtt.mkv", "ass.mkv", "text.mkv", "mov_text.mp4"] {
      #expect(try readTrack("dialogue-\(codec)").0.map(\.text) == plain, "\(codec)")
    }
    let identified = try read("identified.vtt")
    #expect(identified.map(\.identifier) == ["intro", nil, "end of it"])
    #expect(
      identified.map(\.line) == ["Hi there & you", "No identifier", "First line Second line"])
    #expect(
      try read("frames.sub").map(\.line) == ["Hello and a second line", "Overlaps", "No end"])
    #expect(try read("dialogue.jss").first?.line == "Hello and a second line")
  }

  @Test func theOffsetOfLyricsIsInMillisecondsAndTheWordsHaveTimes() throws {
    let cues = try read("lyrics.lrc")
    #expect(cues.map(\.start) == [500, 3_500, 4_750, 5_500].map { .milliseconds($0) })
    #expect(cues.map(\.end) == [2_500, 4_750, 5_500].map { .milliseconds($0) } + [nil])
    #expect(cues.map(\.text) == ["One two", "Refrain", "Last line", "Refrain"])
    #expect(
      cues[0].words == [
        Cue.Word(start: .milliseconds(500), text: "One "),
        Cue.Word(start: .seconds(1), text: "two"),
      ])
    #expect(cues[1].words.isEmpty)
  }

  @Test func aFractionMayFollowAColon() throws {
    let folder = try TemporaryDirectory()
    let text = "[00:01:25]One\n[00:03:50][00:05:75]Two\n"
    try Data(text.utf8).write(to: URL(filePath: folder.path("a.lrc")))
    let cues = try LocatedMedia(path: folder.path("a.lrc")).readCueFile()
    #expect(cues.map(\.start) == [1_250, 3_500, 5_750].map { .milliseconds($0) })
    #expect(cues.map(\.text) == ["One", "Two", "Two"])
  }

  @Test func aTimeWithoutAWordEndsTheLineBefore() throws {
    let folder = try TemporaryDirectory()
    let text = "[00:01.00]<00:01.00>One <00:02.00>two\n[00:03.00]<00:03.00>\n[00:05.00]x\n"
    try Data(text.utf8).write(to: URL(filePath: folder.path("a.lrc")))
    let cues = try LocatedMedia(path: folder.path("a.lrc")).readCueFile()
    #expect(cues.map(\.text) == ["One two", "x"] && cues[0].end == .seconds(3))
  }

  /// It is one character with the comma before it in the line of SubStation Alpha.
  @Test func aTextMayBeginWithAMark() throws {
    let folder = try TemporaryDirectory()
    let text = "1\n00:00:01,000 --> 00:00:02,000\n\u{301}a, b\n\n"
    try Data(text.utf8).write(to: URL(filePath: folder.path("a.srt")))
    let cues = try LocatedMedia(path: folder.path("a.srt")).readCueFile()
    #expect(cues.map(\.text) == ["\u{301}a, b"])
  }

  /// libavformat would store the text for each of its times.
  @Test func aLongLineWithManyTimesIsRefused() throws {
    let folder = try TemporaryDirectory()
    let times = String(repeating: "[00:01.00]", count: 20_000)
    let text = times + String(repeating: "x", count: 20_000)
    try Data(text.utf8).write(to: URL(filePath: folder.path("a.lrc")))
    let media = LocatedMedia(path: folder.path("a.lrc"))
    let error = #expect(throws: MediaError.self) { try media.readCueFile() }
    #expect(error?.detail == "too many times in its lines")
  }

  @Test func theEncodingIsThatOfTheMarkOrTheGivenOne() throws {
    let texts = try read("dialogue.srt").map(\.text)
    #expect(try read("dialogue-utf16.srt").map(\.text) == texts)
    #expect(try read("dialogue-latin1.srt", encoding: "ISO-8859-1").first?.text == texts[0])
    let error = #expect(throws: MediaError.self) { try read("dialogue-latin1.srt") }
    #expect(error?.detail == "the text is not UTF-8, and its encoding is not given")
    #expect(LocatedMedia.knowsEncoding("latin1") && !LocatedMedia.knowsEncoding("no-such"))
    let unknown = #expect(throws: MediaError.self) { try read("dialogue.srt", encoding: "no-such") }
    #expect(unknown?.detail == "unknown encoding no-such")
    let folder = try TemporaryDirectory()
    let srt = try Data(contentsOf: URL(filePath: CueFacts.path("dialogue.srt")))
    try (Data([0xEF, 0xBB, 0xBF]) + srt).write(to: URL(filePath: folder.path("bom.srt")))
    #expect(
      try LocatedMedia(path: folder.path("bom.srt")).readCueFile().map(\.text) == texts)
  }

  /// A half of a pair without the other, and a Vietnamese letter that a tone may follow.
  @Test func damagedTextOfAnEncodingIsReplacedUnitByUnit() throws {
    let folder = try TemporaryDirectory()
    let text = "1\n00:00:01,000 --> 00:00:02,000\nab\u{E9}"
    var wide = Array(text.utf16)
    wide.insert(0xDC00, at: wide.count - 2)
    let bytes = ([0xFEFF] + wide).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    try Data(bytes).write(to: URL(filePath: folder.path("a.srt")))
    let media = LocatedMedia(path: folder.path("a.srt"))
    #expect(try media.readCueFile().map(\.text) == ["a\u{FFFD}b\u{E9}"])
    #expect(try media.readCueFile(encoding: "utf-16").map(\.text) == ["a\u{FFFD}b\u{E9}"])
    try Data(text.utf8.dropLast(2) + [0xE9]).write(to: URL(filePath: folder.path("a.srt")))
    #expect(try media.readCueFile(encoding: "CP1258").map(\.text) == ["ab\u{E9}"])
  }

  @Test func controlCharactersAreCleaned() throws {
    let folder = try TemporaryDirectory()
    let text = "1\n00:00:01,000 --> 00:00:02,000\na\0b\u{1B}[2J\u{7}\u{9B}c\n\n"
    try Data(text.utf8).write(to: URL(filePath: folder.path("a.srt")))
    let cues = try LocatedMedia(path: folder.path("a.srt")).readCueFile()
    #expect(cues.map(\.text) == ["a b [2J  c"])
    #expect(!cues[0].rawText.contains("\0"))
  }

  /// Cues that overlap, end before they begin, have no text, or begin earlier than the one before.
  @Test func damagedCuesAreReadAsFarAsTheyGo() throws {
    let folder = try TemporaryDirectory()
    let times = [(5, 4), (1, 1), (2, 100), (3, 4), (0, 1)]
    var text = "1\n00:00:06,000 --> 00:00:07,000\n\n\n"
    for (start, end) in times {
      text += "2\n00:00:0\(start),000 --> 00:0\(end / 60):\(end % 60),000\nfrom \(start)\n\n"
    }
    text += "2\n99999999999999999999:00:0x,000 --> 00:00:01,000\nno time\n"
    try Data(text.utf8).write(to: URL(filePath: folder.path("a.srt")))
    let cues = try LocatedMedia(path: folder.path("a.srt")).readCueFile()
    #expect(cues.map(\.start) == [0, 1, 2, 3, 5].map { .seconds($0) })
    #expect(cues.map(\.end) == [1, 1, 100, 4, 5].map { .seconds($0) })
    #expect(cues.cues(at: .seconds(1)).map(\.start) == [.seconds(1)])
  }

  @Test func aFileWithoutSubtitlesIsRefused() throws {
    for (path, detail) in [
      (Repository.sample("bbb.mp4"), "no subtitles"), (Repository.path("Makefile"), nil),
      (Repository.path("Tests"), nil), (Repository.path("no-such.srt"), nil),
    ] {
      let error = #expect(throws: MediaError.self) { try LocatedMedia(path: path).readCueFile() }
      #expect(detail == nil || error?.detail == detail, "\(error.map { "\($0)" } ?? "")")
    }
  }

  /// The media plays to the same place.
  @Test func theCuesBeforeDamageAreKept() throws {
    let folder = try TemporaryDirectory()
    let bytes = try Data(contentsOf: URL(filePath: CueFacts.path("dialogue-srt.mkv")))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: folder.path("cut.mkv")))
    let cues = try LocatedMedia(path: folder.path("cut.mkv")).readCues(of: .usual)
    #expect((1..<5).contains(cues.count) && cues[0].start == .milliseconds(500))
  }

  @Test func aTrackIsChosenByNumberOrLanguage() throws {
    let media = LocatedMedia(path: CueFacts.path("dialogue-srt.mkv"))
    #expect(try media.readCues(of: .language("ENG")).count == 5)
    #expect(try media.readCues(of: .usual).count == 5)
    for choice in [CueTrack.Choice.index(0), .index(7), .language("deu")] {
      let error = #expect(throws: MediaError.self) { try media.readCues(of: choice) }
      #expect(error?.reason == .noSuchTrack && error?.detail == "subtitle tracks: 1 eng")
    }
  }

  /// The file is not opened, because its bytes could not be read twice.
  @Test func theTracksOfAPipeAreRefused() throws {
    let folder = try TemporaryDirectory()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    for name in [folder.path("pipe"), "http://127.0.0.1:9/x.mkv"] {
      let error = #expect(throws: MediaError.self) {
        try LocatedMedia(path: name).readCues(of: .usual)
      }
      #expect(error?.reason == .notSeekable)
    }
  }

  @Test func manyCuesAreRead() throws {
    let folder = try TemporaryDirectory()
    func time(_ count: Int) -> String {
      String(format: "%02d:%02d:%02d,000", count / 3_600, count / 60 % 60, count % 60)
    }
    let text = (0..<50_000).map { "\($0)\n\(time($0)) --> \(time($0 + 3))\nline \($0)\n" }
    try Data(text.joined(separator: "\n").utf8).write(to: URL(filePath: folder.path("a.srt")))
    let cues = try LocatedMedia(path: folder.path("a.srt")).readCueFile()
    #expect(cues.count == 50_000 && cues.last?.text == "line 49999")
    #expect(cues.cues(at: .seconds(40_000)).map(\.text) == (39_998...40_000).map { "line \($0)" })
  }
}
