import Foundation
import PlayheadSoundServer
import PlayheadTestEnvironment
import Testing

/// `--audio`, against a sound server whose device reports which frames it has played.
@Suite struct SoundCommandTests {
  /// Runs a script with a server, and with files of numbered frames: `0.wav` has the first two seconds
  /// of them, `1.wav` the next one.
  private func run(_ script: String) throws -> (BuiltCommand.Outcome, PipeDevice) {
    let stage = try PipeSoundServer()
    let directory = try TemporaryDirectory()
    try SampleCode.wave(0..<96_000).write(to: URL(filePath: directory.path("0.wav")))
    try SampleCode.wave(96_000..<144_000).write(to: URL(filePath: directory.path("1.wav")))
    let run = try BuiltCommand.run(
      """
      export PULSE_SERVER='\(stage.server.address)' WAVES='\(directory.path)'
      \(script)
      """)
    return (run, stage.device)
  }

  /// Expects that the frames of `0.wav` were heard in order, none twice and none left out. If the
  /// server stops between the last two readings, as on a busy machine, it may not have taken the frames
  /// after it.
  private func expectWholeFile(from device: PipeDevice) {
    let certain: Int64 = 96_000 - 48 * 125
    _ = device.wait(forSample: 95_999)
    let heard = device.heard.sequences
    #expect(heard.count == 1 && heard.first?.lowerBound == 0, "\(heard)")
    #expect(heard.last.map { (certain...96_000).contains($0.upperBound) } == true, "\(heard)")
  }

  @Test func everyFrameIsHeardOnce() throws {
    let (run, device) = try run(#"playhead --audio -i 1 "$WAVES/0.wav""#)
    #expect(run.errors == "")
    // On a busy machine the server may have begun some milliseconds before the command knows that.
    #expect(run.output.hasPrefix("0.") && run.output.hasSuffix("\n2.000 2.000 100.0\n"))
    expectWholeFile(from: device)
  }

  @Test func aPauseLosesNoFrame() throws {
    let (run, device) = try run(
      #"""
      mkfifo control; : >records
      # The FIFO also has a reader when the command has ended.
      exec 3<>control
      playhead --audio -f json --control control "$WAVES/0.wav" >records & pid=$!
      until grep -q progress records; do sleep 0.02; done
      echo pause >&3
      # On a busy machine the file may have ended before the command arrives.
      until grep -q -e paused -e ended records; do sleep 0.02; done
      echo play >&3
      wait $pid; echo $?
      """#)
    #expect(run.errors == "")
    #expect(run.output == "0\n")
    expectWholeFile(from: device)
  }

  @Test func recordsNameTheClockAndTheLatency() throws {
    let (run, _) = try run(
      #"playhead --audio -i 1 --fields position,clock,audio_latency -n 2 "$WAVES/0.wav""#)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.split(separator: " ")[1] == "device" })
    #expect(lines.allSatisfy { (Double($0.split(separator: " ")[2]) ?? -1) >= 0 })
    let json = try self.run(#"playhead --audio -f json -n 1 "$WAVES/0.wav""#).0
    #expect(json.output.contains(#""clock":"device","audio_latency":0."#))
  }

  @Test func statisticsDescribeTheDevice() throws {
    let (run, _) = try run(#"playhead --audio --stats -q -i 1 "$WAVES/0.wav""#)
    for part in ["device ", " ppm, latency 0.", "greatest deviation ", " underruns\n"] {
      #expect(run.errors.contains(part))
    }
  }

  @Test func measureReportsPositionsOfWhatIsHeard() throws {
    let (run, _) = try run(
      #""$PLAYHEAD" measure -- "$PLAYHEAD" --audio -i 0.1 "$WAVES/0.wav""#)
    #expect(run.errors == "")
    #expect(run.output.contains(": 0.000 to 2.000 s\n"))
    #expect(run.output.contains("0 steps back\n"))
  }

  @Test func playbackStopsAtItsEndAtAnyRate() throws {
    let (run, _) = try run(
      #"playhead --audio --end 1 -r 2 -i 5 "$WAVES/0.wav" "$WAVES/1.wav""#)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("0."))
    // A busy machine may learn late that a file is heard.
    #expect(run.output.contains(/\n1\.000 2\.000 50\.0\n0\.\d\d\d 1\.000 \d+\.\d\n/))
    #expect(run.output.hasSuffix("1.000 1.000 100.0\n"))
  }

  @Test func withoutAServerPlaybackIsSilentAndOneLineReportsIt() throws {
    let run = try BuiltCommand.run(
      #"""
      export PULSE_SERVER=unix:/nonexistent
      playhead --audio=pulse: -r 3 -i 5 "$MEDIA/bbb.mp4" "$MEDIA/bbb.mp4"; echo $?
      playhead --audio=require -i 5 "$MEDIA/bbb.mp4" >out; echo $?
      """#)
    #expect(run.output.hasSuffix("5.312 5.312 100.0\n0\n1\n"))
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix(": playing without sound") == true)
    #expect(lines.allSatisfy { $0.hasPrefix("playhead: PulseAudio: ") })
  }
}
