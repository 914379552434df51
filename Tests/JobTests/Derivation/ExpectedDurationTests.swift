import Testing

// The same shapes were compared with what FFmpeg 5.1 reports as `out_time` at the end.
@Suite struct ExpectedDurationTests {
  private func check(_ line: String, _ seconds: Double) {
    let derived = JobCase.seconds(line)
    #expect(derived.map { abs($0 - seconds) < 0.000_001 } == true, "\(line): \(derived ?? -1)")
  }

  @Test(arguments: [
    ("-i film.mp4 o.mp4", 10.5), ("-i film.mp4 -an o.mp4", 10), ("-i film.mp4 o.gif", 10),
    ("-i film.mp4 -c copy o.mkv", 10.5), ("-ss 3 -i film.mp4 o.mp4", 7.5),
    ("-ss 3 -t 1 -i film.mp4 o.mp4", 1), ("-ss 3 -to 4 -i film.mp4 o.mp4", 1),
    ("-i film.mp4 -ss 3 -t 1 o.mp4", 1), ("-i film.mp4 -ss 00:03 -to 00:00:04.5 o.mp4", 1.5),
    ("-i film.mp4 -ss 3000ms o.mp4", 7.5), ("-sseof -4 -i film.mp4 o.mp4", 4),
    ("-sseof -400 -i film.mp4 o.mp4", 10.5), ("-sseof -4 -t 1 -i film.mp4 o.mp4", 1),
    ("-ss 1 -i film.mp4 -ss 2 -t 100 o.mp4", 7.5), ("-t 5 -to 9 -i film.mp4 o.mp4", 5),
    ("-i broadcast.ts o.mp4", 10.5), ("-ss 2 -i broadcast.ts -c copy o.mp4", 8.5),
    ("-copyts -ss 2 -i film.mp4 o.mp4", 8.5), ("-copyts -i broadcast.ts o.mp4", 10.5),
    ("-copyts -start_at_zero -ss 2 -i broadcast.ts o.mp4", 8.5),
    ("-copyts -ss 2 -i film.mp4 -t 5 o.mp4", 3), ("-copyts -ss 2 -t 5 -i film.mp4 o.mp4", 5),
    ("-copyts -ss 2 -t 5 -i broadcast.ts -vn -c copy o.mp4", 5),
    ("-i film.mp4 -output_ts_offset 10 o.mp4", 10.5),
  ])
  func cutsAreSubtracted(line: String, seconds: Double) { check(line, seconds) }

  @Test(arguments: [
    ("-stream_loop 2 -i film.mp4 o.mp4", 31.5), ("-stream_loop -1 -i film.mp4 -t 25 o.mp4", 25),
    ("-stream_loop -1 -t 25 -i film.mp4 o.mp4", 25),
    ("-stream_loop 2 -ss 50 -i song.wav o.wav", 70),
    ("-stream_loop 1 -ss 20 -i song.wav o.wav", 80),
    ("-stream_loop -1 -ss 2 -i film.mp4 -t 30 o.mp4", 30),
    ("-stream_loop -1 -i film.mp4 -i song.wav -map 0:v -map 1:a -shortest o.mp4", 60),
    ("-itsoffset 2 -i film.mp4 o.mp4", 12.5), ("-itsoffset -2 -i film.mp4 o.mp4", 8.5),
    ("-itsoffset 2 -t 3 -i film.mp4 o.mp4", 5), ("-itsoffset 2 -t 3 -i film.mp4 -c copy o.mp4", 3),
    ("-itsoffset 2 -i film.mp4 -t 3 o.mp4", 3), ("-itsscale 2 -i film.mp4 o.mp4", 21),
    ("-r 50 -i film.mp4 -an o.mp4", 5), ("-r 50 -i film.mp4 o.mp4", 10.5),
    ("-r 50 -i film.mp4 -an -c copy o.mp4", 10),
  ])
  func inputsAreMovedAndRepeated(line: String, seconds: Double) { check(line, seconds) }

