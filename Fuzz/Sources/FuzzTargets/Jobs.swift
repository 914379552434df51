import PlayheadKit
import PlayheadTesting

@testable import PlayheadCore
@testable import PlayheadJobs

/// Parses the bytes before an empty line as the arguments of ffmpeg, one per line, and derives durations from
/// them; takes the rest as what ffmpeg reports.
let jobsTarget = FuzzTarget(name: "jobs") { bytes in
  let text = Array(bytes)
  let end = text.indices.first { text[$0...].starts(with: "\n\n".utf8) } ?? text.endIndex
  let words = String(decoding: text[..<end], as: UTF8.self)
    .split(separator: "\n", omittingEmptySubsequences: false).prefix(500).map(String.init)
  parse(words)
  let list = ConcatList(words.joined(separator: "\n"))
  _ = list.facts(of: list.entries.map { _ in facts[0] })
  report(text[end...])
}

private let facts = [
  JobInputFacts(duration: .seconds(10), tracks: [track(0, .video), track(1, .audio)]),
  JobInputFacts(
    duration: .nanoseconds(.max), start: .nanoseconds(.min), tracks: [track(0, .audio)]),
  JobInputFacts(duration: nil, tracks: [], imageCount: .max), nil,
]

private func track(_ index: Int, _ kind: MediaTrack.Kind) -> MediaTrack {
  var track = MediaTrack(index: index, kind: kind, timebase: .milliseconds)
  (track.startTicks, track.durationTicks) = (Int64(index), index == 0 ? 10_000 : .max)
  return track
}

private func parse(_ words: [String]) {
  let arguments = FFmpegArguments(words)
  let changed = FFmpegArguments(arguments.arguments(reportingTo: 254))
  check(changed.progressTarget == "pipe:254", "ffmpeg does not report to the channel.")
  check(changed.outputs.map(\.url) == arguments.outputs.map(\.url), "The outputs are others.")
  check(changed.inputs.map(\.url) == arguments.inputs.map(\.url), "The inputs are others.")
  _ = (arguments.usedDescriptors, JobCommand(words)?.usesStandardOutput)
  for input in arguments.inputs { _ = (input.isLive, input.imageFiles) }
  for first in facts.indices {
    let known = arguments.inputs.indices.map { facts[(first + $0) % facts.count] }
    guard let duration = try? arguments.expectedDuration(facts: known) else { continue }
    check(duration > .zero, "The expected duration is \(duration).")
  }
}

private func report(_ bytes: ArraySlice<UInt8>) {
  var (whole, parser) = (ProgressParser(), ProgressParser())
  let blocks = whole.blocks(in: bytes)
  let pieces = bytes.indices.flatMap { parser.blocks(in: bytes[$0...$0]) }
  check(blocks == pieces, "In pieces the blocks are others.")
  let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
  let job = Job(clock: clock)
  job.expect(.seconds(60))
  var (position, fraction) = (MediaTime.zero, 0.0)
  for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    clock.advance(by: .milliseconds(line.count))
    job.receive(line + [UInt8(ascii: "\n")])
    guard let progress = job.progressIfKnown else { continue }
    check(progress.position >= position, "The position goes back.")
    check((fraction..<1).contains(progress.fraction ?? 0), "The share is not true.")
    check(progress.remainingHostNanoseconds ?? 0 >= 0, "The end is in the past.")
    (position, fraction) = (progress.position, progress.fraction ?? 0)
  }
  job.end(status: blocks.last?.isLast == true ? 0 : 1)
}
