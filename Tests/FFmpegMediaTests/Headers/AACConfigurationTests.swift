import Testing

@testable import PlayheadFFmpeg

/// Whether AAC plays at the declared sample rate.
@Suite struct AACConfigurationTests {
  @Test(
    arguments: [
      // 48 kHz stereo, 48 kHz 5.1, 44.1 kHz stereo, 32 kHz mono.
      [0x11, 0x90], [0x11, 0xB0], [0x12, 0x10], [0x12, 0x88],
    ] as [[UInt8]])
  func theDeclaredSampleRateIsExactAbove24kHz(_ bytes: [UInt8]) {
    #expect(AACConfiguration(bytes).isPlain)
  }

  /// 24 and 22.05 kHz, without and with the extension that rules out spectral band replication.
  @Test(arguments: [[0x13, 0x10], [0x13, 0x90]] as [[UInt8]])
  func theSampleRateMayBeDoubledUpTo24kHz(_ bytes: [UInt8]) {
    #expect(!AACConfiguration(bytes).isPlain)
    let denial: [UInt8] = [0x56, 0xE5, 0x00]
    #expect(AACConfiguration(bytes + denial).isPlain)
  }

  @Test(
    arguments: [
      // Too short, HE-AAC, Main, SBR declared, 960-sample packets, a core coder, extensions,
      // channels and rates without an index, unknown bytes.
      [], [0x12], [0x2B, 0x11, 0x88], [0x2B, 0x11], [0x0A, 0x10], [0x13, 0x10, 0x56, 0xE5, 0x80],
      [0x12, 0x14], [0x12, 0x12], [0x12, 0x11], [0x12, 0x00], [0x12, 0x40], [0x17, 0x90],
      [0x12, 0x10, 0x00], [0x12, 0x10, 0x56, 0xE5, 0x00, 0x00],
    ] as [[UInt8]])
  func otherConfigurationsNeedDecoding(_ bytes: [UInt8]) {
    #expect(!AACConfiguration(bytes).isPlain)
  }
}
