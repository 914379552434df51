import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis
import Testing

/// Media of several edits, as FFmpeg sends their packets.
@Suite struct EditTests {
  private let video = Synthetic.video()
  private let audio = Synthetic.audio()

  /// The packets from the keyframe before an edit are decoded again, and times go back for them.
  private func packets(of track: MediaTrack, _ times: [Int64], lasting length: Int64)
    -> [PacketTiming]
  {
    var packets = Synthetic.packets(times, of: track, lasting: length)
    var again = Array(packets.suffix(20))
    for index in again.indices { again[index].isDiscarded = true }
    again[0].beginsEdit = true
    var next = Synthetic.packets(
      times.map { $0 + (times.last ?? 0) + length - 300 }, of: track, lasting: length)
    next[0].beginsEdit = true
    packets += again
    return packets + next
  }

  @Test func whatIsDecodedBeforeAnEditIsNotJudged() {
    var meter = TimingMeter(info: Synthetic.info([video, audio]))
    for packet in packets(of: video, Synthetic.frames(100), lasting: 512) { meter.add(packet) }
    for packet in packets(of: audio, Synthetic.samples(187), lasting: 1_024) { meter.add(packet) }
    let report = meter.report(ending: .endOfMedia)
    let kinds = Set(Synthetic.kinds(report))
    #expect(kinds.isDisjoint(with: [.backwardsDecodeTime, .overlap, .gap, .timestampJump]))
    #expect(report.tracks.allSatisfy { $0.backwardsDecodeTimes.isEmpty })
  }

  /// libavformat derives decode times from the depth of the first pictures, which a later part may exceed.
  @Test(arguments: ["matroska,webm", "nut"])
  func derivedDecodeTimesAreNotTheFiles(container: String) {
    var packets = Synthetic.packets(Synthetic.frames(50), of: video, lasting: 512)
    for group in 0..<12 {
      let first = Int64(50 + 4 * group)
      let decoded = packets.last?.decodeTicks ?? 0
      let next = Synthetic.packets(
        [3, 1, 0, 2].map { (first + $0) * 512 }, of: video, lasting: 512)
      for (index, var packet) in next.enumerated() {
        packet.decodeTicks =
          [decoded + 512, (first + 1) * 512, first * 512, (first + 2) * 512][index]
        packets.append(packet)
      }
    }
    var info = Synthetic.info([video])
    info.container = container
    var meter = TimingMeter(info: info)
    for packet in packets { meter.add(packet) }
    let report = meter.report(ending: .endOfMedia)
    #expect(Synthetic.kinds(report) == [])
    #expect(report.tracks[0].frameRate?.measured == FrameRate(25, 1))
    var stored = TimingMeter(info: Synthetic.info([video]))
    for packet in packets { stored.add(packet) }
    #expect(Synthetic.kinds(stored.report(ending: .endOfMedia)).contains(.backwardsDecodeTime))
  }

  @Test func aDecodeTimeThatGoesBackWithinAnEditIsFound() {
    var packets = Synthetic.packets(Synthetic.frames(100), of: video, lasting: 512)
    packets[50].decodeTicks = 0
    var meter = TimingMeter(info: Synthetic.info([video]))
    for packet in packets { meter.add(packet) }
    #expect(Synthetic.kinds(meter.report(ending: .endOfMedia)) == [.backwardsDecodeTime])
  }
}
