import PlayheadTimekeeping

/// An event that an output of timecode may send.
package struct TimecodeEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The playhead has started, moved or stopped.
    case changed(PlayheadCourse.Change)
    /// The playhead has reached a mark: k × the distance of marks.
    case passed(Int64)
  }

  package let kind: Kind
  /// The position when the event is sent.
  package let position: MediaTime
  /// The rate at which the playhead moves; 0 while it stands.
  package let rate: Rate

  package init(kind: Kind, position: MediaTime, rate: Rate) {
    (self.kind, self.position, self.rate) = (kind, position, rate)
  }
}

/// Where a playhead is, and how it moves from there.
package struct PlayheadCourse: Hashable, Sendable {
  /// The change with which a course begins.
  package enum Change: Hashable, Sendable {
    /// The playhead moves on from where it was, or at another rate.
    case started
    /// It moves, from another position.
    case moved
    /// It stands.
    case stopped
  }

  package let position: MediaTime
  package let instant: HostInstant
  package let rate: Rate
  /// The change; nil if the playhead moves as before.
  package let change: Change?

  package init(position: MediaTime, instant: HostInstant, rate: Rate, change: Change?) {
    (self.position, self.instant, self.rate, self.change) = (position, instant, rate, change)
  }
}