  @Test(arguments: [
    ("-r 50 -i frames.h264 -c copy o.mkv", 5), ("-r 50 -i frames.h264 o.mkv", 5),
    ("-i endless.gif o.mp4", 4), ("-ignore_loop 1 -i endless.gif o.mp4", 4),
    ("-ignore_loop 0 -i endless.gif -t 20 o.mp4", 20),
    ("-ignore_loop 0 -i thrice.gif o.mp4", 12), ("-ignore_loop 0 -i thrice.gif -t 20 o.mp4", 12),
    ("-an -i film.mp4 o.mp4", 10), ("-vn -i silent-end.mp4 -map 0 o.mkv", 10.5),
    ("-vn -i silent-end.mp4 -i film.mp4 -filter_complex null -map 0:a o.mkv", 10.5),
  ])
  func optionsOfTheInputCount(line: String, seconds: Double) { check(line, seconds) }

  /// An estimate is trusted where the media is cut before its end.
  @Test(arguments: [
    ("-i guess.mp3 -t 20 o.wav", 20), ("-t 20 -i guess.mp3 o.wav", 20),
    ("-ss 10 -to 20 -i guess.mp3 o.wav", 10), ("-i guess.mp3 -af atrim=5:20 o.wav", 20),
    ("-i guess.mp3 -i film.mp4 -map 0:a -map 1:v -shortest o.mkv", 10),
    ("-stream_loop 1 -i guess.mp3 -t 70 o.wav", 70),
    ("-i guess.mp3 -i film.mp4 -map 1 o.mp4", 10.5),
  ])
  func anEstimateIsTrustedBeforeItsEnd(line: String, seconds: Double) { check(line, seconds) }

