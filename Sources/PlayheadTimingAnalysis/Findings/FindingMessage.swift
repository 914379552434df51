import PlayheadMedia
import PlayheadTimekeeping

/// The message of a finding. Each case carries the values of one message; `text` is its wording.
///
/// Times and lengths are in seconds unless they are `MediaTime`s.
package enum FindingMessage {
  /// The track that a finding is about, as in `audio track 1`.
  package struct TrackName {
    var text: String

    package init(_ kind: MediaTrack.Kind, _ index: Int) {
      text = "\(kind.rawValue) track \(index)"
    }
  }

  /// The number of occurrences, and the first one.
  package struct Occurrences {
    var count: Int
    /// The length of the first occurrence, of a gap or a jump for example; nil if it has none.
    var length: Double?
    var first: MediaTime
    /// The longest occurrence, if it is longer than the first one, and all of them are known.
    var longest: (length: Double, place: MediaTime)?

    package init(
      count: Int, length: Double?, first: MediaTime,
      longest: (length: Double, place: MediaTime)? = nil
    ) {
      (self.count, self.length, self.first, self.longest) = (count, length, first, longest)
    }
  }

  /// The number of packets or frames, and the times of the first ones.
  package struct FirstOccurrences {
    static let greatestCount = 3

    var count: Int
    var first: [MediaTime]

    package init(count: Int, first: [MediaTime]) {
      (self.count, self.first) = (count, first)
    }

    /// A phrase such as `at 3.200 s, 3.240 s and 5 others`.
    fileprivate var text: String {
      let times = first.map(\.inSeconds)
      let others = count - times.count
      let rest = others > 0 ? "\(others) other\(others == 1 ? "" : "s")" : nil
      let all = times + [rest].compactMap(\.self)
      return all.count > 1
        ? "at " + all.dropLast().joined(separator: ", ") + " and " + (all.last ?? "")
        : "at " + all.joined()
    }
  }

  /// How much of a file was read.
  package struct Extent {
    var read: MediaTime?
    var declared: MediaTime?

    package init(read: MediaTime?, declared: MediaTime?) {
      (self.read, self.declared) = (read, declared)
    }

    fileprivate var text: String {
      let declared = declared.map { " of \($0.inSeconds) declared" } ?? ""
      return read.map { "after \($0.inSeconds)\(declared)" } ?? "before the first packet"
    }
  }

  // The whole file.
  case interrupted(after: MediaTime?)
  case readingFailed(Extent, MediaError)
  case recordingUnreadable(MediaError)
  case packetsMissing(Extent, present: Int, listed: Int?)
  case cutShort(Extent, missingSeconds: Double?, missingBytes: Int64?)
  case endUnmarked(Extent)
  case bytesFollow(Int64)
  case startsLate(MediaTime)
  case interleavedApart(MediaTime)
  case indexMissing
  case severalPrograms([(number: Int, tracks: [Int])], count: Int)
  case headersChange(segment: Int64, played: Double, declared: Double)
  case durationDiffers(headers: String, isPlural: Bool, declared: Double, measured: Double)

  // Joins, and errors of MPEG-TS.
  case clockWraps(byte: Int64?, from: MediaTime, to: MediaTime)
  case recordingJoined(byte: Int64?, from: MediaTime, to: MediaTime)
  case clocksUnrelated(from: MediaTime, to: MediaTime)
  case transportPacketsMissing(count: Int, firstByte: Int64, stream: Int)
  case clockReferenceJumps(count: Int, by: Double, firstByte: Int64, stream: Int)

  // Two tracks.
  case audioOffset(Double)
  case endsEarly(isVideo: Bool, by: Double)
  case trackDrift(partsPerMillion: Double, apart: Double)
  case sampleDrift(partsPerMillion: Double, apart: Double)
  case rateConfused(audioLonger: Double, actual: String, labelled: String)

  // One track.
  case trackEmpty(TrackName)
  case packetsDamaged(Int, TrackName)
  case timesMissing(Int, of: Int, TrackName)
  case packetsRejected(TrackName, FirstOccurrences)
  case referencesMissing(TrackName, FirstOccurrences)
  case errorsConcealed(TrackName, FirstOccurrences)
  case framesCorrupt(TrackName, FirstOccurrences)
  case decodeTimeGoesBack(TrackName, Occurrences)
  case durationUndeclared
  case gap(TrackName, Occurrences)
  case overlap(TrackName, Occurrences)
  case timeRepeated(TrackName, Occurrences)
  case timestampsWrap(TrackName, Occurrences)
  case timestampsJump(TrackName, Occurrences)
  case rateMislabelled(declared: String, measured: String, perMinute: Double)
  case keyframesApart(Double, from: MediaTime)
  case rateVaries(least: Double, greatest: Double, mean: Double)
  case rateIrregular(least: Double, greatest: Double, standardDeviation: Double)
  case trackDelayed(TrackName, by: Double)
  case beginningSkipped(TrackName, Double)

  package var text: String {
    switch self {
    case .interrupted(let length):
      "analysis was interrupted \(length.map { "after \($0.inSeconds)" } ?? "before the first packet");"
        + " the rest of the file is not in this report"
    case .recordingUnreadable(let error): "another recording starts, which is not read: \(error)"
    case .readingFailed(let extent, let error): "reading failed \(extent.text): \(error)"
    case .packetsMissing(let extent, let present, let listed):
      "the file ends \(extent.text)"
        + (listed.map { ": \(present) of the \($0) packets in its index are present" } ?? "")
    case .cutShort(let extent, let seconds, let bytes):
      "the file ends \(extent.text), \(FindingMessage.missing(seconds, bytes))"
    case .endUnmarked(let extent): "the file ends \(extent.text), without an end-of-stream mark"
    case .bytesFollow(let count):
      count == 1
        ? "a byte follows the end of the media" : "\(count) bytes follow the end of the media"
    case .startsLate(let start):
      "presentation starts at \(start.inSeconds) on the container's clock, not at zero"
    case .interleavedApart(let distance):
      "audio and video of the same time are up to \(distance.inSeconds) apart in the file: players "
        + "that stream it must buffer that much"
    case .indexMissing: "the file has no packet index: to seek, players must read it from the start"
    case .severalPrograms(let listed, let count):
      "the transport stream contains \(count) programs: "
        + listed.map { program in
          "\(program.number) (tracks \(program.tracks.map(String.init).joined(separator: ", ")))"
        }.joined(separator: ", ") + (count > listed.count ? ", …" : "")
    case .durationDiffers(let headers, let isPlural, let declared, let measured):
      "\(headers) \(isPlural ? "declare" : "declares") \(seconds(declared)), but the packets last "
        + "\(seconds(measured)): \(seconds(abs(declared - measured))) too "
        + (declared > measured ? "long" : "short")
    case .headersChange(let number, let played, let declared):
      "segment \(number) has other headers (EXT-X-MAP), with which FFmpeg does not play on: "
        + "\(seconds(played)) of \(seconds(declared)) are measured"
    case .clockWraps(let byte, let before, let after):
      "the clock wraps\(FindingMessage.byteText(byte)) from \(before.inSeconds) to \(after.inSeconds)"
    case .clocksUnrelated(let before, let after):
      "the tracks have unrelated clocks: some end at \(before.inSeconds), the others start at "
        + after.inSeconds
    case .recordingJoined(let byte, let before, let after):
      "another recording starts\(FindingMessage.byteText(byte)): the clock jumps from "
        + "\(before.inSeconds) to \(after.inSeconds)"
    case .transportPacketsMissing(let count, let byte, let stream):
      "transport packets are missing: the continuity counter jumps"
        + (count == 1 ? "" : " at \(count) places, first")
        + " at byte \(byte) (PID \(stream))"
    case .clockReferenceJumps(let count, let length, let byte, let stream):
      "the clock reference (PCR) of PID \(stream) jumps\(count == 1 ? "" : " \(count) times, first") "
        + "by \(milliseconds(length)) at byte \(byte), but the timestamps do not"
    case .audioOffset(let offset):
      "audio starts \(milliseconds(abs(offset))) \(offset > 0 ? "later" : "earlier") than video"
    case .endsEarly(let isVideo, let length):
      "\(isVideo ? "video" : "audio") ends \(seconds(length)) before \(isVideo ? "audio" : "video")"
    case .trackDrift(let drift, let apart):
      FindingMessage.drift(drift, apart, "audio timestamps", "video timestamps")
    case .sampleDrift(let drift, let apart):
      FindingMessage.drift(drift, apart, "the timestamps", "the audio samples")
    case .rateConfused(let longer, let actual, let labelled):
      "audio is \(milliseconds(abs(longer))) a minute \(longer > 0 ? "longer" : "shorter") than "
        + "video, as if \(actual) frames/s were labelled \(labelled)"
    case .trackEmpty(let track): "\(track.text) is declared but has no packets"
    case .packetsDamaged(let count, let track):
      "\(track.text) has \(counted(count, "damaged packet"))"
    case .timesMissing(let count, let total, let track):
      "\(count) of \(total) packets of \(track.text) have no presentation time"
    case .packetsRejected(let track, let places):
      "the decoder rejects \(counted(places.count, "packet")) of \(track.text), \(places.text)"
    case .referencesMissing(let track, let places):
      "\(counted(places.count, "frame")) of \(track.text) \(places.count == 1 ? "refers" : "refer") "
        + "to missing frames, \(places.text)"
    case .errorsConcealed(let track, let places):
      "the decoder conceals errors in \(counted(places.count, "frame")) of \(track.text), "
        + places.text
    case .framesCorrupt(let track, let places):
      "\(counted(places.count, "frame")) of \(track.text) \(places.count == 1 ? "is" : "are") decoded "
        + "from corrupt data, \(places.text)"
    case .decodeTimeGoesBack(let track, let places):
      "the decode time of \(track.text) goes back \(places.text("by"))"
    case .durationUndeclared:
      "the bit rate varies and no header declares the duration: players estimate it from the first "
        + "packets"
    case .gap(let track, let places):
      places.count == 1
        ? "\(track.text) has a gap \(places.text("of"))"
        : "\(track.text) has \(places.count) gaps, the first \(places.firstText("of"))"
          + (places.longest.map {
            ", the longest of \(milliseconds($0.length)) at \($0.place.inSeconds)"
          } ?? "")
    case .overlap(let track, let places):
      "a packet of \(track.text) starts before the previous one ends, \(places.text("by"))"
    case .timeRepeated(let track, let places):
      (places.count == 1 ? "two packets" : "\(places.count) pairs of packets")
        + " of \(track.text) have the same presentation time, "
        + (places.count == 1 ? "" : "the first ") + places.firstText("by")
    case .timestampsWrap(let track, let places):
      "the timestamp counter of \(track.text) wraps \(places.text("by"))"
    case .timestampsJump(let track, let places):
      "the timestamps of \(track.text) jump \(places.text("by"))"
    case .rateMislabelled(let declared, let measured, let perMinute):
      "the container declares \(declared) frames/s, but the frames come at \(measured) frames/s: "
        + "a drift of \(milliseconds(perMinute)) a minute"
    case .keyframesApart(let length, let place):
      "no keyframe for \(seconds(length)) from \(place.inSeconds): seeking there is slow"
    case .rateVaries(let least, let greatest, let mean):
      "the frame rate varies: intervals of \(milliseconds(least)) to \(milliseconds(greatest)), "
        + "\(fixed(mean, 3)) frames/s on average"
    case .rateIrregular(let least, let greatest, let deviation):
      "frame intervals are irregular: \(milliseconds(least)) to \(milliseconds(greatest)), "
        + "standard deviation \(milliseconds(deviation))"
    case .trackDelayed(let track, let delay):
      "an edit list delays \(track.text) by \(milliseconds(delay))"
    case .beginningSkipped(let track, let length):
      "an edit list skips the first \(milliseconds(length)) of \(track.text)"
    }
  }

  private static func byteText(_ byte: Int64?) -> String { byte.map { " at byte \($0)" } ?? "" }

  private static func missing(_ length: Double?, _ bytes: Int64?) -> String {
    let parts = [length.map(seconds), bytes.map { counted($0, "byte") }].compactMap(\.self)
    return parts.isEmpty
      ? "in the middle of a packet" : "cut short: \(parts.joined(separator: " and ")) are missing"
  }

  private static func drift(
    _ drift: Double, _ apart: Double, _ subject: String, _ other: String
  ) -> String {
    "\(subject) advance \(fixed(abs(drift), 1)) ppm \(drift > 0 ? "faster" : "slower") than \(other): "
      + "\(milliseconds(apart)) apart at the end"
  }
}

extension FindingMessage.Occurrences {
  /// Returns a phrase such as `of 200.0 ms at 3.200 s`, or `5 times, first of …`.
  fileprivate func text(_ preposition: String) -> String {
    (count > 1 ? "\(count) times, first " : "") + firstText(preposition)
  }

  fileprivate func firstText(_ preposition: String) -> String {
    (length.map { "\(preposition) \(milliseconds($0)) " } ?? "") + "at \(first.inSeconds)"
  }
}
