import PlayheadKit

/// One file that is played, and what its records tell of it besides where the playhead is.
struct PlayedItem: Sendable {
  /// As it was given, exactly.
  let argument: String
  /// The same for people to read.
  let file: String
  /// Its place on the command line, from 1, where playlists stand for what they name.
  let number: Int
  /// How many there are.
  let count: Int
  private(set) var title: String?
  private(set) var chapters = ChapterList()
  /// Whether there are frames to be shown.
  private(set) var hasVideo = false
  /// Of the video track that is played; nil where its rate is not known to be constant.
  private(set) var frames: FrameCount?
  /// The number of the frame at the position that is reported, if the rate is not constant and the
  /// player has counted frames up to there.
  private(set) var countedFrame: Int64?
  /// What timecode is counted by; nil where there is no rate for it.
  private(set) var timecodes: TimecodeCount?

  /// - Parameters:
  ///   - argument: the file as it was given.
  ///   - count: how many files there are.
  ///   - title: what a playlist calls it.
  init(file argument: String, number: Int, of count: Int = 1, title: String? = nil) {
    self.argument = argument
    file = CommandLine.readableText(of: argument)
    self.number = number
    self.count = max(count, number)
    self.title = title
  }

  /// Takes in what the opened medium tells; `rate` is the one to count timecode by, where the
  /// medium's is not to be.
  mutating func describe(_ info: MediaInfo, timecodeRate rate: FrameRate?) {
    // Ogg tells of the file what it tells of its track.
    let tags = info.tags + info.timelineTracks.flatMap(\.tags)
    title = tags.first { $0.key.lowercased() == "title" }?.value ?? title
    let zero = info.presentationStart ?? .zero
    chapters = ChapterList(info)
    let video = info.timelineTracks.first { $0.kind == .video }
    hasVideo = video != nil
    let count = video.flatMap { FrameCount(of: $0, in: info, from: zero) }
    // What Matroska declares is a default that its frames need not keep, and there is no table of
    // them: good enough to count labels by, not frames.
    frames = info.container.hasPrefix("matroska") ? nil : count
    timecodes = TimecodeCount(of: info, rate: rate)
  }

  /// The item as it is at a position: with the frame there, if that has to be counted.
  func counted(at position: MediaTime, by player: Player) -> PlayedItem {
    guard hasVideo, frames == nil else { return self }
    var item = self
    item.countedFrame = player.frameNumber(at: position).map { Int64($0) }
    return item
  }

  /// The number of the frame that is shown, from 0; nil before the first, and if it is not known.
  func frame(at progress: PlayheadProgress) -> Int64? {
    guard let frames else { return countedFrame }
    // At the end the last frame is still shown.
    if let last = progress.lastFrameStart, progress.position >= last {
      return frames.shown(at: last, isOver: false)
    }
    let isOver = progress.duration?.isExact == true && progress.duration?.time == progress.position
    return frames.shown(at: progress.position, isOver: isOver)
  }

  /// The file's name without the folders.
  var lastPathComponent: String {
    file.split(separator: "/").last.map(String.init) ?? file
  }

  func timecode(at position: MediaTime) -> Timecode? { timecodes?.timecode(at: position) }

  /// A length of the media, counted from zero.
  func timecode(lasting length: MediaTime) -> Timecode? { timecodes?.timecode(lasting: length) }
}

extension TimecodeCount {
  /// The timecode of a medium; `rate` is the one to count by, if the medium's is not to be.
  init?(of info: MediaInfo, rate: FrameRate?) {
    if let rate {
      self.init(rate, start: info.startTimecode, frames: FrameCount(rate))
      return
    }
    let zero = info.presentationStart ?? .zero
    guard let video = info.timelineTracks.first(where: { $0.kind == .video }),
      let frames = FrameCount(of: video, in: info, from: zero)
    else { return nil }
    self.init(frames.rate, start: info.startTimecode, frames: frames)
  }
}

extension MediaInfo {
  /// The timecode of the first frame, as the container writes it: of the tracks that are played
  /// first, then of any (a `tmcd` track's), then its own.
  fileprivate var startTimecode: String? {
    let tags = timelineTracks.flatMap(\.tags) + tracks.flatMap(\.tags) + self.tags
    return tags.first { $0.key.lowercased() == "timecode" }?.value
  }
}
