import PlaybackSession
import PlayheadKit
import Testing

@testable import PlayheadPlayCommands

/// The command line of `playhead-mpv`. The errors are those that mpv 0.35.1 prints.
@Suite struct MPVCommandLineTests {
  private func parse(_ words: [String]) -> MPVCommandLine {
    MPVCommandLine(["playhead-mpv"] + words)
  }

  private func options(_ words: String...) -> PlayOptions {
    let line = parse(words + ["a.mp4"])
    #expect(line.request == .play)
    return line.settings.playOptions(line.files, isTerminal: false)
  }

  private func error(_ words: String...) -> [String] {
    guard case .error(let lines) = parse(words + ["a.mp4"]).request else { return [] }
    return lines
  }

  @Test func settingsThatTheSessionHasAreApplied() {
    #expect(parse(["--keep-open", "a"]).settings.requests == [.setKeepOpen(.last)])
    #expect(parse(["--keep-open=always", "a"]).settings.requests == [.setKeepOpen(.all)])
    #expect(parse(["--keep-open=no", "--no-keep-open", "a"]).settings.requests == [])
    #expect(parse(["--force-media-title=A", "a"]).settings.requests == [.setTitle("A")])
    #expect(options().access.allowsURLs && !PlayOptions().access.allowsURLs)
  }

  @Test func theLinkAndItsNameSelectTheSyntax() {
    for name in ["playhead-mpv", "/usr/bin/playhead-mpv", "./mpv"] {
      #expect(MPVCommandLine.isMeant(by: name))
    }
    for name in ["playhead", "/mpv/playhead", "", "mpv-playhead"] {
      #expect(!MPVCommandLine.isMeant(by: name))
    }
  }

  /// The command lines with which programs start mpv.
  @Test(arguments: [
    // python-mpv-jsonipc
    "--idle=yes --input-ipc-server=/tmp/mpv --input-terminal=no --terminal=no",
    "--idle=yes --input-ipc-server=/tmp/mpv --input-terminal=no --terminal=no --osc=no "
      + "--input-default-bindings=yes --input-vo-keyboard=yes --force-window=yes --ontop=no",
    // mpvc
    "--no-terminal --no-audio-display --input-ipc-server=/tmp/mpv --idle --loop-playlist=inf",
    "--really-quiet --volume=80 --no-video --input-ipc-server=/tmp/mpv a.mp3",
    // node-mpv
    "--idle --no-config --really-quiet --msg-level=all=no,ipc=v --no-video --no-audio-display "
      + "--input-ipc-server=/tmp/node-mpv.sock",
    // Anki
    "--idle --no-terminal --force-window=no --ontop --audio-display=no --keep-open=no "
      + "--autoload-files=no --gapless-audio=no --reset-on-next-file=pause --no-config "
      + "--input-media-keys=no --input-ipc-server=/tmp/mpv",
    // EMMS and mpv.el
    "--quiet --really-quiet --no-audio-display --idle --input-ipc-server=/tmp/mpv",
    "--no-terminal --input-unix-socket=/tmp/mpv a.mp4",
    // command-line players of music, radio and video sites
    "--audio-display=no --replaygain=track --idle --input-ipc-server=/tmp/mpv --no-terminal",
    "--no-video --quiet --playlist=http://example.org/radio.m3u --input-ipc-server=/tmp/mpv",
    "--force-media-title=Title --referrer=https://example.org --ytdl-format=best a.mp4",
    "--no-ytdl --cache=yes --demuxer-max-bytes=50MiB --vo=null --ao=pulse a.mp4",
    "--no-config --msg-level=all=error --ytdl-raw-options=yes-playlist= "
      + "--script-opts-append=osc-visibility=always --title=Title -- a.mp4",
    // remotes and shells
    "--player-operation-mode=pseudo-gui --cookies --no-tls-verify --correct-downscaling "
      + "--alang=de,en --demuxer-lavf-o=http_persistent=0 -- a.mp4",
    "-fs -volume 50 -loop -no-audio a.mp4", "--config=no --vo= --ao= --pause a.mp4",
  ])
  func commandLinesOfProgramsAreAccepted(line: String) {
    let parsed = parse(line.split(separator: " ").map(String.init))
    #expect(parsed.request == .play)
  }

