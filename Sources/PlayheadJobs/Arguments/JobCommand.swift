/// A command line that runs ffmpeg, perhaps behind other commands such as `nice` or `env`, or any program.
package struct JobCommand: Equatable, Sendable {
  /// The words of the command line.
  package let words: [String]
  /// The index of the word that names ffmpeg; nil for any program.
  private let index: Int?
  /// The arguments of ffmpeg; none for any program.
  package let arguments: FFmpegArguments

  /// Finds ffmpeg among the words of a command line. Returns nil if no word names it.
  package init?(_ words: [String]) {
    guard let index = Self.ffmpegIndex(in: words) else { return nil }
    self.words = words
    self.index = index
    arguments = FFmpegArguments(Array(words[index...].dropFirst()))
  }

  /// Creates the command line of any program.
  package init(ofAnyProgram words: [String]) {
    (self.words, index, arguments) = (words, nil, FFmpegArguments([]))
  }

  /// Returns the index of the word that names the ffmpeg that is run.
  private static func ffmpegIndex(in words: [String]) -> Int? {
    var start: Int? = 0
    while let index = start, words.indices.contains(index) {
      if isFFmpeg(words[index]) { return index }
      guard let wrapper = WrapperCommand(words[index]) else {
        return ffmpegIndex(in: words, after: index)
      }
      start = wrapper.command(in: words, from: index + 1)
    }
    return nil
  }

  /// Returns the index of ffmpeg behind an unknown program, whose options may have the same word as a value.
  private static func ffmpegIndex(in words: [String], after index: Int) -> Int? {
    let candidates = words.indices.filter { $0 > index && isFFmpeg(words[$0]) }
    for (candidate, next) in zip(candidates, candidates.dropFirst()) {
      let arguments = FFmpegArguments(Array(words[(candidate + 1)...next]))
      if !arguments.inputs.isEmpty || arguments.outputs.isEmpty { return candidate }
    }
    return candidates.last
  }

  /// Returns whether a word names ffmpeg, by any path, with or without a version: `/opt/bin/ffmpeg-6.1`.
  private static func isFFmpeg(_ word: String) -> Bool {
    let name = word.split(separator: "/").last ?? ""
    let digits = name.dropFirst("ffmpeg".utf8.count)
    return name.hasPrefix("ffmpeg") && digits.allSatisfy { $0.isNumber || "-._".contains($0) }
  }

  /// Whether ffmpeg's status line is printed because the user asked for it.
  package var wantsStats: Bool { arguments.arguments.contains("-stats") }

  /// Whether ffmpeg writes media, or the progress that the user asked for, to standard output.
  package var usesStandardOutput: Bool {
    arguments.writesStandardOutput
      || arguments.progressTarget.map { ["-", "pipe:", "pipe:1", "/dev/stdout"].contains($0) }
        ?? false
  }

  /// Returns the words of the command line, for ffmpeg with our progress channel.
  package func words(reportingTo descriptor: Int32, hidesStats: Bool) -> [String] {
    guard let index else { return words }
    return words[...index] + (hidesStats ? ["-nostats"] : [])
      + arguments.arguments(reportingTo: descriptor)
  }
}
