import PlayheadKit
import Testing

@testable import PlayheadPlayCommands

/// What becomes of a saved position.
@Suite struct SavedPositionChangeTests {
  private static func change(
    at seconds: Int64, of duration: MediaTime, isExact: Bool = true, isOwn: Bool = false
  ) -> SavedPositionChange {
    SavedPositionChange(
      at: .seconds(seconds), of: MediaDuration(time: duration, isExact: isExact), isOwn: isOwn)
  }

  @Test func aFileThatIsNearlyPlayedHasNoPosition() {
    let (duration, margin) = (Int64(100), Int64(SavedPosition.margin.seconds))
    #expect(Self.change(at: duration - margin + 1, of: .seconds(duration)) == .remove)
    #expect(
      Self.change(at: duration - margin, of: .seconds(duration))
        == .save(.seconds(duration - margin)))
  }

  @Test func aPositionNearTheStartReplacesOnlyOnesOwn() {
    #expect(Self.change(at: 0, of: .seconds(100)) == .keep)
    #expect(Self.change(at: 0, of: .seconds(100), isOwn: true) == .remove)
  }

  /// The difference of such a duration and a position is no time.
  @Test func aFileOfAnyLengthHasAPosition() {
    let duration = MediaTime(ticks: 1 << 62, timebase: Timebase(1, 25))
    #expect(Self.change(at: 90, of: duration) == .save(.seconds(90)))
  }
}
