@testable import AVFoundation
import PlayheadMedia
import Testing

@Suite struct AVErrorTests {
  @Test(arguments: [
    (MediaError(.open, of: "a", reason: .notMedia), AVError.Code.fileFormatNotRecognized, -11828),
    (MediaError(.decode, of: "a", reason: .damaged), .decodeFailed, -11821),
    (MediaError(.read, of: "a", reason: .damaged), .fileFailedToParse, -11829),
    (MediaError(.open, of: "a", reason: .unsupported), .decoderNotFound, -11833),
    (MediaError(.open, of: "a", reason: .notFound), .unknown, -11800),
  ])
  func errorsOfMediaHaveApplesNumbers(error: MediaError, code: AVError.Code, number: Int) {
    let bridged = AVError(error) as NSError
    #expect(bridged.domain == AVFoundationErrorDomain && bridged.code == number)
    #expect(bridged.localizedDescription == error.description)
    #expect(bridged.userInfo[NSUnderlyingErrorKey] as? MediaError == error)
    #expect((AVError(error) as any Error).localizedDescription == error.description)
    #expect(AVError(error).code == code)
  }
}
