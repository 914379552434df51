import PlayheadAudio
import Testing

@Suite struct AudioErrorTests {
  @Test func theDescriptionNamesTheOutputAndTheReason() {
    #expect(AudioError("PulseAudio", .noServer).description == "PulseAudio: no sound server")
    #expect(
      AudioError("PulseAudio", .missingLibrary("libpulse.so.0")).description
        == "PulseAudio: libpulse.so.0 is not installed")
    #expect(
      AudioError("PulseAudio", .refused, detail: "Access denied").description
        == "PulseAudio: Access denied")
  }
}
