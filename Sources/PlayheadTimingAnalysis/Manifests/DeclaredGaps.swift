import PlayheadMedia
import PlayheadTimekeeping

/// The times for which playlists of HLS declare that they have no media (`EXT-X-GAP`).
struct DeclaredGaps {
  /// How far in seconds a gap between packets may exceed the declared one.
  private static let tolerance = 0.1

  private var gaps: [(kind: MediaTrack.Kind, start: MediaTime, end: MediaTime)] = []

  init(_ lists: [SegmentList]) {
    for list in lists {
      for (index, segment) in list.segments.enumerated() where segment.isGap {
        guard index > 0, !list.segments[index - 1].isGap,
          let next = list.segments[index...].first(where: { !$0.isGap })
        else { continue }
        for track in list.segments[index - 1].tracks {
          if let other = next.track(track.kind) {
            gaps.append((track.kind, track.endTime, other.startTime))
          }
        }
      }
    }
  }

  /// Returns whether an interval without packets is a declared one.
  func contains(_ interval: TrackInterval, of track: MediaTrack) -> Bool {
    if gaps.isEmpty { return false }
    let tick = track.timebase.secondsPerTick
    let start = Double(interval.ticks) * tick
    let end = start + Double(interval.length) * tick
    return gaps.contains {
      $0.kind == track.kind && start >= $0.start.seconds - Self.tolerance
        && end <= $0.end.seconds + Self.tolerance
    }
  }
}
