import Foundation
import PlayheadTestEnvironment
import Testing

/// Receives what the built command sends.
@Suite struct TimecodeCommandTests {
  /// A UDP socket, in whose buffer packets wait.
  private final class Receiver {
    struct Failure: Error {}

    let descriptor: Int32
    let port: UInt16

    init(port: UInt16 = 0, at host: UInt32 = INADDR_LOOPBACK) throws {
      let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = host.bigEndian
      address.sin_port = port.bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
        }
      }
      (self.descriptor, self.port) = (descriptor, UInt16(bigEndian: address.sin_port))
      if !result { throw Failure() }
    }

    deinit { close(descriptor) }

    /// Returns the packets that have arrived.
    func packets() -> [[UInt8]] {
      var packets: [[UInt8]] = []
      var buffer = [UInt8](repeating: 0, count: 2_048)
      while case let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)),
        count > 0
      {
        packets.append(Array(buffer.prefix(count)))
      }
      return packets
    }
  }

  @Test func midiTimecodeBeginsAtTheStartAndEndsAtTheStop() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo midi control
      # The pipes have readers from now on, and take all bytes.
      exec 3<>midi 4<>control
      playhead -q --pause --control control --timecode-out mtc:midi --timecode-offset 01:00:00:00 \
        --start 1 --end 3 $MEDIA/bbb_small.mp4 &
      # It plays when the message of the start has come.
      dd bs=1 count=10 status=none <&3 >first
      echo play >&4
      wait $! || exit
      # So that there is a byte to read.
      echo >&3
      { cat first; dd bs=65536 count=1 status=none <&3; } | od -An -v -tu1 -w1
      """)
    let bytes = outcome.lines.compactMap { UInt8($0.trimmingCharacters(in: .whitespaces)) }
    let locations = bytes.indices.filter { bytes[$0] == 0xF0 }.map { Array(bytes[$0 + 5..<$0 + 9]) }
    #expect(locations.first == [1 << 5 | 1, 0, 1, 0] && locations.last == [1 << 5 | 1, 0, 3, 0])
    let quarters = bytes.indices.filter { bytes[$0] == 0xF1 }.map { bytes[$0 + 1] }
    #expect(!quarters.isEmpty && quarters.count <= 201)
    // The labels of an hour and one or two seconds.
    #expect(quarters.filter { $0 >> 4 == 2 }.allSatisfy { (1...2).contains($0 & 15) })
    #expect(quarters.filter { $0 >> 4 == 6 }.allSatisfy { $0 & 15 == 1 })
    #expect(quarters.filter { $0 >> 4 == 7 }.allSatisfy { $0 & 15 == 2 })
    #expect(outcome.errors.isEmpty && outcome.status == 0)
  }

  @Test func bundlesAndPacketsCarryThePosition() throws {
    let osc = try Receiver()
    // Other programs of this machine may receive Art-Net.
    let host = "127.\(getpid() >> 16 & 255).\(getpid() >> 8 & 255).\(getpid() & 255)"
    let artNet = try Receiver(port: 6_454, at: UInt32(127) << 24 | UInt32(getpid()) & 0xFFFFFF)
    let outcome = try BuiltCommand.run(
      """
      playhead -q --interval 0.1 --start 1 --end 2 --timecode-out osc:127.0.0.1:\(osc.port)/pos \
        --timecode-out artnet:\(host) $MEDIA/bbb_small.mp4
      """)
    #expect(outcome.errors.isEmpty && outcome.status == 0)
    let bundles = osc.packets()
    #expect(bundles.allSatisfy { $0.count == 60 && $0.starts(with: Array("#bundle\0".utf8)) })
    #expect(
      bundles.allSatisfy { $0[20..<36].elementsEqual(Array("/pos\0\0\0\0,dfs\0\0\0\0".utf8)) })
    let positions = bundles.map { bundle in
      Double(bitPattern: bundle[36..<44].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    #expect(positions.first.map { (1..<2).contains($0) } == true && positions.last == 2)
    #expect(positions == positions.sorted())
    #expect((2...14).contains(positions.count))
    #expect(bundles.last.map { String(decoding: $0[48..<59], as: UTF8.self) } == "00:00:02:00")
    let packets = artNet.packets()
    #expect(packets.allSatisfy { $0.count == 19 && $0[18] == 1 })
    let frames = packets.map { Int($0[15]) * 25 + Int($0[14]) }
    #expect(frames.first.map { (25..<50).contains($0) } == true && frames.last == 50)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 <= $1 })
  }

  /// Returns the frames of the linear timecode that a command line writes to `a.wav`, and the number of
  /// samples.
  private func frames(
    _ line: String, samplesPerFrame: Int = 1_920
  ) throws -> (frames: [LTCDecoder.Frame], samples: Int) {
    let folder = try TemporaryDirectory()
    let outcome = try BuiltCommand.run(
      """
      playhead --instant -q --timecode-out ltc:a.wav \(line)
      playhead --instant -q --timecode-out ltc:b.wav \(line)
      cmp a.wav b.wav
      """, in: folder)
    #expect(outcome.errors.isEmpty && outcome.status == 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.wav")))
    let length = bytes[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(length == bytes.count - 44)
    return (LTCDecoder.frames(inWAV: bytes, samplesPerFrame: samplesPerFrame), length / 2)
  }

  @Test(.enabled(if: LTCDecoder.isInstalled))
  func linearTimecodeOfAFileIsWrittenAtOnce() throws {
    let (frames, samples) = try frames(
      "--timecode-offset 01:00:00:00 --start 1 --end 3 $MEDIA/bbb_small.mp4")
    #expect(samples == 96_000)
    // The decoder finds a frame by the next one.
    #expect(
      frames.map(\.text)
        == (25..<74).map { number in
          "01:00:0\(number / 25):\(number % 25 < 10 ? "0" : "")\(number % 25)"
        })
    for (index, frame) in frames.enumerated().dropFirst() {
      #expect(abs(frame.samples.lowerBound - frames[0].samples.lowerBound - index * 1_920) <= 1)
    }
  }

  @Test(.enabled(if: LTCDecoder.isInstalled))
  func theTimecodeOfASoundTrackIsThatOfTheFile() throws {
    let outcome = try BuiltCommand.run(
      """
      for pair in 'a 10:00:00:00' 'b 10:00:01:10'; do set -- $pair
        playhead --instant -q --timecode-out ltc:$1.wav --timecode-rate 25 --timecode-offset $2 \
          --end 2 $MEDIA/bbb_small.mp4
      done
      playhead --instant --timecode-track auto --at 10:00:01:05 --fields timecode,position a.wav
      playhead --instant --timecode-track 0 --start 10:00:02:00 --changes --fields timecode,position b.wav
      playhead --instant --timecode-track 1 --timecode $MEDIA/bbb_small.mp4; echo $?
      playhead align --timecode --follow a.wav b.wav
      playhead align --timecode a.wav $MEDIA/bbb_small.mp4; echo $?
      playhead align --timecode $MEDIA/bbb_small.mp4 a.wav b.wav; echo $?
      cat a.wav | playhead --timecode-track 0 --timecode -; echo $?
      playhead --timecode-track +0 --timecode a.wav; echo $?
      """)
    #expect(
      outcome.lines.map(String.init) == [
        "10:00:00:00 0.000", "10:00:01:05 1.200", "10:00:02:00 2.000", "10:00:02:00 0.600",
        "10:00:03:10 2.000", "1", "playhead follow a.wav 'b.wav@-1.400000'", "3", "3", "1", "2",
      ])
    let errors = outcome.errors.split(separator: "\n")
    let reasons = [
      "no linear timecode in the sound track", "bbb_small.mp4: no timecode",
      "bbb_small.mp4: no timecode", "cannot be read twice", "--timecode-track",
    ]
    #expect(errors.count >= reasons.count, "\(errors)")
    for (error, reason) in zip(errors, reasons) { #expect(error.contains(reason)) }
  }

  @Test(.enabled(if: LTCDecoder.isInstalled))
  func aTimecodeOfTheStartThatDoesNotExistIsRefusedOrTheNextOne() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead --instant -q --timecode-out ltc:a.wav --timecode-rate 29.97 --timecode-offset 00:01:00:00 \
        $MEDIA/bbb_small.mp4; echo $?; ls *.wav 2>/dev/null
      playhead --instant -q --timecode-out ltc:a.wav --timecode-offset 00:00:00:25 --end 1 $MEDIA/bbb_small.mp4; echo $?
      """)
    #expect(outcome.lines == ["2", "0"])
    let errors = outcome.errors.split(separator: "\n")
    #expect(
      errors.first
        == "playhead: --timecode-offset: no timecode 00:01:00:00: drop-frame timecode skips it")
    #expect(
      errors.last
        == "playhead: --timecode-offset: no timecode 00:00:00:25 at 25 frames/s; begins with 00:00:01:00"
    )
    let (frames, _) = try frames(
      "--timecode-rate 29.97 --timecode-offset '01;00;00;00' --end 1 $MEDIA/bbb_small.mp4")
    #expect(frames.first?.text == "01:00:00;00")
  }

  @Test(
    .enabled(if: LTCDecoder.isInstalled),
    arguments: [("0.5", 192_000), ("2", 48_000), ("0.1", 960_000), ("3", 32_000)])
  func itsSpeedIsTheRate(_ rate: String, samples: Int) throws {
    let (frames, count) = try frames(
      "--rate \(rate) --end 2 $MEDIA/bbb_small.mp4", samplesPerFrame: samples / 50)
    #expect(abs(count - samples) <= 1)
    #expect(frames.first?.text == "00:00:00:00" && frames.count >= 48)
  }

  @Test(.enabled(if: LTCDecoder.isInstalled))
  func dropFrameTimecodeSkipsLabelsAndLoopsBeginAgain() throws {
    let (frames, count) = try frames(
      "--timecode-rate 29.97 --timecode-offset '00:00:59;28' --start 0.01 --end 0.5 --loop=2 $MEDIA/bbb_small.mp4"
    )
    let labels = frames.map(\.text)
    #expect(labels.prefix(3) == ["00:00:59;29", "00:01:00;02", "00:01:00;03"])
    #expect(labels.count { $0 == "00:01:00;02" } == 2)
    #expect(frames.first.map { abs($0.samples.lowerBound - 1_122) < 30 } == true)
    #expect((46_000...50_000).contains(count))
  }

  @Test func linearTimecodeIsNotWrittenToTheFileThatIsPlayed() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/mediafile-cbr.mp3 a.wav
      playhead --instant -q --timecode-out ltc:a.wav a.wav; echo $?
      cmp a.wav $MEDIA/mediafile-cbr.mp3
      playhead --instant -q --timecode-out ltc:no/a.wav --end 1 $MEDIA/bbb_small.mp4; echo $?
      """)
    #expect(outcome.lines == ["2", "1"])
    #expect(
      outcome.errors.split(separator: "\n") == [
        "playhead: a.wav: input file is also the output (--timecode-out ltc:a.wav)",
        "playhead: ltc:no/a.wav: No such file or directory",
      ])
  }

  @Test(.enabled(if: LTCDecoder.isInstalled))
  func aFileWithoutLinearTimecodeIsReported() throws {
    let outcome = try BuiltCommand.run("playhead attach ltc:$MEDIA/mediafile.opus")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.hasSuffix("mediafile.opus: no linear timecode in the sound\n"))
  }

  @Test(.enabled(if: LTCDecoder.isInstalled))
  func followedTimecodeIsSentAtItsOwnRate() throws {
    let osc = try Receiver()
    let outcome = try BuiltCommand.run(
      """
      playhead --instant -q --timecode-out ltc:a.wav --timecode-rate 29.97 \
        --timecode-offset 10:00:00:00 --end 1 $MEDIA/bbb_small.mp4
      playhead attach -q --timecode-out osc:127.0.0.1:\(osc.port) ltc:a.wav
      """)
    let labels = osc.packets().map { String(decoding: $0.dropFirst(52).prefix(11), as: UTF8.self) }
    #expect(!labels.isEmpty && labels.allSatisfy { $0.hasPrefix("10:00:0") && $0.contains(";") })
    #expect(!outcome.errors.contains("counts 25") && outcome.status == 0)
  }

  @Test(.enabled(if: LTCDecoder.isInstalled))
  func aDelayLosesNoFrame() throws {
    let (_, samples) = try frames("--timecode-delay 80ms --end 2 $MEDIA/bbb_small.mp4")
    #expect(samples == 96_000)
  }

  @Test func twoOutputsToOneFileAreRefused() throws {
    let outcome = try BuiltCommand.run(
      """
      mkdir d; ln -s d e; touch d/old.wav; ln -s d/old.wav link.wav
      for pair in 'ltc:a.wav ltc:./a.wav' 'ltc:d/a.wav ltc:e/a.wav' 'ltc:link.wav ltc:e/old.wav'; do
        set -- $pair
        playhead --instant -q --timecode-out $1 --timecode-out $2 $MEDIA/bbb_small.mp4; echo $?
      done
      playhead --instant -q --log a.wav --timecode-out ltc:a.wav $MEDIA/bbb_small.mp4; echo $?
      ls *.wav
      """)
    #expect(outcome.lines == ["2", "2", "2", "2", "link.wav"])
    #expect(
      outcome.errors.split(separator: "\n") == [
        "playhead: ./a.wav: two outputs to one file (--timecode-out ltc:a.wav, --timecode-out ltc:./a.wav)",
        "playhead: e/a.wav: two outputs to one file (--timecode-out ltc:d/a.wav, --timecode-out ltc:e/a.wav)",
        "playhead: e/old.wav: two outputs to one file (--timecode-out ltc:link.wav, --timecode-out ltc:e/old.wav)",
        "playhead: a.wav: two outputs to one file (--log a.wav, --timecode-out ltc:a.wav)",
      ])
  }

  @Test(.enabled(if: LTCDecoder.isInstalled))
  func userBitsAreInEachFrame() throws {
    let (frames, _) = try frames("--timecode-user-bits 20260131 --end 2 $MEDIA/bbb_small.mp4")
    #expect(frames.count > 40 && frames.allSatisfy { $0.userBits == 0x2026_0131 })
  }

  /// Runs the command with a library that records the events sent to the sequencer.
  @Test func midiTimecodeIsSentToAPortOfTheSequencer() throws {
    let outcome = try BuiltCommand.run(
      #"""
      $(command -v clang || echo cc) -shared -fPIC -o libasound.so.2 -x c - <<'C' || exit 9
      #include <stdio.h>
      #include <errno.h>
      // The part of an event that is read: its type, and its data after 16 bytes.
      struct event { unsigned char type, rest[15]; unsigned size; void *start; };
      static FILE *out;
      void *snd_lib_error_set_local(void *handler) { return 0; }
      int snd_seq_open(void **sequencer, const char *name, int streams, int mode) {
        out = fopen("sent", "a");
        setvbuf(out, 0, _IOLBF, 4096);
        *sequencer = out;
        return 0;
      }
      int snd_seq_close(void *sequencer) { return fputs("closed\n", out), fclose(out); }
      int snd_seq_set_client_name(void *sequencer, const char *name) {
        return fprintf(out, "client %s\n", name);
      }
      int snd_seq_create_simple_port(void *sequencer, const char *name, unsigned caps, unsigned type) {
        fprintf(out, "port %s %u\n", name, caps);
        return 3;
      }
      int snd_seq_parse_address(void *sequencer, unsigned char address[2], const char *text) {
        if (text[0] != 'd') return -ENOENT;
        address[0] = 20, address[1] = 1;
        return 0;
      }
      int snd_seq_connect_to(void *sequencer, int port, int client, int other) {
        static int count;
        fprintf(out, "connect %d %d:%d\n", port, client, other);
        return count++ ? -EBUSY : 0;
      }
      // For timecode that arrives.
      int snd_seq_connect_from(void *sequencer, int port, int client, int other) { return -ENOSYS; }
      int snd_seq_event_input(void *sequencer, struct event **event) { return -ENOSYS; }
      int snd_seq_poll_descriptors(void *sequencer, void *polled, unsigned space, short events) {
        return -ENOSYS;
      }
      int snd_seq_event_output_direct(void *sequencer, struct event *event) {
        if (event->type != 130) return fprintf(out, "quarter %d\n", *(int *)&((char *)event)[24]);
        unsigned char *bytes = *(void **)((char *)event + 20);
        fprintf(out, "full %d", *(unsigned *)((char *)event + 16));
        for (int i = 0; i < 10; i++) fprintf(out, " %d", bytes[i]);
        return fputs("\n", out);
      }
      C
      export LD_LIBRARY_PATH=$PWD
      mkfifo sent control
      exec 3<>sent 4<>control
      playhead -q --pause --control control --timecode-out mtc:desk:1 --start 1 --end 3 \
        $MEDIA/bbb_small.mp4 &
      # It plays when the message of the start has come.
      while read -r line <&3; do
        echo "$line" >>first
        case $line in full*) break ;; esac
      done
      echo play >&4
      wait $!; echo $?
      playhead -q --timecode-out mtc:other:1 --end 0.1 $MEDIA/bbb_small.mp4; echo $?
      echo end >&3
      cat first
      while read -r line <&3 && [ "$line" != end ]; do echo "$line"; done
      """#)
    #expect(outcome.errors == "playhead: mtc:other:1: no such MIDI port\n")
    let lines = outcome.lines
    #expect(lines.prefix(5) == ["0", "0", "client playhead", "port playhead 33", "connect 3 20:1"])
    let full = lines.filter { $0.hasPrefix("full") }
    #expect(full.first == "full 10 240 127 127 1 1 32 0 1 0 247")
    #expect(full.last == "full 10 240 127 127 1 1 32 0 3 0 247")
    let quarters = lines.compactMap { $0.hasPrefix("quarter ") ? Int($0.dropFirst(8)) : nil }
    // The second of the timecode is 1 or 2.
    #expect(quarters.first.map { $0 >> 4 } == 0)
    #expect(quarters.filter { $0 >> 4 == 2 }.allSatisfy { (33...34).contains($0) })
    #expect(quarters.contains(33))
  }

  @Test func aSequencerThatIsMissingIsReported() throws {
    let outcome = try BuiltCommand.run(
      """
      test -e /dev/snd/seq || playhead -q --timecode-out mtc:128:0 --end 0.1 $MEDIA/bbb_small.mp4
      test ! -e /dev/snd/seq || echo playhead: mtc:128:0: no ALSA sequencer >&2
      """)
    #expect(outcome.errors == "playhead: mtc:128:0: no ALSA sequencer\n")
  }

  @Test func aFIFOIsNoSoundFileAndANameMayHaveAnyBytes() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo a.wav
      playhead --instant -q --timecode-out ltc:a.wav --end 1 $MEDIA/bbb_small.mp4; echo $?
      name=$(printf 'caf\\351.wav')
      playhead --instant -q --timecode-out "ltc:$name" --end 1 $MEDIA/bbb_small.mp4
      test -f "$name"; echo $?
      """)
    #expect(outcome.lines == ["1", "0"])
    #expect(outcome.errors == "playhead: ltc:a.wav: not a regular file\n")
  }

  @Test func aDeviceThatIsMissingIsReportedOnceForAllFiles() throws {
    let outcome = try BuiltCommand.run(
      """
      playhead -q --end 0.1 --timecode-rate 25 --timecode-out ltc:alsa:missing \
        $MEDIA/bbb_small.mp4 $MEDIA/bbb_small.mp4
      """)
    #expect(outcome.errors.hasPrefix("playhead: ltc:alsa:missing: ") && outcome.status == 0)
    #expect(outcome.errors.split(separator: "\n").count { $0.contains("ltc:alsa:missing: ") } == 1)
  }

  @Test func theTimecodeOfAnotherPlayerIsSent() throws {
    let osc = try Receiver()
    let outcome = try BuiltCommand.run(
      """
      "$PLAYHEAD" --input-ipc-server=player -q --start 1 --end 4 --loop $MEDIA/bbb_small.mp4 &
      playhead attach --wait -q -n 4 --timecode-out osc:127.0.0.1:\(osc.port) mpv:player
      kill $!
      """)
    #expect(
      outcome.errors.hasSuffix("mpv:player: timecode counts 25 frames/s (see --timecode-rate)\n"))
    let positions = osc.packets().map { bundle in
      Double(bitPattern: bundle[40..<48].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    #expect(!positions.isEmpty && positions.allSatisfy { (1...4.1).contains($0) })
  }

  @Test func theTimecodeOfAnotherPlayerWaitsForTheRateOfItsMedia() throws {
    let osc = try Receiver()
    let outcome = try BuiltCommand.run(
      """
      "$PLAYHEAD" --input-ipc-server=player -q --start 1 --end 4 --loop $MEDIA/bbb_small.mp4 &
      playhead attach --wait -q -n 4 --media auto --timecode-out osc:127.0.0.1:\(osc.port) mpv:player
      echo next >&2
      playhead attach -q -n 4 --media missing --timecode-out osc:127.0.0.1:\(osc.port) mpv:player
      kill $!
      """)
    let parts = outcome.errors.components(separatedBy: "next\n")
    #expect(!parts[0].contains("timecode"))
    #expect(parts[1].hasSuffix("timecode counts 25 frames/s (see --timecode-rate)\n"))
    #expect(!osc.packets().isEmpty)
  }

  @Test func aPlaceThatCannotBeReachedIsReportedInOneLine() throws {
    let unused = try Receiver().port
    for (place, reason) in [
      ("osc:x::z:9", "Name or service not known"),
      ("osc:127.0.0.1:\(unused)", "Connection refused"),
      ("mtc:missing", "No such file or directory"), ("mtc:.", "not a MIDI device or a FIFO"),
      ("mtc:$PLAYHEAD", "not a MIDI device or a FIFO"),
    ] {
      let outcome = try BuiltCommand.run(
        "playhead -i 0.1 --end 0.6 --timecode-out \(place) $MEDIA/bbb_small.mp4")
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines.first?.hasSuffix(": \(reason)") == true)
      #expect(outcome.lines.last?.hasPrefix("0.600") == true && outcome.status == 0)
    }
  }

  @Test func aRateThatTimecodeCannotCarryIsReported() throws {
    let port = try Receiver().port
    let outcome = try BuiltCommand.run(
      """
      playhead -q --end 0.1 --timecode-out artnet:127.0.0.1 $MEDIA/mediafile-cbr.mp3
      playhead -q --end 0.1 --timecode-out osc:127.0.0.1:\(port) --timecode-offset 00:00:00:29 \
        --timecode-rate 50 $MEDIA/bbb_small.mp4
      """)
    let lines = outcome.errors.split(separator: "\n").filter { !$0.hasSuffix("Connection refused") }
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix("timecode counts 25 frames/s (see --timecode-rate)") == true)
    #expect(lines.last == "playhead: --timecode-offset: no timecode 00:00:00:29 at 25 frames/s")
  }
}
