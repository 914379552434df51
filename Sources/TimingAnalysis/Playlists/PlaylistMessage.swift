import Media
import Timekeeping

/// The message of a finding about a playlist. Times and lengths are in seconds.
package enum PlaylistMessage {
  case noSegments
  case segmentsUnreadable([Int64], reason: String)
  case segmentsEncrypted([Int64])
  case notJudged(reason: String)
  case valuesInvalid([String])
  case durationsMissing([Int64])
  case durationsDiffer(
    [Int64], by: Declaration, worst: Int64, declared: Double, measured: Double)
  case startsDiffer([Int64], by: Declaration, worst: Int64, declared: Double, measured: Double)
  case targetExceeded([Int64], target: Int64, longest: Double)
  case keyframesMissing([Int64])
  case segmentsApart([Int64], worst: Int64, by: Double)
  case periodsApart(by: Double)
  case discontinuitiesNeedless([Int64])
  case endUnmarked
  case manifestDynamic
  case variantsDiffer(segments: [Int64], by: Double, from: String, countDifference: Int)
  case audioStartsApart(Double)
  case audioEndsApart(Double)

  /// What declares the times of segments.
  package enum Declaration: String, Sendable {
    case tag = "EXTINF"
    case timeline = "SegmentTimeline"
    case index = "sidx"
    case nominal = "@duration"
    case period = "the duration of the Period"

    init(of segment: SegmentList.Segment, in list: SegmentList) {
      if list.place == nil {
        self = .tag
      } else if list.index != nil {
        self = .index
      } else if segment.start == nil {
        self = .period
      } else {
        self = segment.isNominal ? .nominal : .timeline
      }
    }
  }

  package var text: String {
    switch self {
    case .noSegments: "the list cannot be read, or has no segments"
    case .segmentsUnreadable(let numbers, let reason):
      "\(Self.list(numbers)) cannot be read: \(reason)"
    case .segmentsEncrypted(let numbers): "\(Self.list(numbers)) cannot be measured: encrypted"
    case .notJudged(let reason): "segments are not judged: \(reason)"
    case .valuesInvalid(let names):
      names.joined(separator: ", ")
        + (names.count == 1 ? " has an invalid value" : " have invalid values")
    case .durationsMissing(let numbers):
      "\(Self.list(numbers)) \(numbers.count == 1 ? "has" : "have") no valid EXTINF"
    case .startsDiffer(let numbers, let declaration, let worst, let declared, let measured):
      "\(Self.list(numbers)) \(numbers.count == 1 ? "does" : "do") not start when "
        + "\(declaration.rawValue) declares" + (numbers.count > 1 ? ", most in \(worst)" : "")
        + ": \(fixed(declared, 6)) s declared, \(fixed(measured, 6)) s measured"
    case .periodsApart(let gap): "media ends \(milliseconds(gap)) before the next Period has media"
    case .durationsDiffer(let numbers, let declaration, let worst, let declared, let measured):
      "\(declaration.rawValue) of \(Self.list(numbers)) is wrong"
        + (numbers.count > 1 ? ", most in \(worst)" : "")
        + ": \(fixed(declared, 6)) s declared, \(fixed(measured, 6)) s measured"
    case .targetExceeded(let numbers, let target, let longest):
      "\(Self.list(numbers)) \(numbers.count == 1 ? "is" : "are") longer than the target duration of "
        + "\(target) s: up to \(seconds(longest))"
    case .keyframesMissing(let numbers):
      "\(Self.list(numbers)) \(numbers.count == 1 ? "does" : "do") not start with a keyframe"
    case .segmentsApart(let numbers, let worst, let gap):
      "timestamps do not continue at the start of \(Self.list(numbers))"
        + (numbers.count > 1 ? ", worst at \(worst)" : "")
        + ": \(gap > 0 ? "a gap" : "an overlap") of \(milliseconds(abs(gap)))"
    case .discontinuitiesNeedless(let numbers):
      "timestamps continue at the discontinuity of \(Self.list(numbers))"
    case .endUnmarked: "no EXT-X-ENDLIST: players expect more segments"
    case .manifestDynamic: "the manifest is dynamic: players expect more segments"
    case .variantsDiffer(let numbers, let difference, let first, let missing):
      "not aligned with \(first): " + Self.differences(numbers, difference, missing)
    case .audioStartsApart(let offset):
      "audio starts \(milliseconds(abs(offset))) \(offset > 0 ? "later" : "earlier") than video"
    case .audioEndsApart(let offset):
      "audio ends \(seconds(abs(offset))) \(offset > 0 ? "later" : "earlier") than video"
    }
  }

  private static func differences(
    _ numbers: [Int64], _ difference: Double, _ missing: Int
  ) -> String {
    var parts: [String] = []
    if missing != 0 {
      parts.append(counted(abs(missing), "segment") + (missing > 0 ? " fewer" : " more"))
    }
    if difference > 0 { parts.append("\(list(numbers)) up to \(milliseconds(difference)) apart") }
    return parts.joined(separator: ", ")
  }

  /// Returns a phrase such as `segments 3, 4 and 9 others`.
  private static func list(_ numbers: [Int64]) -> String {
    guard numbers.count > 1 else { return "segment \(numbers.first.map(String.init) ?? "?")" }
    let shown = numbers.prefix(numbers.count > 6 ? 5 : 6).map(String.init)
    let rest = numbers.count - shown.count
    return "segments " + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) others" : "")
  }
}
