import PlayheadKit
import Testing

@testable import PlayheadCLI

@Suite struct StatusLineTests {
  private func status(
    _ position: MediaTime, of duration: MediaTime? = .seconds(10),
    state: PlaybackState = .playing, title: String? = nil, until read: MediaTime? = nil
  ) -> PlaybackStatus {
    PlaybackStatus(
      progress: PlayheadProgress(
        position: position, due: position, hostInstant: HostInstant(nanoseconds: 7),
        duration: duration.map { MediaDuration(time: $0, isExact: true) }, rate: .normal,
        state: state, cause: .beat, skipped: 0),
      state: state, tags: title.map { [Tag(key: "TITLE", value: $0)] },
      bufferedRange: read.map { position..<$0 })
  }

  private func line(_ status: PlaybackStatus) -> String? {
    StatusLineFormat(columns: 60).line(status)
  }

  @Test func showsElapsedDurationPercentAndABar() {
    #expect(
      line(status(.milliseconds(5_250)))
        == "0:05.2 / 0:10.0  52.5 % [#################----------------]")
  }

  @Test func showsWhatHasBeenReadAhead() {
    #expect(
      line(status(.seconds(5), until: .seconds(10)))
        == "0:05.0 / 0:10.0  50.0 % [################=================]")
  }

  @Test func showsWhyThePlayheadStandsAndTheTitle() {
    #expect(
      line(status(.seconds(5), state: .stalled, title: "A tune"))
        == "0:05.0 / 0:10.0  50.0 % [#########---------] stalled A tune")
  }

  @Test func aTitleIsNoCommandToTheTerminal() {
    #expect(
      line(status(.seconds(5), title: "\u{1B}[2JA\n\u{7}B\u{202E}"))
        == "0:05.0 / 0:10.0  50.0 % [#############--------------] [2JAB")
  }

  @Test func aLongTitleIsCutAndNeverWrapsTheLine() throws {
    let long = try #require(line(status(.seconds(5), title: String(repeating: "x", count: 500))))
    #expect(long.count < 60)
    let wide = try #require(line(status(.seconds(5), title: String(repeating: "曲", count: 500))))
    #expect(wide.count < 60)
  }

  @Test func withoutADurationThereIsNoBar() {
    #expect(line(status(.seconds(5), of: nil)) == "0:05.0 / -")
  }

  @Test func withoutProgressThereIsNothing() {
    #expect(line(PlaybackStatus(state: .loading)) == nil)
  }
}
