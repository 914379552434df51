import PlayheadMedia

extension FilterGraph {
  /// A stream that leaves the graph.
  struct Result {
    /// Its label; nil if it has none.
    var label: String?
    var stream: JobStream
  }

  /// Returns the streams that leave the graph. `input` returns that of a label, or the next unused one of a kind.
  func results(
    input: (_ label: String?, _ kind: MediaTrack.Kind) throws(UnderivedDuration) -> JobStream
  ) throws(UnderivedDuration) -> [Result] {
    let produced = Set(chains.joined().flatMap(\.outputs))
    var labelled: [String: JobStream] = [:]
    var unlabelled: [JobStream] = []
    var waiting = chains
    while !waiting.isEmpty {
      // A chain can be evaluated as soon as the chains are whose outputs it takes.
      guard
        let index = waiting.firstIndex(where: { chain in
          let own = Set(chain.flatMap(\.outputs))
          return chain.allSatisfy { filter in
            filter.inputs.allSatisfy {
              labelled[$0] != nil || own.contains($0) || !produced.contains($0)
            }
          }
        })
      else { throw UnderivedDuration("the filter graph has a loop") }
      var flowing: [JobStream] = []
      for filter in waiting.remove(at: index) {
        var streams: [JobStream] = []
        for label in filter.inputs {
          if let stream = labelled.removeValue(forKey: label) {
            streams.append(stream)
          } else {
            streams.append(try input(label, filter.inputKind(at: streams.count)))
          }
        }
        streams += flowing
        while streams.count < filter.inputCount {
          streams.append(try input(nil, filter.inputKind(at: streams.count)))
        }
        flowing = try filter.outputs(of: streams)
        for label in filter.outputs where !flowing.isEmpty {
          labelled[label] = flowing.removeFirst()
        }
      }
      unlabelled += flowing
    }
    let named = chains.joined().flatMap(\.outputs).compactMap { label in
      labelled[label].map { Result(label: label, stream: $0) }
    }
    return named + unlabelled.map { Result(label: nil, stream: $0) }
  }
}

extension FilterGraph.Filter {
  /// The number of streams that the filter takes.
  var inputCount: Int {
    if Self.isSource(name) { return 0 }
    switch name {
    case "concat":
      // Each of the numbers is limited, so that the product is.
      return number("n", index: 0, default: 2) * (concatKinds.video + concatKinds.audio)
    case "amix", "amerge", "join", "hstack", "vstack", "xstack", "mix":
      return number("inputs", "nb_inputs", "n", index: 0, default: 2)
    case "xfade", "acrossfade", "alphamerge", "sidechaincompress", "sidechaingate", "amultiply",
      "afir":
      return 2
    case _ where Self.pairs.contains(name): return 2
    default: return 1
    }
  }

  /// The numbers of video and audio streams in each part of `concat`.
  var concatKinds: (video: Int, audio: Int) {
    (number("v", index: 1, default: 1), number("a", index: 2, default: 0))
  }

  /// Returns the kind of an input.
  func inputKind(at index: Int) -> MediaTrack.Kind {
    if name == "concat" {
      let kinds = concatKinds
      let count = max(kinds.video + kinds.audio, 1)
      return index % count < kinds.video ? .video : .audio
    }
    return Self.takesAudio(name) ? .audio : .video
  }

  /// Returns the value of an option that counts streams, at most 1,000.
  func number(_ keys: String..., index: Int? = nil, default number: Int) -> Int {
    value(keys, index: index).flatMap { Int($0) }.map { min(max($0, 0), 1_000) } ?? number
  }

  private static func takesAudio(_ name: String) -> Bool {
    if videoNames.contains(name) { return false }
    return name.hasPrefix("a") || audioNames.contains(name)
      || name.hasPrefix("show") && !["showinfo", "showpalette"].contains(name)
  }

  /// Filters of video whose names begin like those of audio.
  private static let videoNames: Set<String> = [
    "addroi", "alphaextract", "alphamerge", "amplify", "ass", "atadenoise", "avgblur",
  ]

  private static let audioNames: Set<String> = [
    "bandpass", "bandreject", "bass", "biquad", "bs2b", "channelmap", "channelsplit", "chorus",
    "compand", "compensationdelay", "crossfeed", "crystalizer", "dcshift", "deesser",
    "dialoguenhance", "drmeter", "dynaudnorm", "earwax", "ebur128", "equalizer", "extrastereo",
    "firequalizer", "flanger", "haas", "hdcd", "headphone", "highpass", "highshelf", "join",
    "ladspa", "loudnorm", "lowpass", "lowshelf", "lv2", "mcompand", "pan", "replaygain",
    "rubberband", "sidechaincompress", "sidechaingate", "silencedetect", "silenceremove",
    "sofalizer",
    "speechnorm", "stereotools", "stereowiden", "superequalizer", "surround", "tiltshelf", "treble",
    "tremolo", "vibrato", "virtualbass", "volume", "volumedetect",
  ]

  /// Filters that join two streams of video frame by frame.
  static let pairs: Set<String> = [
    "blend", "displace", "hysteresis", "identity", "libvmaf", "lut2", "maskedmax", "maskedmin",
    "midequalizer", "msad", "multiply", "overlay", "overlay_cuda", "overlay_opencl", "overlay_qsv",
    "overlay_vaapi", "overlay_vulkan", "paletteuse", "psnr", "ssim", "vif",
  ]
}
