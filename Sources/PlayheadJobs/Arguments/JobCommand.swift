/// A command line that runs ffmpeg, perhaps behind other commands such as `nice` or `env`, or any program.
package struct JobCommand: Hashable, Sendable {
  /// The words of the command line.
  package let words: [String]
  /// The index of the word that names ffmpeg; nil for any program.
  private let place: Int?
  /// The arguments of ffmpeg; none for any program.
  package let arguments: FFmpegArguments

  /// Finds ffmpeg among the words of a command line. Returns nil if no word names it.
  package init?(_ words: [String]) {
    guard let place = words.firstIndex(where: Self.isFFmpeg) else { return nil }
    self.words = words
    self.place = place
    arguments = FFmpegArguments(Array(words[place...].dropFirst()))
  }

  /// Creates the command line of any program.
  package init(ofAnyProgram words: [String]) {
    (self.words, place, arguments) = (words, nil, FFmpegArguments([]))
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

  /// Returns the words of the command line with our progress channel. Those of any program are unchanged.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor that ffmpeg writes its progress to.
  ///   - hidesStats: Whether ffmpeg prints no status line.
  package func words(reportingTo descriptor: Int32, hidesStats: Bool) -> [String] {
    guard let place else { return words }
    return words[...place] + (hidesStats ? ["-nostats"] : [])
      + arguments.arguments(reportingTo: descriptor)
  }
}
