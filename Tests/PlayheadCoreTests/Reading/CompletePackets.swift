import PlayheadMedia
import PlayheadTimekeeping

@testable import PlayheadCore

// Packets that have all times, so that none waits for a later one.

extension PlacedPackets {
  /// Places the packet of a read, if it is one.
  init(of read: MediaRead) {
    self.init()
    guard case .packet(let packet) = read else { return }
    var placement = PacketPlacement(
      track: MediaTrack(index: packet.track, kind: .video, timebase: .milliseconds))
    place(packet, by: &placement)
  }
}

extension ReadAhead {
  mutating func append(_ packet: PacketTiming) {
    append(packet, PlacedPackets(of: .packet(packet)))
  }
}

extension MediaFeed {
  mutating func record(_ read: MediaRead) { record(read, PlacedPackets(of: read)) }
  mutating func recordForNextPass(_ read: MediaRead) {
    recordForNextPass(read, PlacedPackets(of: read))
  }
  mutating func finish(with error: MediaError) { finish(with: error, PlacedPackets()) }
}

extension PlaybackMachine {
  mutating func read(_ read: MediaRead, generation: Int, at now: HostInstant) {
    self.read(read, PlacedPackets(of: read), generation: generation, at: now)
  }

  mutating func readingFailed(_ error: MediaError, generation: Int, at now: HostInstant) {
    readingFailed(error, PlacedPackets(), generation: generation, at: now)
  }
}
