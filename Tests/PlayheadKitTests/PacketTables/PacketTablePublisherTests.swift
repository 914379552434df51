import PlayheadKit
import PlayheadTestEnvironment
import PlayheadTesting
import Testing

@Suite struct PacketTablePublisherTests {
  private func table(
    _ steps: [FakeMedia.Step], frameCount: Int = 10
  ) -> PacketTablePublisher {
    let info = FakeMedia(frameCount: frameCount).info
    return PacketTablePublisher(of: FakeMedia(info: info, steps: steps))
  }

  @Test func onlyRequestedPacketsAreRead() {
    let error = MediaError(.read, of: "fake", reason: .damaged)
    let subscriber = RecordingSubscriber<PacketTiming, MediaError>(asking: .max(3))
    table(FakeMedia.frames(0..<4) + [.failure(error)]).subscribe(subscriber)
    #expect(subscriber.values.map(\.presentationTicks) == [0, 40, 80])
    #expect(subscriber.completion == nil)
    subscriber.request(.max(1))
    #expect(subscriber.values.count == 4 && subscriber.completion == nil)
    subscriber.request(.max(1))
    #expect(subscriber.completion == .failure(error) && subscriber.violations.isEmpty)
  }

  @Test func packetsAreAnAsynchronousSequence() async {
    let error = MediaError(.read, of: "fake", reason: .damaged)
    var ticks: [Int64?] = []
    await #expect(throws: error) {
      for try await packet in table(FakeMedia.frames(0..<4) + [.failure(error)]).packets {
        ticks.append(packet.presentationTicks)
      }
    }
    #expect(ticks == [0, 40, 80, 120])
  }

  @Test func theFirstKeyframesOfAFileArePublished() {
    let path = Repository.sample("beepflash/bf.mp4")
    let subscriber = RecordingSubscriber<PacketTiming, MediaError>()
    PacketTablePublisher(of: path)
      .filter { $0.isKeyframe && $0.track == 0 }
      .prefix(3)
      .subscribe(subscriber)
    #expect(subscriber.values.count == 3 && subscriber.isFinished)
    #expect(subscriber.values.allSatisfy { $0.byteCount > 0 })
  }

  @Test func aMillionPacketsArePublishedBeforeTheEnd() {
    let count = TestEffort.rounds(1_000_000)
    let media = EndlessMedia(packetCount: count)
    var seen = 0
    var isFinished = false
    let following = PacketTablePublisher(of: media).sink(
      receiveCompletion: { isFinished = $0 == .finished }, receiveValue: { _ in seen += 1 })
    #expect(seen == count && isFinished)
    following.cancel()
  }

  @Test func mediaThatCannotBeOpenedFailAtTheFirstRequest() {
    let error = MediaError(.open, of: "fake", reason: .notFound)
    let subscriber = RecordingSubscriber<PacketTiming, MediaError>(asking: .none)
    PacketTablePublisher(of: FakeMedia(failingWith: error)).subscribe(subscriber)
    #expect(subscriber.completion == nil)
    subscriber.request(.max(1))
    #expect(subscriber.completion == .failure(error))
  }

  @Test func nothingIsPublishedAfterCancellingWhileReceivingAValue() {
    let subscriber = RecordingSubscriber<PacketTiming, MediaError>(
      onValue: { subscriber, packet in
        if packet.presentationTicks == 80 { subscriber.cancel() }
        return .none
      })
    table(FakeMedia.frames(0..<10)).subscribe(subscriber)
    #expect(subscriber.values.count == 3 && subscriber.completion == nil)
    #expect(subscriber.violations.isEmpty)
  }

  @Test func eachTriggerPublishesAPage() {
    let trigger = PassthroughSubject<Void, Never>()
    let subscriber = RecordingSubscriber<[PacketTiming], MediaError>()
    table(FakeMedia.frames(0..<7)).pages(of: 3, on: trigger).subscribe(subscriber)
    #expect(subscriber.values.isEmpty)
    trigger.send(())
    #expect(subscriber.values.map(\.count) == [3])
    trigger.send(())
    trigger.send(())
    #expect(subscriber.values.map(\.count) == [3, 3, 1])
    #expect(subscriber.isFinished && subscriber.violations.isEmpty)
  }

  @Test func pagesWaitForDemandAndEndWithTheirTrigger() {
    let trigger = PassthroughSubject<Void, Never>()
    let subscriber = RecordingSubscriber<[PacketTiming], MediaError>(asking: .max(1))
    table(FakeMedia.frames(0..<100)).pages(of: 3, on: trigger).subscribe(subscriber)
    for _ in 0..<3 { trigger.send(()) }
    #expect(subscriber.values.count == 1)
    trigger.send(completion: .finished)
    #expect(subscriber.completion == nil)
    subscriber.request(.max(5))
    #expect(subscriber.values.count == 3 && subscriber.isFinished)
    #expect(subscriber.values.last?.first?.presentationTicks == 240)
    #expect(subscriber.violations.isEmpty)
  }
}

/// Media with a given number of packets, which are created as they are read.
private struct EndlessMedia: MediaOpener {
  let name = "endless"
  let packetCount: Int

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    Source(packetCount: packetCount)
  }

  private final class Source: MediaSource {
    let info = FakeMedia(frameCount: 1).info
    let packetCount: Int
    var next = 0

    init(packetCount: Int) { self.packetCount = packetCount }

    func read() throws(MediaError) -> MediaRead {
      if next == packetCount { return .endOfMedia }
      next += 1
      return .packet(PacketTiming(track: 0, presentationTicks: Int64(next)))
    }

    func seek(to time: MediaTime) throws(MediaError) {}
  }
}
