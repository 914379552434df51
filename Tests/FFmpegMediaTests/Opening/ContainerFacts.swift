import Testing
import PlayheadTimekeeping

/// What ffprobe reports about one file, as `scripts/make-facts streams` writes it.
struct ContainerFacts: Decodable, CustomTestStringConvertible {
  struct Chapter: Decodable {
    var start: Int64
    var end: Int64
    var time_base: Fraction
    var title: String?
  }

  struct Stream: Decodable {
    var index: Int
    var kind: String
    var codec: String?
    var time_base: Fraction
    var start_pts: Int64?
    var duration_ts: Int64?
    var r_frame_rate: Fraction
    var avg_frame_rate: Fraction
    var sample_rate: Int?
    var channels: Int?
    var language: String?
    var `default`: Bool
    var attached_pic: Bool
    var packets: Int
    var bytes: Int
    var keyframes: Int
    var discarded: Int
  }

  var file: String
  var sampled: Bool
  var format: String
  var start_us: Int64?
  var duration_us: Int64?
  var chapters: [Chapter]
  var streams: [Stream]

  var testDescription: String { file }
}

/// A fraction as ffprobe writes it: `1/90000`.
struct Fraction: Decodable {
  var numerator: Int32
  var denominator: Int32

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self).split(separator: "/").compactMap { Int32($0) }
    guard parts.count == 2 else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no fraction")
    }
    (numerator, denominator) = (parts[0], parts[1])
  }

  var timebase: Timebase { Timebase(numerator, denominator) }
}
