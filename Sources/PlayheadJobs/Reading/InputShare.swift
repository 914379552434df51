import PlayheadTimekeeping

/// The share of its inputs that an ffmpeg command has read, for arguments from which the duration of the
/// output cannot be derived.
package struct InputShare: Sendable {
  /// A file of an input, and the times between which it is read, in seconds.
  package struct Part: Equatable, Sendable {
    /// The path or URL.
    package var location: String
    package var begin: Double
    package var length: Double
    /// Whether the length of the file is an estimate, so that its bytes count and not its times.
    package var isEstimated = false

    package init(
      location: String, begin: Double = 0, length: Double, isEstimated: Bool = false
    ) {
      (self.location, self.begin, self.length) = (location, begin, length)
      self.isEstimated = isEstimated
    }
  }

  /// The files of each input in the order of reading; none for an input that does not determine the length.
  package let inputs: [[Part]]
  /// How many seconds of each input have been read.
  private var reached: [Double]
  /// Whether the inputs are read in sequence.
  private let isSequence: Bool

  /// Creates the share of a command that has read nothing; nil if it depends on more than the inputs' files.
  package init?(_ arguments: FFmpegArguments, files: [[Part]]) {
    var inputs: [[Part]] = []
    for (input, files) in zip(arguments.inputs, files) {
      let loops = input.options["stream_loop"] ?? "0"
      let isEndless = input.options["f"] == "lavfi" || input.imageFiles != nil || loops == "-1"
      if isEndless {
        inputs.append([])
        continue
      }
      // ffmpeg may read a file several times between two looks at it.
      let isRepeated =
        loops != "0" || input.repeatsAnimation || Set(files.map(\.location)).count < files.count
      guard !isRepeated, !files.isEmpty, let parts = try? Self.parts(of: files, readBy: input)
      else { return nil }
      inputs.append(parts)
    }
    let ends = ["fs", "t", "to", "frames"]
    let isCut = arguments.outputs.contains { $0.options.contains { ends.contains($0.name) } }
    guard !isCut, inputs.contains(where: { !$0.isEmpty }) else { return nil }
    self.inputs = inputs
    reached = inputs.map { _ in 0 }
    isSequence = arguments.globalOptions.contains {
      $0.name == "filter_complex" && $0.value.contains("concat")
    }
  }

  /// Returns the parts of files that an input reads.
  private static func parts(
    of files: [Part], readBy input: FFmpegArguments.Input
  ) throws(UnderivedDuration) -> [Part] {
    let total = files.reduce(0) { $0 + $1.length }
    var begin = try input.options.seconds("ss") ?? 0
    if input.options["ss"] == nil, let fromEnd = try input.options.seconds("sseof") {
      begin = max(total + fromEnd, 0)
    }
    var rest = min(try input.options.limit(begin: begin) ?? .infinity, total - begin)
    var parts: [Part] = []
    for file in files {
      let skipped = min(begin, file.length)
      let length = min(file.length - skipped, max(rest, 0))
      begin -= skipped
      rest -= length
      var part = file
      (part.begin, part.length) = (file.begin + skipped, length)
      parts.append(part)
    }
    return parts
  }

  /// Records that a file of an input has been read up to a time in seconds.
  package mutating func reach(_ time: Double, inPart part: Int, ofInput input: Int) {
    guard inputs.indices.contains(input), inputs[input].indices.contains(part) else { return }
    let place = inputs[input][part]
    let before = inputs[input][..<part].reduce(0) { $0 + $1.length }
    reached[input] = max(reached[input], before + min(max(time - place.begin, 0), place.length))
  }

  /// The share that has been read, 0 to 1; nil if there is nothing to read.
  package var value: Double? {
    let lengths = inputs.map { $0.reduce(0) { $0 + $1.length } }
    let (done, whole) =
      isSequence
      ? (reached.reduce(0, +), lengths.reduce(0, +)) : (reached.max() ?? 0, lengths.max() ?? 0)
    return whole > 0 ? done / whole : nil
  }
}

extension ConcatList {
  /// Returns the files that the list plays; none if the length of one is unknown.
  package func parts(at locations: [String], _ facts: [JobInputFacts?]) -> [InputShare.Part] {
    var parts: [InputShare.Part] = []
    for (entry, (location, facts)) in zip(entries, zip(locations, facts)) {
      guard let length = entry.length(facts?.duration?.seconds) else { return [] }
      parts.append(
        .init(
          location: location, begin: entry.inpoint ?? 0, length: length,
          isEstimated: facts?.isEstimated == true))
    }
    return parts
  }
}
