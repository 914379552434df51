import PlayheadMedia

/// Derives the lengths of outputs: the inputs' streams go through complex filters to outputs.
struct JobDerivation {
  /// A stream of an input, or one that a complex filter made.
  struct Source {
    /// The stream as a decoder delivers it.
    var decoded: JobStream
    /// The stream as it is copied; nil if it begins at a keyframe that is unknown.
    var copied: JobStream?
    /// How much ffmpeg prefers the stream to others of its kind.
    var score = 0.0
    /// Whether an option of the input leaves it out.
    var isLeftOut = false
    /// The language, as the container has it.
    var language: String?
  }

  /// Where a stream is.
  struct StreamPath: Hashable {
    var input: Int
    var index: Int
  }

  let arguments: FFmpegArguments
  /// The streams of each input. An error matters only if an output needs the input.
  private let inputs: [Result<[Source], UnderivedDuration>]
  /// The streams of complex filters that no output has taken.
  var made: [FilterGraph.Result] = []
  private var usedByFilters: Set<StreamPath> = []

  /// Evaluates the complex filters of a command.
  init(_ arguments: FFmpegArguments, facts: [JobInputFacts?]) throws(UnderivedDuration) {
    self.arguments = arguments
    inputs = arguments.inputs.enumerated().map { number, input in
      Result { () throws(UnderivedDuration) in
        let facts = facts.indices.contains(number) ? facts[number] : nil
        return try Self.sources(
          of: input, facts: facts, number: number, globals: arguments.globalOptions)
      }
    }
    for option in arguments.globalOptions {
      switch option.name {
      case "filter_complex": try add(FilterGraph(option.value))
      case "filter_complex_script", "/filter_complex":
        throw UnderivedDuration("the filter graph is in a file")
      default: break
      }
    }
  }

  private mutating func add(_ graph: FilterGraph) throws(UnderivedDuration) {
    var used = usedByFilters
    made += try graph.results { (label, kind) throws(UnderivedDuration) in
      if let label {
        let found = try sources(label[...])
        guard let stream = found.first else {
          throw UnderivedDuration("'\(label)' is no stream of an input")
        }
        used.insert(stream)
        return try source(at: stream).decoded
      }
      for input in arguments.inputs.indices {
        for (index, source) in try sources(ofInput: input).enumerated()
        where source.decoded.kind == kind && !source.isLeftOut
          && used.insert(StreamPath(input: input, index: index)).inserted
        {
          return source.decoded
        }
      }
      throw UnderivedDuration("a filter has no input")
    }
    usedByFilters = used
  }

  func sources(ofInput number: Int) throws(UnderivedDuration) -> [Source] {
    try inputs[number].get()
  }

  private static func sources(
    of input: FFmpegArguments.Input, facts: JobInputFacts?, number: Int, globals: [FFmpegOption]
  ) throws(UnderivedDuration) -> [Source] {
    func streams(isCopied: Bool) throws(UnderivedDuration) -> [JobStream] {
      let timing = FFmpegArguments.Input.Timing(
        isCopied: isCopied, isKept: globals.isSet("copyts"),
        startsAtZero: globals.isSet("start_at_zero"))
      return try input.streams(facts: facts, number: number, timing: timing)
    }
    let decoded = try streams(isCopied: false)
    let copied = try streams(isCopied: true)
    var sources: [Source] = []
    for (index, (stream, copy)) in zip(decoded, copied).enumerated() {
      var source = Source(decoded: stream, copied: copy)
      if let tracks = facts?.tracks, tracks.count == decoded.count {
        let track = tracks[index]
        source.language = track.language
        let size =
          stream.kind == .video
          ? Double(track.width ?? 0) * Double(track.height ?? 0) : Double(track.channelCount ?? 0)
        source.score = size + (track.isDefault ? 5_000_000 : 0)
      }
      if globals.isSet("copyts"), input.options["ss"] ?? input.options["sseof"] != nil,
        stream.kind == .video
      {
        source.copied = nil
      }
      if stream.isAttachedPicture { source.score = -1 }
      source.isLeftOut = input.leavesOut(stream.kind)
      sources.append(source)
    }
    return sources
  }

  func source(at stream: StreamPath) throws(UnderivedDuration) -> Source {
    try sources(ofInput: stream.input)[stream.index]
  }

  /// Returns the places of the streams that a specifier such as `0:a:1` selects.
  func sources(_ specifier: Substring) throws(UnderivedDuration) -> [StreamPath] {
    let parts = specifier.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, let input = Int(first), arguments.inputs.indices.contains(input)
    else { throw UnderivedDuration("there is no input '\(specifier)'") }
    var rest = parts.dropFirst()
    let streams = try sources(ofInput: input)
    var chosen = Array(streams.indices)
    while let part = rest.popFirst() {
      if let index = Int(part) {
        chosen = rest.isEmpty && chosen.indices.contains(index) ? [chosen[index]] : []
      } else if let kind = MediaTrack.Kind(specifier: part) {
        chosen = chosen.filter {
          streams[$0].decoded.kind == kind
            && !(part == "V" && streams[$0].decoded.isAttachedPicture)
        }
      } else if part == "m", rest.popFirst() == "language", let language = rest.popFirst() {
        chosen = chosen.filter { streams[$0].language == String(language) }
      } else {
        throw UnderivedDuration("stream specifier '\(specifier)' cannot be followed")
      }
    }
    return chosen.filter { !streams[$0].isLeftOut }.map { StreamPath(input: input, index: $0) }
  }
}
