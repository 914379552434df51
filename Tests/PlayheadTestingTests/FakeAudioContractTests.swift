import PlayheadTesting
import Testing
import PlayheadTimekeeping

@Suite struct FakeAudioContractTests {
  static let rows = [
    row("a fake that answers at once"),
    row("a slow fake") { device in
      device.latency = .milliseconds(200)
      device.responseTime = .milliseconds(30)
      device.drift = 400
      device.readingNoise = .milliseconds(1)
    },
  ]

  private static func row(
    _ description: String, _ change: @escaping @Sendable (inout FakeAudioDevice) -> Void = { _ in }
  ) -> AudioOutputRow {
    AudioOutputRow(description) {
      var device = FakeAudioDevice()
      change(&device)
      let clock = ManualHostClock()
      let opener = FakeAudioOpener(clock: clock, devices: [device])
      return AudioOutputRow.Trial(
        opener: opener,
        samples: { samples in samples.flatMap { [Float($0 + 1) / 65_536, -Float($0 + 1) / 65_536] }
        },
        wait: { clock.advance(by: .milliseconds(5)) },
        heardSamples: {
          guard let output = opener.outputs.last else { return [] }
          return Array(output.takenSamples.prefix(2 * Int(output.samplesHeard(at: clock.now))))
        })
    }
  }

  @Test(arguments: rows, AudioOutputCheck.all)
  func holds(_ row: AudioOutputRow, _ check: AudioOutputCheck) {
    #expect(check.violations(row) == [])
  }
}
