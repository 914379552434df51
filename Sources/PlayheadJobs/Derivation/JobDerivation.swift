import PlayheadMedia

/// Derives the lengths of outputs: the inputs' streams go through complex filters to outputs.
struct JobDerivation {
  /// A stream of an input with its place, or one that a complex filter made.
  struct Source {
    /// The stream as a decoder delivers it.
    var decoded: JobStream
    /// The stream as it is copied; nil if it begins at a keyframe that is unknown.
    var copied: JobStream?
    /// How much ffmpeg prefers the stream to others of its kind.
    var score = 0.0
    var language: String?
  }

  private let arguments: FFmpegArguments
  /// The streams of each input. An error matters only if an output needs the input.
  private let inputs: [Result<[Source], UnderivedDuration>]
  /// The streams of complex filters that no output has taken.
  private var made: [FilterGraph.Result] = []
  private var usedByFilters: Set<[Int]> = []

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
        guard let place = found.first else {
          throw UnderivedDuration("'\(label)' is no stream of an input")
        }
        used.insert(place)
        return try source(at: place).decoded
      }
      for input in arguments.inputs.indices {
        for (index, source) in try sources(ofInput: input).enumerated()
        where source.decoded.kind == kind && used.insert([input, index]).inserted {
          return source.decoded
        }
      }
      throw UnderivedDuration("a filter has no input")
    }
    usedByFilters = used
  }

  private func sources(ofInput number: Int) throws(UnderivedDuration) -> [Source] {
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
      if let track = facts?.tracks, track.indices.contains(index), track.count == decoded.count {
        source.language = track[index].language
        let size =
          stream.kind == .video
          ? Double(track[index].width ?? 0) * Double(track[index].height ?? 0)
          : Double(track[index].channelCount ?? 0)
        source.score = size + (track[index].isDefault ? 5_000_000 : 0)
      }
      if globals.isSet("copyts"), input.options["ss"] ?? input.options["sseof"] != nil,
        stream.kind == .video
      {
        source.copied = nil
      }
      if stream.isAttachedPicture { source.score = -1 }
      sources.append(source)
    }
    return sources
  }

  private func source(at place: [Int]) throws(UnderivedDuration) -> Source {
    try sources(ofInput: place[0])[place[1]]
  }

  /// Returns the places of the streams that a specifier such as `0:a:1` selects.
  private func sources(_ specifier: Substring) throws(UnderivedDuration) -> [[Int]] {
    let parts = specifier.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, let input = Int(first), arguments.inputs.indices.contains(input)
    else { throw UnderivedDuration("there is no input '\(specifier)'") }
    var places: [[Int]] = []
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
    for index in chosen { places.append([input, index]) }
    return places
  }

  /// Returns the streams of an output, after the filters for all of its streams.
  private func sources(ofOutput number: Int) throws(UnderivedDuration) -> [(Source, isMade: Bool)] {
    let output = arguments.outputs[number]
    var chosen: [(Source, isMade: Bool)] = []
    // ffmpeg adds what complex filters make without a label to the first output.
    if number == 0 {
      for result in made where result.label == nil {
        chosen.append((Source(decoded: result.stream, copied: result.stream), true))
      }
    }
    let maps = output.options.filter { $0.name == "map" }
    if maps.isEmpty {
      for kind in output.defaultKinds where !chosen.contains(where: { $0.0.decoded.kind == kind }) {
        var best: Source?
        for input in arguments.inputs.indices {
          for source in try sources(ofInput: input)
          where source.decoded.kind == kind && source.score > best?.score ?? -.infinity {
            best = source
          }
        }
        if let best { chosen.append((best, false)) }
      }
      return chosen
    }
    var places: [[Int]] = []
    for map in maps {
      var text = map.value[...]
      if text.first == "[" {
        let label = text.dropFirst().prefix { $0 != "]" }
        guard let result = made.first(where: { $0.label == String(label) }) else {
          throw UnderivedDuration("no filter makes '[\(label)]'")
        }
        chosen.append((Source(decoded: result.stream, copied: result.stream), true))
        continue
      }
      let isRemoval = text.first == "-"
      text = text.drop { $0 == "-" }.prefix { $0 != "?" && $0 != "," }
      let selected = try sources(text)
      if isRemoval { places.removeAll(where: selected.contains) } else { places += selected }
    }
    for place in places {
      let source = try source(at: place)
      switch source.decoded.kind {
      case .video where output.options.isSet("vn"), .audio where output.options.isSet("an"):
        continue
      default: chosen.append((source, false))
      }
    }
    return chosen
  }

  /// Returns the length of an output in seconds; infinite if it has no end.
  func seconds(ofOutput number: Int) throws(UnderivedDuration) -> Double {
    let options = arguments.outputs[number].options
    for name in ["fs", "apad"] where options[name] != nil {
      throw UnderivedDuration("the effect of -\(name) is unknown")
    }
    let begin = try options.seconds("ss") ?? 0
    let limit = try options.limit(begin: begin) ?? .infinity
    var streams: [JobStream] = []
    var greatest = limit
    var counts: [MediaTrack.Kind: Int] = [:]
    for (index, (source, isMade)) in try sources(ofOutput: number).enumerated() {
      let kind = source.decoded.kind
      let indexOfKind = counts[kind, default: 0]
      counts[kind, default: 0] += 1
      func option(_ name: String) -> String? {
        options.value(name, kind: kind, index: index, indexOfKind: indexOfKind)
      }
      var stream = source.decoded
      if option("codec") == "copy", !isMade {
        guard let copied = source.copied else {
          throw UnderivedDuration("the copy begins at a keyframe")
        }
        stream = copied
      } else {
        if option("filter_script") ?? option("/filter") != nil {
          throw UnderivedDuration("a filter is in a file")
        }
        if let text = option("filter"), !isMade {
          var isTaken = false
          let results = try FilterGraph(text).results { (label, _) throws(UnderivedDuration) in
            guard !isTaken, label == nil || label == "in" else {
              throw UnderivedDuration("a filter of a single stream has another input")
            }
            isTaken = true
            return source.decoded
          }
          guard results.count == 1 else {
            throw UnderivedDuration("a filter of a single stream has several outputs")
          }
          stream = results[0].stream
        }
        if kind == .video, let rate = option("r") { stream.frameRate = FFmpegNumber.rate(rate) }
      }
      stream.move(by: -begin)
      if let text = option("frames") {
        guard stream.kind == .video, let rate = stream.frameRate,
          let count = FFmpegNumber.count(text)
        else { throw UnderivedDuration("the effect of -frames is unknown") }
        // The output ends with the first stream that has all its frames.
        greatest = min(greatest, stream.start + count / rate)
      }
      streams.append(stream)
    }
    let timed = streams.filter {
      ($0.kind == .audio || $0.kind == .video) && !$0.isAttachedPicture
    }
    // Of a subtitle ffmpeg reports the start, which is unknown.
    if timed.isEmpty { throw UnderivedDuration("output \(number) has no audio and no video") }
    let ends = timed.map(\.end)
    let end = (options.isSet("shortest") ? ends.min() : ends.max()) ?? 0
    // With -copyts ffmpeg reports the time since the first timestamp that it has reported.
    let start = arguments.globalOptions.isSet("copyts") ? timed.map(\.start).min() ?? 0 : 0
    return max(min(end, greatest) - start, 0)
  }
}
