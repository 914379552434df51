import Glibc
import PlayheadArguments
import PlayheadOutputs
import PlayheadTimekeeping
import Testing

@testable import PlayheadAttachCommands
@testable import PlayheadCLI

/// The command line of `follow`.
@Suite struct FollowOptionsTests {
  private func options(_ words: String...) throws(UsageError) -> FollowOptions? {
    guard case .run(let action) = try Invocation.parse(["playhead", "follow"] + words) else {
      return nil
    }
    return action as? FollowOptions
  }

  private func refusal(_ words: String...) -> String? {
    do throws(UsageError) {
      _ = try Invocation.parse(["playhead", "follow"] + words)
      return nil
    } catch {
      return error.text
    }
  }

  @Test func followersHaveOffsets() throws {
    let options = try #require(
      try options("film.mkv", "mpv:/tmp/b@+3.350", "b@c.mkv", "c.mkv@-1:30", "mpd", "d@1@2.5"))
    #expect(options.leader.map { "\($0)" } == "film.mkv")
    #expect(
      options.followers.map { "\($0.target)" } == ["mpv:/tmp/b", "b@c.mkv", "c.mkv", "mpd", "d@1"])
    #expect(
      options.followers.map(\.offset)
        == [.milliseconds(3_350), .zero, .seconds(-90), .zero, .milliseconds(2_500)])
  }

  /// The label of a timecode is no time, because it has no rate.
  @Test func anOffsetThatIsNoTimeIsRefused() throws {
    #expect(
      refusal("ltc:tape.wav", "film.mkv@-10:00:00:00")
        == "invalid value '-10:00:00:00' for @OFFSET (expected a time such as 90, 1:30 or 250ms)")
    #expect(refusal("mpd", "film@+1x")?.contains("for @OFFSET") == true)
    #expect(refusal("mpd", "https://user@host/film.mkv") == nil)
  }

  @Test func aFileMayHaveTheNameOfAnOffset() throws {
    let name = "/tmp/playhead-follow-\(getpid())@7"
    close(open(name, O_CREAT, 0o600))
    defer { unlink(name) }
    let options = try #require(try options("mpd", name, name + "@2"))
    #expect(options.followers.map { "\($0.target)" } == [name, name])
    #expect(options.followers.map(\.offset) == [.zero, .seconds(2)])
  }

  @Test func theSettingsOfFollowers() throws {
    let options = try #require(
      try options(
        "--pull", "0.2", "--tolerance", "80ms", "--freewheel", "2", "--on-user", "leave", "mpd",
        "film.mkv"))
    #expect(options.settings.pull == 0.002 && options.settings.tolerance == .milliseconds(80))
    #expect(options.settings.freewheel == .seconds(2) && options.settings.leavesUsedPlayer)
    #expect(!options.settings.playsOnAfterLoss)
    let other = try #require(try self.options("--on-loss", "play", "mpd", "film.mkv"))
    #expect(other.settings.playsOnAfterLoss)
    for pull in ["0", "11", "-1", "x"] {
      #expect(refusal("--pull", pull, "mpd", "a.mkv")?.contains("0.01 to 10") == true)
    }
  }

  @Test func filesHaveTheirOwnDevices() throws {
    let options = try #require(
      try options(
        "--audio=left", "--audio", "film.mkv", "mpd", "left.mkv", "--audio=right", "b.mkv"))
    #expect(options.sounds.count == 3 && options.sounds.allSatisfy { $0.audioPlayback != nil })
    #expect(try self.options("film.mkv", "mpd")?.sounds.isEmpty == true)
  }

  @Test func optionsForFilesAreRefusedWithoutThem() {
    #expect(refusal("--audio", "mpd", "mpv:a") == "--audio requires a file of its own")
    #expect(refusal("--audio", "--audio=b", "film.mkv", "mpd")?.contains("of its own") == true)
    #expect(refusal("--probe", "1", "ltc:tape.wav", "mpv:a") == "--probe requires a file")
    #expect(refusal("--protocols", "file", "--probe", "1", "mpd", "a.mkv") == nil)
  }

  @Test func onlyAFileThatLeadsIsRepeated() throws {
    let options = try #require(try options("--loop=3", "--start", "1:05", "film.mkv", "mpd"))
    #expect(options.playing.loopCount == 3 && options.start == .seconds(65))
    for option in ["--loop", "--start=5"] {
      let name = option.prefix { $0 != "=" }
      #expect(refusal(option, "mpd", "film.mkv") == "\(name) requires a file that leads")
    }
    #expect(refusal("--start", "-5", "film.mkv", "mpd")?.contains("for --start") == true)
  }

  @Test func namesAreRefusedThatCannotLeadOrFollow() {
    #expect(refusal() == "no leader given (see 'playhead follow --help')")
    #expect(refusal("mpd") == "no follower given (see 'playhead follow --help')")
    #expect(refusal("clock:25:00:00", "a.mkv")?.contains("for LEADER") == true)
    for follower in ["clock:18:00:00", "ltc:default", "artnet:"] {
      #expect(refusal("a.mkv", follower)?.contains("for FOLLOWER") == true)
    }
  }

  @Test func aPlayerHasOneLeaderAndIsNotItsOwn() {
    let reason = "(expected a player that neither leads nor is named twice)"
    #expect(refusal("mpv:a", "mpv:a@2") == "invalid value 'mpv:a' for FOLLOWER \(reason)")
    #expect(refusal("a.mkv", "mpd", "mpd@1") == "invalid value 'mpd' for FOLLOWER \(reason)")
    #expect(refusal("a.mkv", "a.mkv", "a.mkv@1") == nil)
    for (one, other) in [
      ("mpd", "mpd:localhost"), ("mpd:LOCALHOST", "mpd:localhost:6600"), ("mpd", "mpd:127.0.0.1"),
      ("mpris", "mpris:vlc"), ("mpris:vlc", "mpris:vlc.instance7"),
      ("mpris:playerctld", "mpris:vlc"),
    ] {
      #expect(refusal(one, other)?.contains(reason) == true, "\(one), \(other)")
      #expect(refusal("mpv:a", one, other)?.contains(reason) == true, "\(one), \(other)")
    }
    #expect(refusal("mpd", "mpd:localhost:6601", "mpris:vlc", "mpris:vlc2") == nil)
    // Two names of one socket, which need not be one.
    #expect(refusal("mpv:/dev/null", "mpv:/dev/../dev/null")?.contains(reason) == true)
  }

  @Test func theNearestTimeOfDayIsZero() throws {
    for hours in [-3, 3] {
      var (seconds, parts) = (time(nil) + hours * 3_600, tm())
      localtime_r(&seconds, &parts)
      let name = "clock:\(parts.tm_hour):\(parts.tm_min):\(parts.tm_sec)"
      let options = try #require(try options(name, "a.mkv"))
      guard case .clock(_, let start)? = options.leader else {
        Issue.record("no clock")
        continue
      }
      #expect(abs(start - Int64(seconds) * 1_000_000_000) < 2_000_000_000)
    }
  }
}
