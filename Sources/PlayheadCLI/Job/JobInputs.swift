import Glibc
import PlayheadKit

/// The inputs of a job, which are read for their durations.
struct JobInputs {
  private static let longestList = 1 << 20

  let arguments: FFmpegArguments
  private let directory = getcwd(nil, 0).map { path in
    defer { free(path) }
    return String(cString: path)
  }

  init(_ arguments: FFmpegArguments) { self.arguments = arguments }

  /// Returns the duration that the output is expected to have; nil if it cannot be derived. Reads the inputs
  /// that are files, or URLs of http, which may block.
  var expectedDuration: MediaTime? {
    try? arguments.expectedDuration(facts: arguments.inputs.map(facts))
  }

  /// The share of the inputs that has been read, which is none at first; nil if it does not show how much
  /// is done. Reads the inputs, as `expectedDuration` does.
  var share: InputShare? { InputShare(arguments, files: arguments.inputs.map(files)) }

  private func files(of input: FFmpegArguments.Input) -> [InputShare.Part] {
    if input.options["f"] == "concat" {
      return list(at: input.url).map { $0.list.parts(at: $0.locations, $0.facts) } ?? []
    }
    let isInput = input.readsStandardInput && FileIdentity(descriptor: STDIN_FILENO) != nil
    if input.isLive && !isInput { return [] }
    let location = isInput ? Self.standardInput : input.url
    let length = facts(of: location, in: directory)?.duration?.seconds
    return length.map { [InputShare.Part(location: location, length: $0)] } ?? []
  }

  private static let standardInput = "/proc/self/fd/0"

  private func facts(of input: FFmpegArguments.Input) -> JobInputFacts? {
    if input.isLive || input.options["f"] == "lavfi" { return nil }
    if let images = input.imageFiles {
      let count = images.count(
        exists: { access($0, F_OK) == 0 }, matches: { Self.count(matching: $0) })
      return JobInputFacts(duration: nil, tracks: [], imageCount: count)
    }
    if input.options["f"] == "concat" {
      return list(at: input.url).flatMap { $0.list.facts(of: $0.facts) }
    }
    return facts(of: input.url, in: directory)
  }

  private func facts(of location: String, in directory: String?) -> JobInputFacts? {
    let path = InputTracker.path(of: location)
    let opener = AttachedMedia.named(path, in: directory)
    guard let media = try? PreparedMedia(opening: opener) else { return nil }
    var facts = JobInputFacts(media.info)
    if facts.duration == nil { facts.duration = (try? media.duration())??.time }
    return facts
  }

  private func list(
    at path: String
  ) -> (list: ConcatList, locations: [String], facts: [JobInputFacts?])? {
    var status = stat()
    // What a pipe contains is for ffmpeg, which may not have opened it yet.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let bytes = Array(readingFrom: descriptor, atMost: Self.longestList + 1),
      bytes.count <= Self.longestList
    else { return nil }
    let list = ConcatList(CommandLine.exactText(bytes))
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? ""
    let locations = list.entries.map { entry in
      entry.path.hasPrefix("/") || entry.path.contains("://") ? entry.path : folder + entry.path
    }
    return (list, locations, locations.map { facts(of: $0, in: directory) })
  }

  private static func count(matching pattern: String) -> Int {
    var found = glob_t()
    defer { globfree(&found) }
    return glob(pattern, 0, nil, &found) == 0 ? Int(found.gl_pathc) : 0
  }
}
