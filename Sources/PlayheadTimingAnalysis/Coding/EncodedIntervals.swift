import PlayheadMedia
import PlayheadTimekeeping

/// A list of places in a track, as it is encoded: with times of the container.
struct EncodedIntervals: Codable {
  private struct Interval: Codable {
    var at: MediaTime
    var length: MediaTime
  }

  private var total: Int
  private var places: [Interval]

  init(_ list: CappedList<TrackInterval>, of track: MediaTrack) {
    total = list.total
    places = list.elements.map { place in
      Interval(at: track.time(ofTicks: place.ticks), length: track.time(ofTicks: place.length))
    }
  }

  /// Creates a list of one place.
  init(_ place: TrackInterval, of track: MediaTrack) {
    var list = CappedList<TrackInterval>()
    list.append(place)
    self.init(list, of: track)
  }

  /// Returns the list with the ticks of a track; nil if it is not a list of places of that track.
  func list(of track: MediaTrack) -> CappedList<TrackInterval>? {
    let timed = places.compactMap { place -> TrackInterval? in
      guard let at = place.at.ticks(of: track), let length = place.length.ticks(of: track) else {
        return nil
      }
      return TrackInterval(ticks: at, length: length)
    }
    guard timed.count == places.count else { return nil }
    return CappedList(timed, total: total)
  }
}

extension MediaTime {
  /// Returns the ticks of a time in the timebase of a track; nil if it has another timebase.
  func ticks(of track: MediaTrack) -> Int64? { timebase == track.timebase ? ticks : nil }
}
