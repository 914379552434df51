import Testing

/// `--mpris` on a private bus, with `playerctl` and `dbus-send` as clients.
@Suite struct MPRISCommandTests {
  /// Runs a script with its own session bus, which ends with it.
  ///
  /// `plays` ends the script if the player `$player` has ended; `expect TEXT ARGUMENT...` waits until
  /// `playerctl ARGUMENT...` prints the text, and prints it;
  /// `call METHOD ARGUMENT...` calls a method with `dbus-send`. The control commands go to `control`.
  private func run(_ script: String) throws -> BuiltCommand.Outcome {
    let outcome = try BuiltCommand.run(
      """
      cat >functions <<'END'
      plays() { kill -0 "$player" 2>/dev/null || exit 9; }
      expect() { until [ "$(playerctl "${@:2}" 2>&1)" = "$1" ]; do plays; done; echo "$*"; }
      name() { echo "org.mpris.MediaPlayer2.playhead.instance$player"; }
      call() {
        dbus-send --session --print-reply --reply-timeout=60000 --dest="$(name)" \\
          /org/mpris/MediaPlayer2 "org.mpris.MediaPlayer2.$1" "${@:2}" 2>&1
      }
      get() {
        dbus-send --session --print-reply=literal --reply-timeout=60000 --dest="$(name)" \\
          /org/mpris/MediaPlayer2 org.freedesktop.DBus.Properties.Get \\
          "string:org.mpris.MediaPlayer2$1" "string:$2" 2>&1 | sed 's/^ *//'
      }
      END
      cat >script <<'END'
      . ./functions
      mkfifo control
      \(script)
      END
      dbus-run-session -- bash script 2>bus
      status=$?
      grep -v '^dbus-daemon' bus >&2
      exit $status
      """)
    return outcome
  }

