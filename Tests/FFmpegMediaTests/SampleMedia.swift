import FFmpegMedia
import Foundation
import Media
import TestEnvironment

/// The sample files of the repository, and what ffprobe reports about each.
enum SampleMedia {
  static func open(_ file: String) throws -> any MediaSource {
    try FFmpegOpener(path: Repository.sample(file)).open(interruption: Interruption())
  }

  static let facts: [ContainerFacts] = {
    func read(_ file: String) throws -> [ContainerFacts] {
      let text = try Repository.text(of: "Tests/Fixtures/\(file)")
      return try JSONDecoder().decode([ContainerFacts].self, from: Data(text.utf8))
    }
    do {
      // FFmpeg 7.1 reports other values for some files.
      let differing = LibavformatVersion.major >= 61 ? try read("ffprobe-61.json") : []
      return try read("ffprobe.json").filter(\.sampled).map { facts in
        differing.first { $0.file == facts.file } ?? facts
      }
    } catch {
      preconditionFailure("Tests/Fixtures/ffprobe.json: \(error)")
    }
  }()
}

extension FFmpegOpener {
  init(
    path: String, protocols: Set<String> = [], following: FileFollowing? = nil,
    probeLimit: Duration? = nil
  ) {
    self.init(
      pathBytes: path.utf8, protocols: protocols, following: following, probeLimit: probeLimit)
  }
}

extension MediaSource {
  /// Reads the next packet. Returns nil at the end of the media.
  func readPacket() throws(MediaError) -> PacketTiming? {
    if case .packet(let packet) = try read() { packet } else { nil }
  }

  /// Reads all packets from here to the end of the media.
  func readAll() throws -> [PacketTiming] {
    var packets: [PacketTiming] = []
    while let packet = try readPacket() { packets.append(packet) }
    return packets
  }
}
