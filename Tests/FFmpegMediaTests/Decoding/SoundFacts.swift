import PlayheadTestEnvironment

/// What ffmpeg decodes of the first audio track of a file, as `scripts/make-facts sound` writes it.
struct SoundFacts {
  let file: String
  let channels: Int
  /// The number of frames that ffmpeg decodes.
  let count: Int
  /// The numbers of some frames, with the samples of their first channels.
  let samples: [(frame: Int, sample: Float)]

  static let all: [SoundFacts] = {
    do {
      return try Repository.text(of: "Tests/Fixtures/sound.txt").split(separator: "\n")
        .compactMap(SoundFacts.init)
    } catch {
      preconditionFailure("Tests/Fixtures/sound.txt: \(error)")
    }
  }()

  private init?(_ line: Substring) {
    let parts = line.split(separator: " ")
    guard parts.count == 67, let channels = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    (file, self.channels, self.count) = (String(parts[2]), channels, count)
    let frames =
      Array(0..<8) + Array(count - 8..<count) + (0..<48).map { $0 * (count - 1) / 47 }
    samples = zip(frames, parts[3...]).map { ($0, Float($1) ?? .nan) }
  }
}
