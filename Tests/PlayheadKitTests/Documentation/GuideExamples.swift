import PlayheadKit
import PlayheadTestEnvironment

/// The media, the clock and the output of the code in the articles of PlayheadKit's documentation.
///
/// Each block of code there is a sequence of lines in a test of a subclass; `GuideTests` compares
/// them.
class GuideExamples {
  let clock = ManualHostClock()
  let film = Repository.sample("beepflash/bf.mp4")
  let song = Repository.sample("mediafile.opus")
  let talk = Repository.sample("bbb_chapters.mkv")
  /// The film with audio that begins 0.12 s late.
  let lateAudio = Repository.sample("beepflash/bf_av_skew_p120.mp4")
  var subscriptions = Set<AnyCancellable>()
  let output = Output()

  /// What the examples print. It is written by one thread at a time, because the clock is manual.
  final class Output: @unchecked Sendable {
    private(set) var lines: [String] = []

    /// Records a line in place of Swift's `print`.
    func print(_ line: String) { lines.append(line) }
  }
}
