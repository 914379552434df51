@testable import PlayheadFFmpeg
@testable import PlayheadMedia
@testable import PlayheadTimingAnalysis
import PlayheadTimekeeping

/// Reads the bytes as a playlist of HLS, as a manifest of DASH and as a segment index, measures the
/// segments as the bytes choose, and judges them.
let manifestsTarget = FuzzTarget(name: "manifests") { bytes in
  let all = Array(bytes)
  var choices = SplitMix(state: seed(of: bytes))
  let text = String(decoding: all, as: UTF8.self)
  switch HLSManifest(text, at: "/archive/main.m3u8", list: SegmentList(name: "main.m3u8")) {
  case .lists(let lists): checkLists(lists)
  case .segments(let list): judge([list], &choices)
  case nil: break
  }
  if let root = try? ManifestXML.parse(all, name: "main.mpd") {
    for location in ["/archive/main.mpd", "https://example.org/a/main.mpd?b#c"] {
      guard let manifest = DASHManifest(root, at: location) else { continue }
      var lists = manifest.lists
      for index in lists.indices {
        guard let place = lists[index].index else { continue }
        lists[index].append(SegmentIndex(all, at: 0), place, atMost: 100)
      }
      judge(lists, &choices)
    }
  }
  if let index = SegmentIndex(all, at: Int64(choices.next() >> 1)) {
    for (one, next) in zip(index.entries, index.entries.dropFirst()) where !index.isNested {
      check(one.range.upperBound == next.range.lowerBound, "Segments of an index are apart.")
    }
  }
}

private func checkLists(_ lists: [SegmentList]) {
  check(lists.count <= HLSManifest.greatestListCount, "There are too many lists.")
  check(Set(lists.map(\.name)).count == lists.count, "A list is named twice.")
}

private func judge(_ lists: [SegmentList], _ choices: inout SplitMix) {
  var lists = lists
  let count = lists.reduce(0) { $0 + $1.segments.count }
  check(count <= 2 * HLSManifest.greatestSegmentCount, "There are too many segments.")
  for list in lists.indices {
    for index in lists[list].segments.indices {
      let segment = lists[list].segments[index]
      check(segment.duration ?? .zero >= .zero, "A duration is negative.")
      check(segment.part.range?.isEmpty != true || lists[list].index != nil, "A range is empty.")
      lists[list].segments[index].measured = measurement(&choices)
    }
  }
  for finding in ManifestRules.findings(in: lists) {
    check(!finding.sentence.contains("\n"), "A finding has more than one line.")
    check(finding.segments.count <= Finding.greatestSegmentCount, "A finding is too long.")
  }
}

/// Returns the extent of a segment, with times at the limits, equal ones and plausible ones.
private func measurement(_ choices: inout SplitMix) -> SegmentList.Measured? {
  switch choices.next() % 8 {
  case 0: return nil
  case 1: return .failed("damaged")
  default: break
  }
  let tracks = (0..<choices.next() % 3).map { number in
    func ticks() -> Int64 {
      switch choices.next() % 4 {
      case 0: [.min, .max, 0, -1][Int(choices.next() % 4)]
      case 1: Int64(truncatingIfNeeded: choices.next())
      default: Int64(choices.next() % 1_000_000)
      }
    }
    let (one, two) = (ticks(), ticks())
    var track = SegmentTrack(
      kind: number == 0 ? .video : .audio,
      timebase: choices.next() % 2 == 0 ? Timebase(1, 90_000) : Timebase(1, Int32.max),
      start: min(one, two), end: max(one, two), beginsWithKeyframe: choices.next() % 2 == 0,
      period: choices.next() % 2 == 0 ? nil : 1 << 33)
    track.priming = choices.next() % 2 == 0 ? 0 : 0.02
    return track
  }
  return .tracks(tracks)
}

/// Numbers from a seed: https://prng.di.unimi.it/splitmix64.c
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number >> 31
  }
}
