import PlaybackSession
import PlayheadTimekeeping

/// The latest requests to another player, which may not have carried them out yet.
///
/// A key that is pressed again changes what the last one requested, not the state before it.
struct RecentRequests {
  /// For how long a request counts, in nanoseconds.
  private static let patience: Int64 = 400_000_000

  private var settings: (value: SessionSettings, end: HostInstant)?
  private var position: (value: MediaTime, end: HostInstant)?

  /// Returns the settings that were requested, or else the present ones.
  func settings(_ present: SessionSettings, at now: HostInstant) -> SessionSettings {
    settings.flatMap { now < $0.end ? $0.value : nil } ?? present
  }

  /// Returns the position that was requested, or else the present one.
  func position(_ present: MediaTime, at now: HostInstant) -> MediaTime {
    position.flatMap { now < $0.end ? $0.value : nil } ?? present
  }

  mutating func record(_ requested: SessionSettings, at now: HostInstant) {
    settings = (requested, now.advanced(byNanoseconds: Self.patience))
  }

  mutating func record(_ requested: MediaTime, at now: HostInstant) {
    position = (requested, now.advanced(byNanoseconds: Self.patience))
  }
}