  @Test func valuesBecomeOptionsOfPlayback() {
    #expect(options("--pause").isPaused && !options("--pause", "--no-pause").isPaused)
    #expect(options("--pause=yes").isPaused && !options("--pause=no").isPaused)
    #expect(options("--speed=2").rate == Rate(2, 1) && options("--speed=1/2").rate == Rate(1, 2))
    #expect(options("--volume=42.5").sound.volume == Volume(percent: 42.5))
    #expect(options("--volume=300").sound.volume == Volume(percent: 200))
    #expect(options("--volume=-1").sound.volume == nil)
    #expect(options("--mute").sound.isMuted && !options("--mute=no").sound.isMuted)
    #expect(options("--audio-delay=-0.25").sound.delay == .milliseconds(-250))
    #expect(options("--idle").waitsForFiles && !options("--idle", "--no-idle").waitsForFiles)
    #expect(options("--input-ipc-server=/tmp/x").remote.ipcPath == "/tmp/x")
    #expect(options("--input-ipc-server=").remote.ipcPath == nil)
    #expect(options("--input-ipc-client=fd://5").remote.ipcDescriptor == 5)
    #expect(options("--playlist=list.m3u", "b").files == ["list.m3u", "b", "a.mp4"])
    #expect(options("--save-position-on-quit").resumes)
    #expect(!options("--save-position-on-quit", "--no-resume-playback").resumes)
    #expect(options().sound.output == .device(nil) && options().isQuiet)
  }

  @Test func positionsAreThoseOfMPV() {
    #expect(options("--start=90").start == .fromStart(.seconds(90)))
    #expect(options("--start=+1:30.5").start == .fromStart(.milliseconds(90_500)))
    #expect(options("--start=1:02:03").start == .fromStart(.seconds(3_723)))
    // Programs write floating-point numbers with all of their digits.
    #expect(options("--start=3.0000000000000004").start == .fromStart(.seconds(3)))
    #expect(options("--start=-10").start == .beforeEnd(.seconds(10)))
    #expect(options("--start=50%").start == .share(millionths: 500_000))
    #expect(options("--start=#2").start == .chapter(2))
    #expect(options("--start=5", "--start=none").start == nil)
    #expect(options("--start=5", "--length=10").end == .fromStart(.seconds(15)))
    #expect(options("--end=7", "--length=10").end == .fromStart(.seconds(7)))
  }

