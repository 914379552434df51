import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment

/// The sample files of the repository, and what ffprobe reports about each.
enum SampleMedia {
  static func open(_ file: String) throws -> any MediaSource {
    try LocatedMedia(path: Repository.sample(file)).open(interruption: Interruption())
  }

  static let facts: [ContainerFacts] = {
    do {
      return try LibavformatVersion.facts(in: "ffprobe.json") {
        $0.file == $1.file
      } parse: {
        try JSONDecoder().decode([ContainerFacts].self, from: Data($0.utf8))
      }.filter(\.sampled)
    } catch {
      preconditionFailure("Tests/Fixtures/ffprobe.json: \(error)")
    }
  }()
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
