import PlayheadAudio
import Foundation
import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// What a closed player still holds, and an output that does not open.
@Suite struct SoundReleaseTests {
  private final class Packet: EncodedPacket {
    func retimed(as timing: PacketTiming) -> any EncodedPacket { Packet() }
    func shared() -> (any EncodedPacket)? { nil }
  }

  @Test func aClosedPlayerKeepsNoPackets() {
    weak var packet: Packet?
    var sound = SoundMachine()
    var playback = PlaybackMachine(
      decodes: true, drive: PlaybackDrive(clock: nil, sound: SoundDrive()))
    do {
      let waiting = Packet()
      packet = waiting
      _ = sound.append(waiting)
    }
    let now = HostInstant(nanoseconds: 0)
    playback.close(at: now)
    let progress = SoundMachine.Progress(isHungry: true, isFull: false, end: .zero)
    _ = sound.nextStep(progress, playback, at: now)
    #expect(packet != nil)
    #expect(sound.removePendingRelease().count == 1)
    #expect(packet == nil)
  }

  @Test func aPlayerThatIsClosedWhileItOpensKeepsNoDecoder() throws {
    let clock = ManualHostClock()
    let opener = FakeAudioOpener(clock: clock)
    let media = FakeMedia(info: SoundStage.info(), steps: FakeMedia.frames(0..<50, frameTicks: 20))
    let player = Player(media: media, clock: clock, audio: AudioPlayback(output: opener))
    let source = try #require(try media.open(interruption: Interruption()) as? any DecodingSource)
    player.close()
    #expect(player.makeDecoders(of: source) != nil)
    clock.advance(by: .zero)
    let hasTrack = player.state.withLock { $0.sound?.track != nil }
    #expect(!hasTrack)
  }

  /// An opener whose server does not answer until a test permits it.
  private final class SlowOpener: AudioOutputOpener {
    let opener: FakeAudioOpener
    let isOpening = DispatchSemaphore(value: 0)
    let mayAnswer = DispatchSemaphore(value: 0)

    init(_ opener: FakeAudioOpener) { self.opener = opener }

    func open(
      _ format: AudioFormat, interruption: Interruption, onChange: @escaping @Sendable () -> Void
    ) throws(AudioError) -> any AudioOutput {
      isOpening.signal()
      mayAnswer.wait()
      return try opener.open(format, interruption: interruption, onChange: onChange)
    }
  }

  private static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)

  @Test func aPlayerThatWaitsForTheOutputOfAnotherCanBeInterrupted() async {
    let slow = SlowOpener(FakeAudioOpener(clock: ManualHostClock()))
    let shared = SharedAudioOutputOpener(slow)
    let interruption = Interruption()
    async let first = Self.open(shared, Interruption())
    await Self.wait(for: slow.isOpening)
    async let second = Self.open(shared, interruption)
    async let third = Self.open(shared, Interruption())
    interruption.interrupt()
    #expect(await second == .interrupted)
    slow.mayAnswer.signal()
    #expect(await first == nil)
    #expect(await third == nil)
    #expect(slow.opener.attemptCount == 1)
  }

  /// Opens an output on another thread. Returns the error.
  private static func open(
    _ opener: any AudioOutputOpener, _ interruption: Interruption
  ) async -> AudioError.Reason? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        do throws(AudioError) {
          _ = try opener.open(format, interruption: interruption, onChange: {})
          continuation.resume(returning: nil)
        } catch {
          continuation.resume(returning: error.reason)
        }
      }
    }
  }

  private static func wait(for semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        semaphore.wait()
        continuation.resume()
      }
    }
  }
}
