import PlayheadAudio
import PlayheadAudioDevices
import Foundation
import PlayheadTesting
import PlayheadSoundServer
import PlayheadTestEnvironment
import Testing

@Suite(.serialized) struct AudioOutputContractTests {
  static let rows = [
    AudioOutputRow("PulseAudio") {
      let sound = try PipeSoundServer()
      return AudioOutputRow.Trial(
        opener: PulseAudioOutputOpener(server: sound.server.address), samples: samples,
        wait: { sound.device.waitForTick() },
        heardSamples: { sound.device.heard.sequences.flatMap { SampleCode.samples($0) } })
    },
    AudioOutputRow("ALSA") {
      let directory = try TemporaryDirectory()
      let file = directory.path("sound")
      return AudioOutputRow.Trial(
        opener: ALSAOutputOpener(device: "file:'\(file)',raw"), samples: samples,
        // A device of ALSA plays in real time, and the test does not control when.
        wait: { usleep(2_000) },
        heardSamples: {
          let bytes = (try? Data(contentsOf: URL(filePath: directory.path("sound")))) ?? Data()
          return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        })
    },
  ]

  @Sendable private static func samples(_ samples: Range<Int>) -> [Float] {
    SampleCode.samples(Int64(samples.lowerBound)..<Int64(samples.upperBound))
  }

  @Test(arguments: rows, AudioOutputCheck.all)
  func holds(_ row: AudioOutputRow, _ check: AudioOutputCheck) {
    #expect(check.violations(row) == [])
  }
}
