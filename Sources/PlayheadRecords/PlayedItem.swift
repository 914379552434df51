import PlayheadCore
import PlayheadFormatting
import PlayheadMedia
import PlayheadOutputs
import PlayheadTimecode
import PlayheadTimekeeping

/// A file that is played, with the properties that its records contain.
package struct PlayedItem: Sendable {
  /// The argument that names the file, exactly.
  package let argument: String
  /// The name for display.
  package let file: String
  /// The number of the file, counted from 1, with playlists replaced by their entries.
  package private(set) var number: Int
  /// The total number of files.
  package private(set) var count: Int
  /// Why playback ended, for the line that remains on a terminal; nil in records, which have a state.
  package var ending: EndReason?
  package private(set) var title: String?
  package private(set) var chapters = ChapterList()
  /// The cues of the file, with its positions.
  package var cues = CueFeed()
  /// Whether a played track is video.
  package private(set) var hasVideo = false
  /// The frame numbers of the played video track, or nil if its rate is not known to be constant.
  package private(set) var frames: FrameCount?
  /// The number of the frame at the position, if the player has counted frames of a variable rate up to there.
  private(set) var countedFrame: Int64?
  /// The timecode of the file, or nil if there is no suitable frame rate.
  package private(set) var timecodes: TimecodeCount?

  /// Creates an item whose file is not open yet, with its number from 1 and the playlist's title.
  package init(file argument: String, number: Int, of count: Int = 1, title: String? = nil) {
    self.argument = argument
    file = CommandLine.readableText(of: argument)
    self.number = number
    self.count = max(count, number)
    self.title = title
  }

  /// Sets the number of the file and the total number of files, because the list has changed.
  package mutating func setNumber(_ number: Int, of count: Int) {
    (self.number, self.count) = (number, count)
  }

  /// Adds the properties of the opened file, with its frame rate for timecode or another one.
  package mutating func describe(_ info: MediaInfo, timecodeRate rate: FrameRate?) {
    // Ogg stores the tags of the file in its tracks.
    let tags = info.tags + info.timelineTracks.flatMap(\.tags)
    title = tags.first { $0.key.lowercased() == "title" }?.value ?? title
    let zero = info.presentationStart ?? .zero
    chapters = ChapterList(info)
    let video = info.timelineTracks.first { $0.kind == .video }
    hasVideo = video != nil
    let count = video.flatMap { FrameCount(of: $0, in: info, from: zero) }
    // Matroska declares only a default frame rate and has no table of frames. That is accurate
    // enough for timecode, but not for frame numbers.
    frames = info.container.hasPrefix("matroska") ? nil : count
    timecodes = TimecodeCount(of: info, rate: rate)
  }

  /// Adds the rate of the timecode that the positions are.
  package mutating func describe(_ rate: TimecodeRate) {
    let zero = Timecode(frame: 0, base: rate.base).text
    timecodes = rate.frameRate.flatMap {
      TimecodeCount($0, start: zero, frames: FrameCount($0))
    }
  }

  /// Adds another timecode than that of the container.
  package mutating func describe(_ timecodes: TimecodeCount) { self.timecodes = timecodes }

  /// Adds what another player says of the item.
  package mutating func describe(title: String?, _ chapters: [PresentedChapter]) {
    (self.title, self.chapters) = (title, ChapterList(chapters))
  }

  /// Returns the item at a reading of the player, with the number of the frame if it must be counted.
  package func counted(at progress: PlayheadProgress) -> PlayedItem {
    guard frames == nil else { return self }
    var item = self
    item.countedFrame = progress.frameNumber.map { Int64($0) }
    return item
  }

  /// Returns the number of the current frame, from 0; nil before the first one, or if it is unknown.
  package func frame(at progress: PlayheadProgress) -> Int64? {
    guard let frames else { return countedFrame }
    // At the end the last frame is still shown.
    if let last = progress.lastFrameStart, progress.position >= last {
      return frames.shown(at: last, isOver: false)
    }
    let isOver = progress.duration?.isExact == true && progress.duration?.time == progress.position
    return frames.shown(at: progress.position, isOver: isOver)
  }

  /// The name of the file without its folders.
  package var lastPathComponent: String {
    file.split(separator: "/").last.map(String.init) ?? file
  }

  package func timecode(at position: MediaTime) -> Timecode? { timecodes?.timecode(at: position) }

  /// Returns a duration as timecode, counted from zero.
  package func timecode(lasting length: MediaTime) -> Timecode? {
    timecodes?.timecode(lasting: length)
  }
}

extension TimecodeCount {
  /// Creates the timecode of a file, counted at `rate` or, if that is nil, at its own frame rate.
  package init?(of info: MediaInfo, rate: FrameRate?) {
    if let rate {
      self.init(rate, start: info.startTimecode(at: rate), frames: FrameCount(rate))
      return
    }
    let zero = info.presentationStart ?? .zero
    guard let video = info.timelineTracks.first(where: { $0.kind == .video }),
      let frames = FrameCount(of: video, in: info, from: zero)
    else { return nil }
    self.init(frames.rate, start: info.startTimecode(at: frames.rate), frames: frames)
  }
}

extension MediaInfo {
  /// The timecode of the first frame in the tags: of the played tracks, of others (such as `tmcd`), of the container.
  fileprivate func startTimecode(at rate: FrameRate) -> String? {
    let tags = timelineTracks.flatMap(\.tags) + tracks.flatMap(\.tags) + self.tags
    guard let label = tags.first(where: { $0.key.lowercased() == "timecode" })?.value else {
      return nil
    }
    let track = tracks.first { track in
      track.kind == .data && track.frameRate != nil && track.tags.contains { $0.value == label }
    }
    return track?.frameRate.flatMap { Timecode.label(label, counting: $0, at: rate) } ?? label
  }
}

extension Timecode {
  /// Returns a label at a multiple of the frame rate at which it counts; nil for another rate.
  fileprivate static func label(
    _ text: String, counting own: FrameRate, at rate: FrameRate
  ) -> String? {
    let labels = Int64(own.numerator) * Int64(rate.denominator)
    let (factor, rest) = (Int64(rate.numerator) * Int64(own.denominator))
      .quotientAndRemainder(dividingBy: labels)
    let start = text.index(after: text.lastIndex { ":;.".contains($0) } ?? text.startIndex)
    guard (2...8).contains(factor), rest == 0, let frames = numbers(in: text)?.last, frames < 1_000
    else { return nil }
    return "\(text[..<start])\(frames * factor)"
  }
}
