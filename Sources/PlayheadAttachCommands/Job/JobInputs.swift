import Glibc
import PlayheadAttaching
import PlayheadFFmpeg
import PlayheadFormatting
import PlayheadJobs
import PlayheadLocking
import PlayheadMedia
import PlayheadOutputs
import PlayheadReading
import PlayheadTimekeeping

/// The inputs of a job, which are read for their durations.
final class JobInputs: Sendable {
  private static let longestList = 1 << 20
  private static let headerLength = 4_096
  /// The greatest file that is read as a whole because its duration is an estimate. For others, the share counts.
  private static let greatestMeasuredSize: off_t = 256 << 20

  /// The number of bytes that are read at most to measure durations, of all inputs.
  private static let greatestMeasuredTotal: off_t = 1 << 30

  /// The number of inputs that are opened at most. A list may name many.
  private static let greatestCount = 1_000

  /// The facts about the inputs, which are opened once.
  private struct Read {
    var facts: [Source: JobInputFacts?] = [:]
    var measured: off_t = 0
  }

  private struct Source: Hashable {
    let location: String
    let options: InputOptions
  }

  let arguments: FFmpegArguments
  /// Cancels reading the inputs.
  let interruption = Interruption()
  private let read = Locked(Read())
  private let directory = getcwd(nil, 0).map { path in
    defer { free(path) }
    return CommandLine.exactText(Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
  }

  init(_ arguments: FFmpegArguments) { self.arguments = arguments }

  /// Derives the duration of the output, if possible, from the inputs, whose reading may block.
  var expectedDuration: MediaTime? {
    try? arguments.expectedDuration(facts: arguments.inputs.map(facts))
  }

  /// The share of the inputs that was read, none at first; nil if it shows nothing. Reading the inputs may block.
  var share: InputShare? { InputShare(arguments, files: arguments.inputs.map(files)) }

  /// Finds out how much a process has read of the inputs; nil if that does not show how much is done.
  func tracker(of child: pid_t) -> InputTracker? {
    share.flatMap { InputTracker($0, readBy: child, arguments.inputs.map(InputOptions.init)) }
  }

  private func files(of input: FFmpegArguments.Input) -> [InputShare.Part] {
    if input.options["f"] == "concat" {
      return list(at: input.url).map { $0.list.parts(at: $0.locations, $0.facts) } ?? []
    }
    let isInput = input.readsStandardInput && FileIdentity(descriptor: STDIN_FILENO) != nil
    if input.isLive && !isInput { return [] }
    let location = isInput ? Self.standardInput : input.url
    let options = InputOptions(input)
    guard let facts = facts(of: location, options), let length = facts.duration?.seconds else {
      return []
    }
    return [InputShare.Part(location: location, length: length, isEstimated: facts.isEstimated)]
  }

  private static let standardInput = "/proc/self/fd/0"

  private func facts(of input: FFmpegArguments.Input) -> JobInputFacts? {
    if input.isLive || input.options["f"] == "lavfi" { return nil }
    if let images = input.imageFiles {
      let count = images.count(
        exists: { access(Self.path(of: $0), F_OK) == 0 }, matches: { Self.count(matching: $0) })
      return JobInputFacts(duration: nil, tracks: [], imageCount: count)
    }
    if input.options["f"] == "concat" {
      return list(at: input.url).flatMap { $0.list.facts(of: $0.facts) }
    }
    var facts = facts(of: input.url, InputOptions(input))
    if interruption.isInterrupted { return nil }
    facts?.playCount = Self.bytes(at: input.url, atMost: Self.headerLength)
      .flatMap(AnimationHeader.playCount)
    return facts
  }

  private func facts(of location: String, _ options: InputOptions = InputOptions())
    -> JobInputFacts?
  {
    let source = Source(location: location, options: options)
    if let known = read.withLock({ $0.facts[source] }) { return known }
    if read.withLock({ $0.facts.count >= Self.greatestCount }) { return nil }
    let facts = readFacts(of: source)
    read.withLock { $0.facts[source] = .some(facts) }
    return facts
  }

  private func readFacts(of source: Source) -> JobInputFacts? {
    var opener = AttachedMedia.named(InputTracker.path(of: source.location), in: directory)
    if var media = opener as? LocatedMedia {
      media.inputOptions = source.options
      opener = media
    }
    guard let media = try? PreparedMedia(opening: opener, interruption: interruption) else {
      return nil
    }
    var facts = JobInputFacts(media.info)
    guard let size = Self.size(ofFile: source.location) else {
      // The bytes that ffmpeg has read from a URL cannot be seen.
      facts.isEstimated = false
      return facts
    }
    if facts.duration == nil {
      let length = reserve(size) ? (try? media.duration())??.time : nil
      (facts.duration, facts.isEstimated) = (length, false)
    } else if facts.isEstimated, size <= Self.greatestMeasuredSize, reserve(size),
      let length = (try? media.measuredDuration())??.time
    {
      facts.correct(toMeasured: length)
    }
    return facts
  }

  /// Counts the bytes of a file that may be read as a whole; returns false if there are too many.
  private func reserve(_ size: off_t) -> Bool {
    read.withLock { read in
      guard size <= Self.greatestMeasuredTotal - read.measured else { return false }
      read.measured += size
      return true
    }
  }

  private func list(
    at path: String
  ) -> (list: ConcatList, locations: [String], facts: [JobInputFacts?])? {
    // What a pipe contains is for ffmpeg, which may not have opened it yet.
    guard Self.size(ofFile: path) != nil,
      let bytes = Self.bytes(at: path, atMost: Self.longestList + 1),
      bytes.count <= Self.longestList
    else { return nil }
    let list = ConcatList(CommandLine.exactText(bytes))
    let locations = list.locations(listedAt: InputTracker.path(of: path))
    return (list, locations, locations.map { facts(of: $0) })
  }

  private static func path(of location: String) -> [CChar] {
    CommandLine.exactBytes(of: InputTracker.path(of: location)).cString
  }

  /// Returns the size of a regular file; nil for everything else.
  private static func size(ofFile location: String) -> off_t? {
    var status = stat()
    guard stat(path(of: location), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return status.st_size
  }

  private static func bytes(at location: String, atMost count: Int) -> [UInt8]? {
    guard size(ofFile: location) != nil else { return nil }
    let descriptor = open(path(of: location), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return Array(readingFrom: descriptor, atMost: count)
  }

  private static func count(matching pattern: String) -> Int {
    var found = glob_t()
    defer { globfree(&found) }
    return glob(path(of: pattern), 0, nil, &found) == 0 ? Int(found.gl_pathc) : 0
  }
}

extension InputOptions {
  /// Creates the options with which ffmpeg reads an input. Those of a list are not those of its files.
  init(_ input: FFmpegArguments.Input) {
    if input.options["f"] == "concat" {
      self.init()
      return
    }
    self.init(format: input.options["f"], values: input.formatOptions)
  }
}
