import Foundation
import PlayheadTestEnvironment
import Testing

/// Files that the local ffmpeg encodes from one sound with attacks, which make encoders change their block sizes.
struct EncodedSound {
  /// A file: the name of its encoder, the extension that selects the muxer, and further options.
  struct File: CustomTestStringConvertible {
    let encoder: String
    let container: String
    var options: [String] = []

    var testDescription: String { "\(encoder) in \(container)" }
  }

  static let sampleRate = 44_100
  static let seconds = 2
  static let ffmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The files that ffmpeg can make; empty without ffmpeg.
  static let files: [File] = {
    let known = (try? run(["-v", "error", "-encoders"]).split(separator: "\n")) ?? []
    let encoders = Set(known.compactMap { $0.split(separator: " ").dropFirst().first })
    return table.filter { encoders.contains(Substring($0.encoder)) }
  }()

  /// The encoders, their options, and the containers.
  private static let table: [File] = [
    ("libvorbis", "", "ogg mkv webm mp4 nut"), ("vorbis", "-ac 2", "ogg mkv"),
    ("libopus", "-ar 48000", "opus ogg mkv webm mp4 ts caf"), ("opus", "-ac 2 -ar 48000", "mkv"),
    ("aac", "", "m4a mov mkv ts aac flv avi nut"),
    ("libmp3lame", "", "mp3 mp4 mkv ts avi flv mpg wav"),
    ("mp2", "", "mp2 mpg ts mkv avi"), ("libtwolame", "", "mpg"),
    ("ac3", "", "ac3 ts mkv mp4 avi mpg"),
    ("eac3", "", "eac3 ts mkv mp4 avi"), ("dca", "-ac 2 -ar 48000", "dts ts mkv avi"),
    ("flac", "", "flac ogg mkv mp4 avi wma wtv"), ("alac", "", "m4a mkv caf"),
    ("wavpack", "", "wv mkv"),
    ("tta", "", "tta mkv"), ("truehd", "-ac 2 -ar 48000", "mkv"), ("mlp", "-ar 48000", "mlp"),
    ("wmav2", "", "wma mkv"), ("wmav1", "", "wma"), ("nellymoser", "-ar 22050", "flv"),
    ("libspeex", "-ar 16000", "spx"), ("libgsm", "-ar 8000", "gsm"),
    ("s302m", "-ac 2 -ar 48000", "ts"),
    ("adpcm_ima_wav", "", "wav avi"), ("adpcm_ms", "", "wav"), ("adpcm_swf", "-ar 22050", "flv"),
    ("adpcm_ima_qt", "", "mov"), ("g722", "-ar 16000", "g722 avi"), ("g726", "-ar 8000", "wav avi"),
    ("pcm_s16le", "", "wav mkv avi mov w64"), ("pcm_s16be", "", "aiff au caf"),
    ("pcm_u8", "", "wav voc"),
    ("pcm_f32le", "", "wav"), ("pcm_mulaw", "", "au wav"),
  ].flatMap { (encoder: String, options: String, containers: String) in
    containers.split(separator: " ").map {
      File(
        encoder: encoder, container: String($0),
        options: options.split(separator: " ").map(String.init))
    }
  }

  private let directory: TemporaryDirectory

  /// Encodes all files with one process.
  init() throws {
    directory = try TemporaryDirectory()
    let source = try directory.write(Self.wave, to: "source.wav")
    var arguments = ["-v", "error", "-nostdin", "-i", source]
    for file in Self.files {
      arguments +=
        ["-map", "0:a", "-c:a", file.encoder] + file.options + ["-strict", "-2", path(of: file)]
    }
    _ = try Self.run(arguments)
  }

  func path(of file: File) -> String { directory.path("\(file.encoder).\(file.container)") }

  /// Returns the output of ffmpeg.
  static func run(_ arguments: [String]) throws -> String {
    guard let ffmpeg else { return "" }
    let directory = try TemporaryDirectory()
    let process = try SpawnedProcess(
      ffmpeg, arguments,
      streams: [
        .file("/dev/null", flags: O_RDONLY),
        .file(directory.path("out"), flags: O_WRONLY | O_CREAT),
        .file(directory.path("errors"), flags: O_WRONLY | O_CREAT),
      ])
    let status = process.waitForExit()
    let errors = try String(contentsOfFile: directory.path("errors"), encoding: .utf8)
    try #require(status == 0, "\(errors)")
    return try String(contentsOfFile: directory.path("out"), encoding: .utf8)
  }

  /// Tones that begin suddenly and fade, with clicks at their starts, as a WAV file.
  private static var wave: Data {
    var random = SplitMix64(seed: 52)
    var samples: [Int16] = []
    var (pitch, start) = (440.0, 0)
    for index in 0..<sampleRate * seconds {
      if index - start > sampleRate / 8, random.next() % 2_000 == 0 {
        (pitch, start) = (Double(200 + random.next() % 3_000), index)
      }
      let age = Double(index - start) / Double(sampleRate)
      let noise = Double(Int64(random.next() % 2_001)) / 1_000 - 1
      let tone = sin(age * pitch * 2 * .pi) * exp(-age * 16) * 0.5
      samples.append(Int16((tone + noise * (exp(-age * 200) * 0.2 + 0.003)) * 32_000))
    }
    func bytes<Value: FixedWidthInteger>(_ value: Value) -> Data {
      withUnsafeBytes(of: value.littleEndian) { Data($0) }
    }
    let content = samples.reduce(into: Data()) { $0 += bytes($1) }
    let rate = UInt32(sampleRate)
    let format =
      bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(rate) + bytes(rate * 2) + bytes(UInt16(2))
      + bytes(UInt16(16))
    return Data("RIFF".utf8) + bytes(UInt32(36 + content.count)) + Data("WAVEfmt ".utf8)
      + bytes(UInt32(16)) + format + Data("data".utf8) + bytes(UInt32(content.count)) + content
  }
}
