import Testing

@Suite struct FilterDurationTests {
  private func check(_ line: String, _ seconds: Double) {
    let derived = JobCase.seconds(line)
    #expect(derived.map { abs($0 - seconds) < 0.000_001 } == true, "\(line): \(derived ?? -1)")
  }

  @Test(arguments: [
    ("setpts=PTS/4", 2.5), ("setpts=3*PTS", 30), ("setpts=0.5*PTS,fps=10", 5), ("setpts=PTS*2", 20),
    ("setpts=(PTS-STARTPTS)/2", 5), ("setpts=N/50/TB", 5), ("setpts=N/FRAME_RATE/TB", 10),
    ("setpts=expr=PTS-STARTPTS+2/TB", 12), ("trim=1:4", 4), ("trim=start=1:duration=3", 4),
    ("trim=1:4,setpts=PTS-STARTPTS", 3), ("trim=start_frame=25:end_frame=100", 4), ("fps=1", 10),
    ("scale=64:-1,crop=32:32,format=yuv420p", 10), ("tpad=stop_duration=3", 13), ("tpad=25", 11),
    ("reverse", 10), ("split[a][b];[a]scale=2:2[c];[b][c]overlay", 10),
    ("null[x];[x]setpts=PTS/2", 5),
    ("drawtext=text='a,b;c\\:d[e]',setpts='PTS/2'", 5), ("setpts@slow=2*PTS", 20),
    ("sws_flags=bicubic;scale=2:2", 10), ("framestep=2", 10), ("loop=2:250", 30),
    ("loop=loop=2:size=9999", 30), ("loop=2:20:240", 10.88), ("loop=3", 10), ("loop=0:10", 10),
  ])
  func videoFilters(filter: String, seconds: Double) {
    check("-i film.mp4 -an -vf \(filter) o.mp4", seconds)
  }

  @Test(arguments: [
    ("atempo=2", 30), ("atempo=2,atempo=1.5", 20), ("atempo=tempo=0.5", 120),
    ("asetpts=PTS/2", 30), ("asetrate=24000", 120), ("asetrate=96000,aresample=48000", 30),
    ("atrim=10:20,asetpts=PTS-STARTPTS", 10), ("atrim=end_sample=480000", 10),
    ("apad=pad_dur=3", 63), ("apad=whole_dur=90", 90), ("adelay=3000|500", 63),
    ("adelay=2s:all=1", 62), ("aloop=2:48000", 62), ("aloop=1:2147483647", 120),
    ("rubberband=tempo=2", 30), ("rubberband=pitch=2", 60), ("volume=2,loudnorm", 60),
    ("aresample=44100,aformat=sample_fmts=s16", 60), ("asplit[a][b];[a][b]amix", 60),
  ])
  func audioFilters(filter: String, seconds: Double) {
    check("-i song.wav -af \(filter) o.wav", seconds)
  }

  @Test(arguments: [
    ("[0:v]setpts=PTS/2[v];[0:a]atempo=2[a] -map [v] -map [a]", 5.25),
    ("[0:v]setpts=PTS/2 -map 0:a", 10.5), ("[0:v][0:a][0:v][0:a]concat=n=2:v=1:a=1", 21),
    ("[0:a][1:a]concat=v=0:a=1", 70.5), ("[0:a][1:a]amix=inputs=2 -vn", 60), ("amix -vn", 60),
    ("[0:a][1:a]amix=duration=shortest -vn", 10.5), ("[0:a][1:a]amix=2:first -vn", 10.5),
    ("[0:a][1:a]amerge -vn", 10.5), ("[1:a][0:a]acrossfade=d=3 -vn", 67.5),
    ("[0:v]trim=0:2[b];[0:v][b]hstack[v] -map [v]", 10),
    ("[0:v]trim=0:2[b];[0:v][b]hstack=shortest=1[v] -map [v]", 2),
    ("[b][0:v]overlay[v];[0:v]trim=0:2[b] -map [v]", 10),
    ("[0:v]trim=0:2[b];[b][0:v]overlay=eof_action=pass[v] -map [v]", 2),
    ("[0:v]trim=0:2[b];[b][0:v]xfade=duration=1:offset=1[v] -map [v]", 11),
    ("color=red:s=2x2[c];[0:v][c]overlay=shortest=1[v] -map [v]", 10),
    ("[1:a]showwaves[v] -map [v]", 60),
  ])
  func complexFilters(graph: String, seconds: Double) {
    check("-i film.mp4 -i song.wav -filter_complex \(graph) o.mp4", seconds)
  }

  @Test(arguments: [
    "setpts=PTS*PTS", "setpts=RTCTIME", "setpts=", "setpts=PTS/0", "setpts=PTS+90000", "setpts=((",
    "setpts=-PTS", "trim=x", "trim=start_pts=9", "zmq", "[a]scale", "scale[", ",", "",
    "loop=2:249", "loop=x:250", "loop=2:250:-1", "loop=-1:10",
    "[a]null[b];[b]null[a]", "concat=n=99999999999999", "split=-1,null", "trim=end=-5",
  ])
  func filtersThatCannotBeFollowed(filter: String) {
    #expect(JobCase.seconds("-i film.mp4 -an -vf \(filter) o.mp4") == nil)
  }

  @Test func aDelayIsNoPartOfWhatIsStretched() {
    check("-itsoffset 3 -i song.wav -af atempo=2 o.wav", 33)
    check("-itsoffset 3 -i song.wav -af asetpts=PTS/2 o.wav", 31.5)
  }

  @Test func deepExpressionsDoNotOverflowTheStack() {
    let parentheses = String(repeating: "(", count: 100_000)
    #expect(JobCase.seconds("-i film.mp4 -vf setpts=\(parentheses)PTS o.mp4") == nil)
    #expect(JobCase.seconds("-i film.mp4 -vf setpts=\(parentheses) o.mp4") == nil)
  }
}
