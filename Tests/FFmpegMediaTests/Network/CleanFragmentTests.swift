import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadCore
@testable import PlayheadFFmpeg

/// Fragments of MP4 with right times, as packagers write them: none is corrected, and none waits for a later one.
@Suite(.enabled(if: EncodedSound.ffmpeg != nil, "ffmpeg is not installed"))
struct CleanFragmentTests {
  private static let pictures = "-f lavfi -i testsrc=d=12:r=25:s=176x144 "
  private static let sound = "-f lavfi -i sine=d=12:r=44100 "
  private static let both = pictures + sound + "-c:v mpeg4 -bf 2 -g 50 -c:a aac "

  /// What ffmpeg is given, after which it writes `out.mp4`, or another file whose name is at the end.
  private static let arguments = [
    both + "-movflags frag_keyframe+empty_moov+default_base_moof out.mp4",
    both + "-movflags frag_keyframe+empty_moov+separate_moof out.mp4",
    both + "-movflags frag_keyframe+delay_moov out.mp4",
    both + "-movflags frag_keyframe+delay_moov+negative_cts_offsets out.mp4",
    both + "-movflags frag_every_frame+empty_moov out.mp4",
    both + "-movflags frag_every_frame+empty_moov+separate_moof+omit_tfhd_offset out.mp4",
    both + "-movflags cmaf+frag_keyframe out.mp4",
    both + "-movflags cmaf+frag_every_frame out.mp4",
    both + "-movflags dash+frag_keyframe out.mp4",
    both + "-movflags dash+global_sidx+frag_keyframe out.mp4",
    both + "-movflags dash+delay_moov+frag_keyframe -write_prft wallclock out.mp4",
    both + "-movflags empty_moov+separate_moof -frag_duration 300000 out.mp4",
    both + "-movflags empty_moov -frag_duration 5000000 out.mp4",
    both + "-movflags frag_keyframe+empty_moov -output_ts_offset 3600 -f ismv out.ismv",
    both + "-f hls -hls_time 2 -hls_segment_type fmp4 -hls_flags single_file out.m3u8 out.m4s",
    both + "-f hls -hls_time 2 -hls_segment_type fmp4 -hls_flags single_file "
      + "-hls_segment_options movflags=+frag_every_frame out.m3u8 out.m4s",
    pictures + "-c:v mpeg4 -bf 2 -g 50 -f dash -single_file 1 -single_file_name out.m4s out.mpd "
      + "out.m4s",
    sound + "-c:a aac -f dash -single_file 1 -single_file_name out.m4s out.mpd out.m4s",
    sound + "-c:a aac -f dash -frag_type every_frame -single_file 1 -single_file_name out.m4s "
      + "out.mpd out.m4s",
    pictures + "-c:v mpeg4 -g 25 -f dash -frag_type duration -frag_duration 0.2 -single_file 1 "
      + "-single_file_name out.m4s out.mpd out.m4s",
    pictures + "-c:v mpeg4 -g 300 -movflags empty_moov -frag_duration 1000000 out.mp4",
    sound + "-c:a libmp3lame -movflags empty_moov -frag_duration 1000000 out.mp4",
    sound + "-c:a libopus -movflags empty_moov -frag_duration 1000000 out.mp4",
    sound + "-c:a flac -strict -2 -movflags empty_moov -frag_duration 1000000 out.mp4",
    sound + "-c:a pcm_s16le -movflags empty_moov -frag_duration 1000000 -f mov out.mov",
    pictures + sound + "-c:v libx264 -bf 3 -g 50 -c:a ac3 -movflags frag_keyframe+delay_moov "
      + "out.mp4",
    pictures + sound + "-c:v libx264 -bf 3 -g 50 -c:a libmp3lame "
      + "-movflags frag_keyframe+delay_moov+negative_cts_offsets out.mp4",
    "-f lavfi -i testsrc=d=12:r=30000/1001:s=176x144 -f lavfi -i sine=d=12:r=22050 "
      + "-c:v mpeg4 -g 60 -c:a aac -movflags frag_keyframe+empty_moov out.mp4",
    "-f lavfi -i testsrc=d=12:r=25:s=176x144 -f lavfi -i sine=d=5:r=44100 "
      + "-c:v mpeg4 -g 50 -c:a aac -movflags frag_keyframe+empty_moov out.mp4",
    "-f lavfi -i testsrc=d=5:r=25:s=176x144 -f lavfi -i sine=d=12:r=44100 "
      + "-c:v mpeg4 -g 50 -c:a aac -movflags empty_moov -frag_duration 1000000 out.mp4",
    "-f lavfi -i testsrc=d=12:r=25:s=176x144 -itsoffset 4 -f lavfi -i sine=d=8:r=44100 "
      + "-c:v mpeg4 -g 50 -c:a aac -movflags frag_keyframe+empty_moov out.mp4",
    "-itsoffset 4 -f lavfi -i testsrc=d=8:r=25:s=176x144 -f lavfi -i sine=d=12:r=44100 "
      + "-c:v mpeg4 -g 50 -c:a aac -movflags empty_moov -frag_duration 1000000 out.mp4",
    pictures + "-vf settb=1/1000,setpts=N*270+floor(random(0)*250) -fps_mode vfr "
      + "-enc_time_base 1:1000 -c:v mpeg4 -movflags frag_every_frame+empty_moov out.mp4",
    pictures + sound + sound + "-map 0 -map 1 -map 2 -c:v mpeg4 -g 50 -c:a aac "
      + "-movflags frag_keyframe+empty_moov+separate_moof out.mp4",
    pictures + "-timecode 10:00:00:00 -c:v mpeg4 -g 50 -movflags frag_keyframe+empty_moov "
      + "-f mov out.mov",
    pictures + "-c:v mpeg4 -g 50 -r 1 -movflags frag_keyframe+empty_moov out.mp4",
    pictures + sound + "-r 0.4 -c:v mjpeg -c:a aac -movflags frag_every_frame+empty_moov out.mp4",
  ]

