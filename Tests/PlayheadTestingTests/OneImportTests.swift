import PlayheadTesting
import Testing

/// A test that imports only this product can name all types in its interface.
@Suite struct OneImportTests {
  @Test func typesInTheInterfaceCanBeNamed() throws {
    let clock: ManualHostClock = ManualScheduler().clock
    clock.advance(by: .seconds(1))
    #expect(clock.now == HostInstant(nanoseconds: 1_000_000_000))

    let packet = PacketTiming(track: 0, presentationTicks: 0, durationTicks: 40)
    let track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    let info = MediaInfo(name: "own", container: "own", tracks: [track], isSeekable: false)
    let media: any MediaOpener = FakeMedia(info: info, steps: [.packet(packet)])
    let source = try media.open(interruption: Interruption())
    #expect(try source.read() == MediaRead.packet(packet))
    #expect(throws: MediaError.self) { try source.seek(to: MediaTime.zero) }

    let recorder = RecordingSubscriber<Int, Never>(asking: Subscribers.Demand.max(1))
    Just(1).subscribe(recorder)
    #expect(recorder.values == [1])
  }
}
