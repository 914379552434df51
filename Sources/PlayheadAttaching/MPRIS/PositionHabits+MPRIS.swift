extension PositionHabits {
  /// The habits of a player that is not yet known, except for a name that the user gave.
  static func mpris(_ target: MPRISTarget) -> PositionHabits {
    if case .named(let name) = target { mpris(MPRISTarget.prefix + name) } else { mpris("") }
  }

  /// The habits of a player of this name on the session bus, as in `org.mpris.MediaPlayer2.vlc`.
  ///
  /// VLC computes a value every 239 ms to 1.06 s, depending on the kind of file, and the time of its input is not
  /// smooth; Chromium every 100 ms; mpDris2, for MPD, every two seconds; our own player when it is asked for. Others are
  /// assumed to compute one a second.
  static func mpris(_ busName: String) -> PositionHabits {
    if MPRISTarget.isInstance(busName, of: "vlc") {
      return PositionHabits(hold: .milliseconds(1_100), noise: .milliseconds(10))
    }
    if MPRISTarget.isInstance(busName, of: "chromium") {
      return PositionHabits(hold: .milliseconds(150), noise: .milliseconds(5))
    }
    if MPRISTarget.isInstance(busName, of: "mpd") {
      return PositionHabits(hold: .milliseconds(2_200), noise: .milliseconds(10))
    }
    if MPRISTarget.isInstance(busName, of: "playhead") { return PositionHabits() }
    return PositionHabits(hold: .milliseconds(1_100), noise: .milliseconds(2))
  }
}