  private static func make(_ arguments: String) throws -> Data {
    let directory = try TemporaryDirectory()
    var list = arguments.split(separator: " ").map(String.init)
    let name = try #require(list.last)
    // Lists of segments name the other file.
    if list[list.count - 2].hasPrefix("out.") { list.removeLast() }
    list = list.map {
      $0.hasPrefix("out.") && $0 != "out.m4s" ? directory.path($0) : $0
    }
    let process = try SpawnedProcess(
      try #require(EncodedSound.ffmpeg), ["-v", "error", "-nostdin"] + list,
      streams: [
        .file("/dev/null", flags: O_RDONLY), .file("/dev/null", flags: O_WRONLY),
        .file("/dev/null", flags: O_WRONLY),
      ])
    try #require(process.waitForExit() == 0, "\(arguments)")
    return try Data(contentsOf: URL(filePath: directory.path(name)))
  }

  /// Returns the decode times of the packets by their offsets. Which negative offsets of presentation libavformat knows
  /// depends on how many fragments it has read.
  private static func times(_ packets: [PacketTiming]) -> [Int64: Int64?] {
    Dictionary(packets.map { ($0.byteOffset ?? -1, $0.decodeTicks) }) { one, _ in one }
  }

  /// Returns what libavformat reads.
  private static func uncorrected(_ data: Data) throws -> [Int64: Int64?] {
    let pipe = try BytePipe()
    pipe.write(data)
    var context: UnsafeMutablePointer<AVFormatContext>?
    try #require(avformat_open_input(&context, "pipe:\(pipe.readEnd)", nil, nil) == 0)
    defer { avformat_close_input(&context) }
    guard let packet = Packet.open() else { return [:] }
    var packets: [PacketTiming] = []
    while av_read_frame(context, packet.pointer) >= 0 {
      packets.append(packet.timing)
      packet.clear()
    }
    return times(packets)
  }

  @Test(arguments: TestEffort.few(arguments))
  func packetsPassAtOnceWithTheirTimes(_ arguments: String) throws {
    let data = try Self.make(arguments)
    let right = try Self.uncorrected(data)
    try #require(right.count > 4)
    let pipe = try BytePipe()
    pipe.write(data)
    let source = try #require(
      try pipe.opener.open(interruption: Interruption()) as? FFmpegSource)
    let optional = source.demuxer.fragmentReader
    let reader = try #require(optional)
    var packets: [PacketTiming] = []
    var (hasPassed, waits) = (false, [Int64?]())
    while case .packet(let packet) = try source.read() {
      packets.append(packet)
      if !reader.hasHeld { hasPassed = true }
      if hasPassed, reader.hasHeld { waits.append(packet.byteOffset) }
    }
    #expect(Self.times(packets) == right)
    #expect(hasPassed && waits.isEmpty)
    let server = try MediaServer(data)
    let silent = try MediaServer(data, .init(servesRanges: false))
    for opener in [server, silent].map({ LocatedMedia(url: $0.url("a.mp4")) }) {
      for purpose in [OpeningPurpose.decoding, .report(.whole)] {
        let source = try opener.open(for: purpose, interruption: Interruption())
        var packets: [PacketTiming] = []
        while case .packet(let packet) = try source.read() {
          packets.append(packet)
          #expect((source as? any CorrectingSource)?.original == nil)
        }
        #expect(Self.times(packets) == right, "\(purpose)")
      }
    }
  }
}