  @Test(arguments: [
    "-i guess.mp3 o.wav", "-i guess.mp3 -t 90 o.wav", "-i guess.mp3 -af atempo=2 o.wav",
    "-i film.mp4 -i guess.mp3 -map 0:v -map 1:a o.mkv", "-ss 10 -i guess.mp3 o.wav",
    "-i guess.mp3 -i song.wav -filter_complex amix o.wav",
    "-i guess.mp3 -i song.wav -filter_complex concat=v=0:a=1 o.wav",
  ])
  func theEndOfAnEstimateIsNotDerived(line: String) { #expect(JobCase.seconds(line) == nil) }

  @Test(arguments: [
    ("-i silent-end.mp4 o.mp3", 10.5), ("-i silent-end.mp4 -f segment o%03d.wav", 10.5),
    ("-i silent-end.mp4 -f stream_segment o%03d.aac", 10.5),
    // Here ffmpeg makes pictures of the video.
    ("-i silent-end.mp4 -f segment o%03d.mp3", 20), ("-i silent-end.mp4 -f segment o%03d.ts", 20),
    ("-i silent-end.mp4 -f wav o.mkv", 10.5),
  ])
  func segmentsHaveTheFormatOfTheirName(line: String, seconds: Double) { check(line, seconds) }

  @Test(arguments: [
    ("-i %03d.png o.mp4", 12), ("-framerate 10 -i %03d.png o.mp4", 30),
    ("-r 50 -i a%d.jpg o.mp4", 6), ("-framerate 10 -pattern_type glob -i *.png -r 25 o.mp4", 30),
    ("-loop 1 -t 6 -i a.png o.mp4", 6), ("-i a.png -vf zoompan=d=200 o.mp4", 8),
    ("-loop 1 -i a.png -i song.wav -shortest o.mp4", 60),
    ("-f image2 -i frame-%05d o.mp4", 12), ("-stream_loop 1 -i %03d.png o.mp4", 24),
  ])
  func imagesHaveARate(line: String, seconds: Double) { check(line, seconds) }

  @Test(arguments: [
    ("-i film.mp4 -i song.wav -map 0:v -map 1:a o.mp4", 60),
    ("-i film.mp4 -i song.wav o.mp4", 10.5),
    ("-i film.mp4 -i song.wav -map 0:v -map 1 -shortest o.mp4", 10),
    ("-i film.mp4 -map 0:v:0 o.mp4", 10), ("-i film.mp4 -map 0:1 o.mp4", 10.5),
    ("-i film.mp4 -map 0 -map -0:a o.mp4", 10), ("-i film.mp4 -map 0:v -map 0:s? o.mp4", 10),
    ("-i film.mp4 -map 0 -an o.mp4", 10), ("-i film.mp4 -vn o.m4a", 10.5),
    ("-i album.mka -map 0:a:m:language:ger o.wav", 40), ("-i album.mka -map 0:a:1 o.wav", 40),
    ("-i album.mka o.wav", 60),
    ("-i album.mka -map 0 -shortest -c copy o.mkv", 40), ("-i film.mp4 -i album.mka o.wav", 10.5),
    ("-i film.mp4 -i film.srt -f ffmetadata -i tags -map 0 -map 1 -c copy o.mkv", 10.5),
    ("-i film.mp4 -i film.de.ass -vf subtitles=film.srt o.mkv", 10.5),
    ("-i film.mp4 -t 2 a.mp4 -t 4 b.mp4", 4), ("-i film.mp4 -t 4 a.mp4 -ss 9 b.mp4", 4),
    ("-i film.mp4 -f hls o.m3u8", 10.5), ("-i film.mp4 -f null -", 10.5),
    ("-i film.mp4 -frames:v 100 -an o.mp4", 4), ("-i film.mp4 -vframes 100 o.mp4", 4),
    ("-i film.mp4 -r 10 -frames:v 40 o.mp4", 4), ("-ss 9 -i film.mp4 -frames 500 -an o.mp4", 1),
  ])
  func outputsHaveTheirStreams(line: String, seconds: Double) { check(line, seconds) }

  @Test(arguments: [
    ("-stream_loop 3 -f lavfi -i testsrc=d=5 o.mp4", 5),
    ("-f lavfi -i sine=440:0:48000:7 o.wav", 7),
    ("-f lavfi -i testsrc -t 6 o.mp4", 6), ("-f lavfi -i color=red:64x64:25:5 o.mp4", 5),
    ("-f lavfi -i testsrc2=s=64x64:duration=00:01:00[out0];sine=d=61[out1] o.mp4", 61),
    ("-f lavfi -i testsrc=d=10 -f lavfi -i anullsrc -shortest o.mp4", 10),
    ("-f x11grab -i :0 -t 10 o.mp4", 10), ("-i rtsp://camera/1 -t 10 o.mp4", 10),
    ("-f s16le -i pipe: -t 10 o.wav", 10),
  ])
  func sourcesWithoutAFileHaveTheirOptions(line: String, seconds: Double) { check(line, seconds) }

  @Test(arguments: [
    "-i film.mp4 -vf select=1 o.mp4", "-i film.mp4 -vf loop=3:10 o.mp4",
    "-i film.mp4 -vf minterpolate o.mp4", "-i rtsp://camera/1 o.mp4", "-i - o.mp4",
    "-i missing.mp4 o.mp4", "-stream_loop -1 -i film.mp4 o.mp4", "-f lavfi -i testsrc o.mp4",
    "-f lavfi -i movie=a.mp4 o.mp4", "-i film.mp4 -fs 1M o.mp4", "-i film.mp4 -t x o.mp4",
    "-i film.mp4 -filter_complex_script f o.mp4", "-i film.mp4 -filter_script:v f o.mp4",
    "-i film.mp4 -frames:a 9 o.mp4", "-i film.mp4 -map 0:p:1 o.mp4", "-ss 99 -i film.mp4 o.mp4",
    "-i film.mp4 -map [v] o.mp4", "-i film.mp4 -map 7 o.mp4", "-i film.mp4", "",
    "-i film.mp4 -ss 9 -to 3 o.mp4", "-loop 1 -i a.png o.mp4", "-sseof -3 -i - o.mp4",
    "-ss 2 -stream_loop 1 -i film.mp4 o.mp4", "-i album.mka -map 0:s o.srt",
    "-i film.mp4 -c copy -bsf:v setts=pts=PTS*2 o.mp4",
    "-copyts -ss 2 -i film.mp4 -c copy o.mp4", "-i album.mka -map 0:v o.png",
    "-stream_loop 9223372036854775807 -i film.mp4 o.mp4",
    "-stream_loop -9223372036854775808 -i film.mp4 o.mp4", "-itsoffset 1e30 -i film.mp4 o.mp4",
    "-ignore_loop 0 -i endless.gif o.mp4", "-ignore_loop 0 -i strange.apng -t 20 o.mp4",
    "-use_wallclock_as_timestamps 1 -i film.mp4 o.mp4", "-listen 1 -i http://host/a o.mp4",
    "-itsoffset 99999999999999999999 -i film.mp4 o.mp4", "-r 0/0 -i film.mp4 -an -r 0 o.mp4 -i",
  ])
  func whatTheArgumentsDoNotTellIsNotDerived(line: String) {
    #expect(JobCase.seconds(line) == nil)
  }
}
