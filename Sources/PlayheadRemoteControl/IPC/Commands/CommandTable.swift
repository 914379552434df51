/// mpv's commands, in its order, with their arguments.
enum CommandTable {
  static let all = text.split(separator: "\n").compactMap { CommandSignature(row: $0) }
  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The commands that would run programs, load scripts or write files. They are refused.
  static let refused: Set<String> = [
    "run", "subprocess", "load-script", "screenshot", "screenshot-to-file", "screenshot-raw",
    "dump-cache", "ab-loop-dump-cache", "write-watch-later-config", "delete-watch-later-config",
  ]

  /// The commands that change only a window or keys, which are not there. They succeed.
  static let withoutEffect: Set<String> = [
    "ignore", "show-text", "show-progress", "enable-section", "disable-section", "define-section",
    "drop-buffers", "overlay-add", "overlay-remove", "osd-overlay", "mouse", "keyup",
    "rescan-external-files", "ab-loop-align-cache",
  ]

  /// One command in each line, and its arguments: `:TYPE`, `?` if optional, `=` a default, `...` if repeated.
  private static let text = """
    ignore
    seek target:Time flags=Flags(relative/absolute/relative-percent/absolute-percent+exact/keyframes) \
    legacy?Choice(unused/default-precise/keyframes/exact)
    revert-seek flags?Flags(mark/mark-permanent)
    quit code?Integer
    quit-watch-later code?Integer
    stop flags?Flags(keep-playlist)
    frame-step
    frame-back-step
    playlist-next flags?Choice(weak/force)
    playlist-prev flags?Choice(weak/force)
    playlist-play-index index:Choice(current/none/#)
    playlist-shuffle
    playlist-unshuffle
    sub-step skip:Integer flags=Choice(primary/secondary)
    sub-seek skip:Integer flags=Choice(primary/secondary)
    print-text text:String
    show-text text:String duration=Integer level?Integer
    expand-text text:String
    expand-path text:String
    show-progress
    sub-add url:String flags?Choice(select/auto/cached) title?String lang?String
    audio-add url:String flags?Choice(select/auto/cached) title?String lang?String
    video-add url:String flags?Choice(select/auto/cached) title?String lang?String albumart?Flag
    sub-remove id=Integer
    audio-remove id=Integer
    video-remove id=Integer
    sub-reload id=Integer
    audio-reload id=Integer
    video-reload id=Integer
    rescan-external-files flags?Choice(keep-selection/reselect)
    screenshot flags=Flags(video/window/subtitles+each-frame) legacy?Choice(unused/single/each-frame)
    screenshot-to-file filename:String flags=Choice(video/window/subtitles)
    screenshot-raw flags=Choice(video/window/subtitles)
    loadfile url:String flags?Choice(replace/append/append-play) options?Key/value_list
    loadlist url:String flags?Choice(replace/append/append-play)
    playlist-clear
    playlist-remove index?Choice(current/#)
    playlist-move index1:Integer index2:Integer
    run command:String args:String...
    subprocess args:String_list playback_only=Flag capture_size=ByteSize capture_stdout?Flag \
    capture_stderr?Flag detach?Flag env?String_list stdin_data?String passthrough_stdin?Flag
    set name:String value:String
    change-list name:String operation:String value:String
    add name:String value=Double
    cycle name:String value=up|down
    multiply name:String value:Double
    cycle-values arg0:String arg1:String argN:String...
    enable-section name:String flags?Flags(exclusive/allow-vo-dragging/allow-hide-cursor)
    disable-section name:String
    define-section name:String contents:String flags?Choice(default/force)
    ab-loop
    drop-buffers
    af operation:String value:String
    vf operation:String value:String
    af-command label:String command:String argument:String
    vf-command label:String command:String argument:String
    ao-reload
    script-binding name:String
    script-message args:String...
    script-message-to target:String args:String...
    overlay-add id:Integer x:Integer y:Integer file:String offset:Integer fmt:String w:Integer \
    h:Integer stride:Integer
    overlay-remove id:Integer
    osd-overlay id:Integer64 format:Choice(none/ass-events) data:String res_x=Integer res_y=Integer \
    z=Integer hidden=Flag compute_bounds=Flag
    write-watch-later-config
    delete-watch-later-config filename?String
    mouse x:Integer y:Integer button=Integer mode?Choice(single/double)
    keybind name:String cmd:String
    keypress name:String
    keydown name:String
    keyup name?String
    apply-profile name:String mode?Choice(default/restore)
    load-script filename:String
    dump-cache start:Time end:Time filename:String
    ab-loop-dump-cache filename:String
    ab-loop-align-cache
    """
}
