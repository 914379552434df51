import Foundation
import PlayheadKit
import Testing

/// The code of PlayheadTimingAnalysis.md.
@Suite final class TimingGuideTests: GuideExamples {
  @Test func findings() throws {
    let print = output.print
    let report = try TimingReport(of: lateAudio)
    for track in report.tracks {
      print("\(track.track.kind): \(track.packetCount) packets")
    }
    for finding in report.findings where finding.severity >= .warning {
      print("\(finding.kind.rawValue): \(finding.sentence)")
    }
    #expect(output.lines.prefix(2) == ["video: 250 packets", "audio: 470 packets"])
    #expect(output.lines.count == 3 && output.lines[2].hasPrefix("av-offset: audio "))
  }

  @Test func waitingForAReport() async throws {
    let (film, print) = (film, output.print)
    let report = try await TimingReport.reading(film)
    print("\(report.tracks.count) tracks, \(report.ending)")
    #expect(output.lines == ["2 tracks, endOfMedia"])
  }

  @Test func savingAReport() throws {
    let print: (Bool) -> Void = { #expect($0) }
    let report = try TimingReport(of: lateAudio)
    let data = try JSONEncoder().encode(report)
    let saved = try JSONDecoder().decode(TimingReport.self, from: data)
    print(saved == report)
  }

  @Test func firstPackets() {
    let print = output.print
    PacketTablePublisher(of: film)
      .filter { $0.isKeyframe && $0.track == 0 }
      .prefix(3)
      .sink(
        receiveCompletion: { print("\($0)") },
        receiveValue: { print("\($0.byteCount) bytes at \($0.presentationTicks ?? 0)") }
      )
      .store(in: &subscriptions)
    #expect(output.lines.count == 4)
    #expect(output.lines.last == "finished")
  }

  @Test func pages() {
    let print = output.print
    let next = PassthroughSubject<Void, Never>()
    PacketTablePublisher(of: film)
      .pages(of: 100, on: next)
      .sink(receiveCompletion: { _ in }, receiveValue: { print("\($0.count) packets") })
      .store(in: &subscriptions)
    next.send()
    next.send()
    #expect(output.lines == ["100 packets", "100 packets"])
  }

  @Test func measuringPlayback() throws {
    let player = Player(path: film, clock: clock)
    let recorder = ProgressRecorder()
    player.progressPublisher(interval: .milliseconds(100)).subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(5))
    let report = recorder.report
    let lateness = try #require(report.lateness)
    #expect(report.updateCount == 50 && lateness.greatest == .zero)
  }
}