  @Test func twoNamesOfOnePlayerAreFoundOut() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" -q --mpris --input-ipc-server=socket --pause --control control \\
        "$MEDIA/gnome-dual-monitors.webm" </dev/null & player=$!
      until [ -S socket ]; do plays; done
      expect Paused status
      "$PLAYHEAD" follow mpv:socket mpris:playhead 2>&1; echo $?
      kill $player
      """)
    let line = "playhead: mpris:playhead: it is the same player as mpv:socket"
    #expect(outcome.lines.map(String.init) == ["Paused status", line, "1"])
  }

  @Test func everyCommandOfPlayerctlWorks() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" -q --mpris --control control "$MEDIA/gnome-dual-monitors.webm" "$MEDIA/bbb.mp4" \\
        </dev/null & player=$!
      expect Playing status
      echo "name $(playerctl -l | sed "s/$player/PID/")"
      playerctl pause; expect Paused status
      playerctl position 10; expect 10.000000 position
      playerctl position 5+; expect 15.000000 position
      playerctl position 3-; expect 12.000000 position
      playerctl play; expect Playing status
      playerctl play-pause; expect Paused status
      playerctl volume 0.5; expect 0.500000 volume
      playerctl loop Track; expect Track loop
      playerctl loop None; expect None loop
      expect Off shuffle
      playerctl next; expect bbb.mp4 metadata xesam:title
      expect 0.000000 position
      playerctl previous; expect gnome-dual-monitors.webm metadata xesam:title
      playerctl position 20; expect 20.000000 position
      playerctl stop; expect Stopped status
      expect 0.000000 position
      playerctl play; expect Playing status
      # On a busy machine the short file could end before its title is seen.
      playerctl loop Track; expect Track loop
      playerctl open "$MEDIA/bbb_small.mp4"; expect bbb_small.mp4 metadata xesam:title
      call Quit | wc -l
      wait $player; echo "status $?"
      """)
    #expect(
      outcome.lines.map(String.init) == [
        "Playing status", "name playhead.instancePID", "Paused status", "10.000000 position",
        "15.000000 position", "12.000000 position", "Playing status", "Paused status",
        "0.500000 volume", "Track loop", "None loop", "Off shuffle",
        "bbb.mp4 metadata xesam:title", "0.000000 position",
        "gnome-dual-monitors.webm metadata xesam:title", "20.000000 position", "Stopped status",
        "0.000000 position", "Playing status", "Track loop", "bbb_small.mp4 metadata xesam:title",
        "1", "status 0",
      ])
    #expect(outcome.errors == "")
  }

  @Test func playerctlFollowsTheSession() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" -q --mpris --control control "$MEDIA/gnome-dual-monitors.webm" "$MEDIA/bbb.mp4" \\
        </dev/null & player=$!
      expect Playing status
      : >followed
      playerctl --follow metadata --format '{{status}} {{title}} {{volume}} {{loop}}' >>followed &
      wait_for() { until grep -qxF "$1" followed; do plays; done; echo "$1"; }
      wait_for 'Playing gnome-dual-monitors.webm 1.0 None'
      echo pause >control; wait_for 'Paused gnome-dual-monitors.webm 1.0 None'
      echo volume 50 >control; wait_for 'Paused gnome-dual-monitors.webm 0.5 None'
      echo loop >control; wait_for 'Paused gnome-dual-monitors.webm 0.5 Track'
      echo next >control; wait_for 'Paused bbb.mp4 0.5 Track'
      echo quit >control; wait $player; kill %2
      """)
    #expect(outcome.lines.count == 6)
    #expect(outcome.errors == "")
  }

  @Test func thePositionOfPlayerctlLiesBetweenTwoOfOurs() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" --mpris --changes -f csv --fields position,cause -r 0.25 --control control \\
        "$MEDIA/gnome-dual-monitors.webm" </dev/null >records & player=$!
      expect Playing status >/dev/null
      until grep -q '^[0-9]' records; do plays; done
      ours() {
        # Other records, such as that of the seek, may come in between.
        count=$(grep -c requested records); echo position >control
        while [ "$(grep -c requested records)" = "$count" ]; do plays; done
        grep requested records | tail -n 1 | cut -d , -f 1
      }
      for i in 1 2 3 4 5; do echo "$(ours) $(playerctl position) $(ours)"; done
      echo seek 2 >control; echo rate 0.5 >control
      for i in 1 2 3; do
        echo "$(ours) $(get .Player Position | awk '{ printf "%.6f", $3 / 1000000 }') $(ours)"
      done
      echo quit >control; wait $player
      """)
    #expect(outcome.lines.count == 8, "\(outcome.output) \(outcome.errors)")
    for line in outcome.lines {
      let positions = line.split(separator: " ").compactMap { Double($0) }
      #expect(positions.count == 3 && positions == positions.sorted(), "\(line)")
    }
  }

  @Test func withoutABusOneLineReportsThatAndPlaybackContinues() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo control
      env -u DBUS_SESSION_BUS_ADDRESS -u XDG_RUNTIME_DIR "$PLAYHEAD" --mpris --control control \\
        "$MEDIA/gnome-dual-monitors.webm" </dev/null 2>errors & player=$!
      until [ -s errors ]; do kill -0 $player || exit; done
      printf '%s\\n' pause 'seek 3' position quit >control
      wait $player; echo "status $?"
      cat errors >&2
      """)
    #expect(outcome.lines.last == "status 0")
    #expect(outcome.lines.contains { $0.hasPrefix("3.0") })
    #expect(
      outcome.errors
        == "playhead: no MPRIS: there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)\n")
  }

  @Test func aBusThatGoesAwayIsReportedOnceAndPlaybackContinues() throws {
    let outcome = try run(
      """
      dbus-daemon --session --nofork --print-address=3 3>address 2>/dev/null & bus=$!
      until [ -s address ]; do sleep 0.02; done
      export DBUS_SESSION_BUS_ADDRESS="$(cat address)"
      "$PLAYHEAD" --mpris --control control "$MEDIA/gnome-dual-monitors.webm" </dev/null \\
        >records 2>errors & player=$!
      expect Playing status
      kill -9 $bus
      until [ -s errors ]; do plays; done
      printf '%s\\n' pause 'seek 30' position quit >control
      wait $player; echo "status $?"
      cat errors
      tail -n 1 records | cut -c 1-3
      """)
    #expect(
      outcome.lines == [
        "Playing status", "status 0",
        "playhead: no MPRIS: the session bus closed the connection", "30.",
      ])
  }

  @Test func wrongCallsAreErrorsAndPlaybackContinues() throws {
    let outcome = try run(
      """
      "$PLAYHEAD" -q --mpris --pause "$MEDIA/gnome-dual-monitors.webm" "$MEDIA/bbb.mp4" \\
        </dev/null & player=$!
      expect Paused status
      error() { call "$@" | sed -n 's/^Error \\(org[^:]*\\):.*/\\1/p'; }
      long=$(head -c 100000 /dev/zero | tr '\\0' x)
      error Player.Seek string:x
      error Player.Seek
      error Player.OpenUri "string:file:///$long"
      error Player.OpenUri string:relative
      error Player.OpenUri "string:file:///etc/$long"
      error Player.SetPosition int64:1 int64:1
      error TrackList.GetTracksMetadata array:string:x,y
      error Player.Explode
      error TrackList.AddTrack string:file:///nonsense%zz objpath:/x boolean:true
      tracks=$(printf '/unknown/%s,' {1..2000}); call TrackList.GetTracksMetadata "array:objpath:${tracks%,}"
      call TrackList.GoTo objpath:/unknown
      call Player.SetPosition objpath:/unknown int64:1000000
      call Player.Seek int64:-9223372036854775808
      playerctl position
      call Quit | wc -l
      wait $player; echo "status $?"
      """)
    let invalid = "org.freedesktop.DBus.Error.InvalidArgs"
    #expect(outcome.lines.filter { $0 == invalid }.count == 8)
    #expect(outcome.lines.filter { $0 == "org.freedesktop.DBus.Error.UnknownMethod" }.count == 1)
    #expect(outcome.lines.suffix(3) == ["0.000000", "1", "status 0"])
    #expect(outcome.errors == "")
  }

  @Test func theURLHasEveryByteOfTheName() throws {
    let outcome = try run(
      """
      cp "$MEDIA/bbb_small.mp4" $'a \\xff.mp4'
      "$PLAYHEAD" -q --mpris --pause a*.mp4 </dev/null & player=$!
      expect Paused status
      playerctl metadata xesam:url | sed 's|.*/||'
      call Quit | wc -l
      """)
    #expect(outcome.lines == ["Paused status", "a%20%FF.mp4", "1"])
  }

  /// FFmpeg's libraries may need libsystemd too, so the test looks for its opening at run time.
  @Test func nothingIsLoadedWithoutTheOption() throws {
    let outcome = try run(
      """
      export LD_DEBUG_OUTPUT=loads
      count() { grep -c 'opening file=.*/libsystemd[.]' "loads.$player"; }
      LD_DEBUG=files "$PLAYHEAD" --pause --changes --control control "$MEDIA/bbb.mp4" \\
        </dev/null >records & player=$!
      until [ -s records ]; do plays; echo position >control; done
      count
      echo quit >control; wait $player
      LD_DEBUG=files "$PLAYHEAD" -q --pause --mpris=kitchen --control control "$MEDIA/bbb.mp4" \\
        </dev/null & player=$!
      until playerctl --player kitchen status 2>/dev/null; do plays; done
      [ "$(count)" -gt 0 ] && echo loaded
      echo quit >control; wait $player
      """)
    #expect(outcome.lines == ["0", "Paused", "loaded"])
  }
}
