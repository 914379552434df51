import PlayheadCore
import Timekeeping

extension Schedule {
  /// The number of points that a client may give.
  private static let pointLimit = 10_000

  /// Creates a schedule from the argument of `observe_schedule`.
  ///
  /// - Parameter node: An object with the members `interval` (seconds), `every` (`frame`, `keyframe`,
  ///   `chapter` or a percentage) and `at` (seconds, times and percentages), at least one of them.
  /// - Throws: `invalidParameter`.
  init(_ node: MPVNode) throws(MPVError) {
    guard case .object(let members) = node, !members.isEmpty else { throw .invalidParameter }
    var schedule: Schedule?
    for member in members {
      let part: Schedule
      switch member.key {
      case "interval": part = try Schedule.every(seconds: member.value.number)
      case "every": part = try Schedule.every(step: member.value.string)
      case "at": part = try Schedule.at(member.value)
      default: throw .invalidParameter
      }
      // Two intervals would have to be multiples of each other.
      if members.count(where: { $0.key == member.key }) > 1 { throw .invalidParameter }
      schedule = schedule?.union(part) ?? part
    }
    guard let schedule else { throw .invalidParameter }
    self = schedule
  }

  private static func every(seconds: Double?) throws(MPVError) -> Schedule {
    guard let seconds, seconds >= 0.001, let interval = MediaTime(clientSeconds: seconds) else {
      throw .invalidParameter
    }
    return .interval(interval)
  }

  private static func every(step: String?) throws(MPVError) -> Schedule {
    switch step {
    case "frame": return .frames
    case "keyframe": return .keyframes
    case "chapter": return .chapters
    default:
      guard let share = step.flatMap(percentage), share >= 0.001 else { throw .invalidParameter }
      return .percentages(every: share)
    }
  }

  private static func at(_ node: MPVNode) throws(MPVError) -> Schedule {
    let points: [MPVNode]
    if case .array(let items) = node { points = items } else { points = [node] }
    guard !points.isEmpty, points.count <= pointLimit else { throw .invalidParameter }
    var (times, percentages): ([MediaTime], [Double]) = ([], [])
    for point in points {
      if let share = point.string.flatMap(percentage) {
        percentages.append(share)
        continue
      }
      let seconds = point.number ?? point.string.flatMap(TimeText.parse)
      guard let seconds, seconds >= 0, let time = MediaTime(clientSeconds: seconds) else {
        throw .invalidParameter
      }
      times.append(time)
    }
    return Schedule.times(times).union(.percentages(percentages))
  }

  private static func percentage(_ text: String) -> Double? {
    guard text.hasSuffix("%"), let share = NumberText.double(String(text.dropLast())),
      (0...100).contains(share)
    else { return nil }
    return share
  }
}
