import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// Generated media with its packets, for comparisons.
struct ComparedMedia {
  var tracks = [Synthetic.video(), Synthetic.audio()]
  /// The packets of each track, in the order of the file.
  var packets: [[PacketTiming]]

  /// Creates five seconds of video and sound, whose packets differ in size.
  init() {
    packets = [
      Synthetic.packets(Synthetic.frames(125), of: tracks[0], lasting: 512),
      Synthetic.packets(Synthetic.samples(234), of: tracks[1], lasting: 1_024),
    ]
    for track in packets.indices {
      for index in packets[track].indices {
        packets[track][index].byteCount = 100 + index * (7_919 + track) % 501
      }
    }
  }

  /// Returns the media in a container with other timebases, to whose ticks the times are rounded.
  func remuxed(to timebase: Timebase) -> ComparedMedia {
    var copy = self
    for track in tracks.indices {
      let old = tracks[track]
      copy.tracks[track].timebase = timebase
      func ticks(_ ticks: Int64) -> Int64 {
        old.time(ofTicks: ticks).converted(to: timebase, rounding: .toNearestOrAwayFromZero)?.ticks
          ?? 0
      }
      copy.packets[track] = packets[track].map { packet in
        var packet = packet
        packet.presentationTicks = packet.presentationTicks.map(ticks)
        packet.decodeTicks = packet.decodeTicks.map(ticks)
        packet.durationTicks = packet.durationTicks.map(ticks)
        return packet
      }
    }
    return copy
  }

  /// Delays the packets of a track from one on.
  mutating func delay(_ track: Int, by ticks: Int64, in range: Range<Int>? = nil) {
    for index in range ?? packets[track].indices {
      packets[track][index].presentationTicks? += ticks
      packets[track][index].decodeTicks? += ticks
    }
  }

  private var report: TimingReport {
    Synthetic.report(tracks, packets.flatMap { $0 })
  }

  private var times: MediaPacketTimes {
    var times = MediaPacketTimes()
    for (track, packets) in zip(tracks, packets) {
      for packet in packets { times.add(packet, of: track) }
    }
    return times
  }

  /// Compares other media with these.
  func compared(
    with other: ComparedMedia, ignoring ignored: Set<MediaDifference.Kind> = []
  ) -> TimingComparison {
    TimingComparison(report, other.report, packets: (times, other.times), ignoring: ignored)
  }
}
