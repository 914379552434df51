import PlayheadCore
import PortableCombine

/// A schedule of a client, and its subscription to the current player.
struct ScheduleObserver {
  let schedule: Schedule
  var player: Player?
  var subscription: AnyCancellable?
}
