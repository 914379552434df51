/// The examples of the manual pages, by the names of the pages. The tests run them.
extension ManualPage {
  static let examples: [String: [(purpose: String, command: String)]] = [
    "playhead": [
      ("Play, and print the position every second", "playhead -i 1 film.mp4"),
      ("Check files, with exit status 3 for errors", "playhead analyze --check error film.mp4"),
      ("Show how far an encode is", "playhead job -- ffmpeg -v error -y -i film.mp4 copy.mkv"),
      ("Describe a file for a script", "playhead inspect -f json film.mp4"),
    ],
    "playhead-play": [
      (
        "Print your own line every second",
        "playhead -i 1 -t '{position:hms} of {duration:hms}' film.mp4"
      ),
      (
        "Run a command at two points, and log the records",
        "playhead -q -o cues.csv --at 1,50% --exec 'echo {position:hms}' film.mp4"
      ),
      ("Play the second half twice", "playhead -i 1 --start 50% --loop=2 film.mp4"),
      ("Show the media time of a pipe", "cat film.ts | playhead --through -i 1 - >copy.ts"),
    ],
    "playhead-attach": [
      ("Print the position of a player once", "playhead attach -n 1 mpv:player"),
      (
        "Name the chapter and the frame, which the file has",
        "playhead attach -n 1 --media auto --fields position,chapter,frame mpv:player"
      ),
      (
        "Run a command when it reaches 1.5 s",
        "playhead attach -q --end 1.5 --exec 'echo {position:hms}' mpv:player"
      ),
      ("Pause it", "echo pause | playhead attach -n 1 --control - mpv:player"),
    ],
    "playhead-follow": [
      ("Keep a player 0.35 s ahead of a file", "playhead follow film.mp4 mpv:player@+0.350"),
      ("Play two files together", "playhead follow film.mp4 film.ts"),
      (
        "Leave the player to a user who pauses it",
        "playhead follow --on-user leave film.mp4 mpv:player"
      ),
      (
        "Print the command that plays recordings of one event together",
        "playhead align -q --follow film.mp4 film.ts"
      ),
    ],
    "playhead-job": [
      (
        "Draw or print the position of an encode",
        "playhead job -- ffmpeg -v error -y -i film.mp4 copy.mkv"
      ),
      (
        "Print the percentage at each quarter",
        "playhead job --every 25% -t '{percent:0}' -- ffmpeg -v error -y -i film.mp4 copy.mkv"
      ),
      (
        "Log it, and run a command at the end",
        "playhead job -q -o job.csv --exec-on end --exec 'echo done' -- ffmpeg -v error -y -i film.mp4 copy.mkv"
      ),
      (
        "Follow any program that prints its position",
        "playhead job --of --duration 2 -- printf '%s\\n' 0.5 1.0 2.0"
      ),
    ],
    "playhead-analyze": [
      ("Report on a file", "playhead analyze film.mp4"),
      (
        "Print only findings, with exit status 3 for errors",
        "playhead analyze --findings --check error film.mp4 film.ts"
      ),
      ("Write a page with diagrams", "playhead analyze -q --html report.html film.mp4"),
      (
        "Record what a list of files contains, and continue later",
        "ls film.* | playhead analyze --files-from - -o records.jsonl --skip-recorded"
      ),
    ],
    "playhead-compare": [
      (
        "List the differences, with exit status 3 if there are any",
        "playhead compare film.mp4 film.ts || test $? -eq 3"
      ),
      (
        "Compare with a report from before",
        "playhead analyze -f json film.mp4 >before.json; playhead compare before.json film.mp4"
      ),
      (
        "Ignore what another container changes",
        "ffmpeg -v error -y -i film.mp4 -c copy copy.mkv; playhead compare --ignore container,start,declared-duration film.mp4 copy.mkv"
      ),
      ("Write a page with diagrams", "playhead compare -q --html page.html film.mp4 film.mp4"),
    ],
    "playhead-align": [
      ("Find where a recording starts in another one", "playhead align film.mp4 film.ts"),
      (
        "Print the ffmpeg command that aligns it", "playhead align -q --fix film.mp4 film.ts"
      ),
      ("Compare beeps with flashes", "playhead align -q --sync beeps.mp4"),
      ("Write a page with diagrams", "playhead align -q --html align.html film.mp4 film.ts"),
    ],
    "playhead-timeline": [
      ("List all packets", "playhead timeline film.mp4 >packets.csv"),
      (
        "List the packets of one second of a track",
        "playhead timeline --track 0 --from 1 --to 2 film.mp4"
      ),
      (
        "List frames with their picture types",
        "playhead timeline --frames --track 0 --to 1 film.mp4"
      ),
      ("Count packets", "playhead timeline -f json film.mp4 | wc -l"),
    ],
    "playhead-measure": [
      (
        "Measure the updates of a program",
        "playhead measure -- printf 'out_time_us=%d\\n' 0 40000 80000"
      ),
      (
        "Compare them with an expected interval",
        "playhead measure -i 40ms -- printf 'out_time_us=%d\\n' 0 40000 80000"
      ),
      (
        "Find the position in its lines",
        "playhead measure -e 'at ([0-9.]+)' -- printf 'at %s s\\n' 0.5 1.0 1.5"
      ),
      ("Write an object for a script", "playhead measure -f json -u ms -- printf '%d\\n' 0 40 80"),
    ],
    "playhead-inspect": [
      ("Print tracks, chapters and tags", "playhead inspect film.mp4"),
      ("Print an object for each of several files", "playhead inspect -f json film.mp4 film.ts"),
      ("Inspect what comes through a pipe", "cat film.ts | playhead inspect -"),
      ("Read more of a stream to find its tracks", "playhead inspect --probe 10 film.ts"),
    ],
    "playhead-resume": [
      ("List where files were left", "playhead resume --list"),
      ("List them for a script", "playhead resume --list --json"),
      ("Forget one", "playhead resume --forget film.mp4"),
      ("Forget all", "playhead resume --forget --all"),
    ],
    "playhead-completion": [
      ("Complete words in this bash", "eval \"$(playhead completion bash)\""),
      ("Install the completion of zsh", "playhead completion zsh >_playhead"),
      ("Install the completion of fish", "playhead completion fish >playhead.fish"),
      ("Write a manual page", "playhead completion man analyze >playhead-analyze.1"),
    ],
    "playhead-help": [
      ("Print the options that are needed most", "playhead help"),
      ("Print all options of playing", "playhead help all"),
      ("Print the help of a subcommand", "playhead help analyze"),
      ("Print all options of a subcommand", "playhead attach --help all"),
    ],
  ]
}