  @Test func repetitionsAreCountedAsInMPV() {
    #expect(options("--loop").isLooping && options("--loop-file=inf").loopCount == nil)
    // Two repetitions after the first time.
    #expect(options("--loop-file=2").loopCount == 3)
    #expect(!options("--loop-file=0").isLooping && !options("--loop", "--no-loop").isLooping)
    func requests(_ words: String...) -> [SessionRequest] { parse(words).settings.requests }
    #expect(requests("--loop-playlist=2") == [.setListLoop(.times(2))])
    #expect(requests("--loop-playlist") == [.setListLoop(.endless)])
    #expect(
      requests("--ab-loop-a=1", "--ab-loop-b=2.5")
        == [.setLoopRange(start: .seconds(1), end: .milliseconds(2_500))])
    #expect(requests().isEmpty)
  }

  @Test func theOutputOfSoundIsTranslated() {
    for words in [["--no-audio"], ["--audio=no"], ["--aid=no"], ["--ao=null"], ["--ao=null,pulse"]]
    {
      let line = parse(words + ["a"])
      #expect(line.settings.playOptions(line.files, isTerminal: false).sound.output == nil)
    }
    #expect(options("--no-audio", "--audio=auto").sound.output == .device(nil))
    #expect(options("--audio-device=auto").sound.output == .device(nil))
    #expect(options("--audio-device=pulse/headset").sound.output == .device("headset"))
    #expect(options("--audio-device=alsa/hw:0").sound.output == .device("alsa:hw:0"))
    #expect(options("--ao=alsa").sound.output == .device("alsa:default"))
    #expect(options("--ao=pipewire").sound.output == .device(nil))
    for text in ["", "/", "pulse/", "/x"] {
      #expect(options("--audio-device=\(text)").sound.output == .device(text == "/x" ? "x" : nil))
    }
  }

  @Test func onlyATerminalShowsThePosition() {
    func isQuiet(_ words: String...) -> Bool {
      let line = parse(words + ["a"])
      return line.settings.playOptions(line.files, isTerminal: true).isQuiet
    }
    #expect(!isQuiet() && !isQuiet("--msg-level=ipc=v"))
    for word in [
      "--quiet", "--really-quiet", "--no-terminal", "--terminal=no", "--msg-level=all=error",
      "--msg-level=statusline=no",
    ] {
      #expect(isQuiet(word))
    }
  }

  @Test func levelsOfMessagesApplyToModules() {
    func prints(_ level: String, _ module: String, _ words: String...) -> Bool {
      parse(words).settings.prints(level, of: module)
    }
    #expect(prints("error", "cplayer") && !prints("v", "cplayer") && prints("v", "ipc", "-v"))
    #expect(prints("v", "ipc", "--really-quiet", "--msg-level=all=no,ipc=v"))
    #expect(!prints("fatal", "cplayer", "--really-quiet", "--msg-level=all=no,ipc=v"))
    #expect(!prints("v", "ipc", "--msg-level=ipc=v", "--no-terminal"))
    #expect(!prints("v", "ipc", "--msg-level=ipc=v,all=no"))
  }

  @Test func anUnknownOptionIsReportedAsByMPV() {
    #expect(
      error("--foo") == [
        "Error parsing option foo (option not found)", "Setting commandline option --foo= failed.",
        "Exiting... (Fatal error)",
      ])
    #expect(error("-foo=1")[1] == "Setting commandline option --foo=1 failed.")
    for name in ["no-foo", "no-volume", "no-vo", "script", "o", "stream-record", "volume-append"] {
      #expect(error("--\(name)")[...0] == ["Error parsing option \(name) (option not found)"])
    }
    #expect(error("--=")[0] == "Error parsing option  (option not found)")
  }

  @Test func aMissingValueIsReportedAsByMPV() {
    #expect(
      error("--volume", "50") == [
        "Error parsing commandline option volume: option requires parameter",
        "Make sure you're using e.g. '--volume=value' instead of '--volume value'.",
        "Exiting... (Fatal error)",
      ])
    #expect(
      error("--volume=") == [
        "Error parsing option volume (option requires parameter)",
        "Setting commandline option --volume= failed.", "Exiting... (Fatal error)",
      ])
    #expect(
      error("--no-pause=yes")[0] == "Error parsing option pause (option doesn't take a parameter)")
    #expect(options("-volume", "50").sound.volume == Volume(percent: 50))
    guard case .error = parse(["-volume"]).request else {
      Issue.record("a value is missing")
      return
    }
  }

  @Test(arguments: [
    (
      "--pause=maybe",
      [
        "Invalid parameter for pause flag: maybe", "Valid values are:", "    yes",
        "    no", "    (passing nothing)",
        "Error parsing option pause (option parameter could not be parsed)",
      ]
    ),
    (
      "--loop-file=x",
      [
        "Invalid value for option loop-file: x", "Valid values are:", "    no",
        "    inf", "    yes", "    0-10000 (integer range)",
        "Error parsing option loop-file (option parameter could not be parsed)",
      ]
    ),
    (
      "--volume=loud",
      [
        "The volume option must be a floating point number or a ratio (numerator[:/]denominator): loud",
        "Error parsing option volume (option parameter could not be parsed)",
      ]
    ),
    (
      "--speed=1000",
      [
        "The speed option is out of range: 1000",
        "Error parsing option speed (parameter is outside values allowed for option)",
      ]
    ),
    (
      "--speed=nan",
      [
        "The speed option is out of range: nan",
        "Error parsing option speed (parameter is outside values allowed for option)",
      ]
    ),
    (
      "--start=1s",
      [
        "Option start: invalid time or position: '1s'",
        "Error parsing option start (option parameter could not be parsed)",
      ]
    ),
    (
      "--ab-loop-a=x",
      [
        "Option ab-loop-a: invalid time: 'x'",
        "Error parsing option ab-loop-a (option parameter could not be parsed)",
      ]
    ),
    (
      "--msg-level=all=loud",
      [
        "Invalid message level 'loud'",
        "Error parsing option msg-level (option parameter could not be parsed)",
      ]
    ),
    (
      "--msg-level=bar",
      [
        "Expected '=' and a value.",
        "Error parsing option msg-level (option parameter could not be parsed)",
      ]
    ),
    (
      "--profile=mine",
      [
        "Unknown profile 'mine'.",
        "Error parsing option profile (option parameter could not be parsed)",
      ]
    ),
  ])
  func aWrongValueIsReportedAsByMPV(option: String, lines: [String]) {
    #expect(
      error(option) == lines + [
        "Setting commandline option \(option) failed.", "Exiting... (Fatal error)",
      ])
  }

  @Test func theFirstRequestCountsAndLaterOptionsDecideWhetherItIsPrinted() {
    #expect(parse(["--version", "--foo"]).request == .version)
    #expect(parse(["-V"]).request == .version && parse(["--h"]).request == .help)
    let line = parse(["--foo", "--version", "--no-terminal"])
    guard case .error = line.request else {
      Issue.record("the error came first")
      return
    }
    #expect(!line.settings.prints("fatal", of: "cplayer"))
  }

  @Test func withoutFilesThereIsHelp() {
    #expect(parse([]).request == .help && parse(["--pause"]).request == .help)
    #expect(parse(["--idle"]).request == .play && parse(["--idle=once"]).request == .play)
    #expect(parse(["--", "--foo"]).files == ["--foo"] && parse(["-"]).files == ["-"])
    let once = parse(["--idle=once", "a"])
    #expect(!once.settings.playOptions(once.files, isTerminal: false).waitsForFiles)
  }
}
