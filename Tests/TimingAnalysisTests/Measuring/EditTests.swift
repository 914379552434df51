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

  @Test func aDecodeTimeThatGoesBackWithinAnEditIsFound() {
    var packets = Synthetic.packets(Synthetic.frames(100), of: video, lasting: 512)
    packets[50].decodeTicks = 0
    var meter = TimingMeter(info: Synthetic.info([video]))
    for packet in packets { meter.add(packet) }
    #expect(Synthetic.kinds(meter.report(ending: .endOfMedia)) == [.backwardsDecodeTime])
  }
}
