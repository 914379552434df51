@testable import PlayheadListFiles

/// Reads the bytes as an m3u playlist. Entries must not be empty, and must be single lines.
let playlistsTarget = FuzzTarget(name: "playlists") { bytes in
  let isName = ListFile.isName(Array(bytes.prefix(16)))
  check(!isName || bytes.count >= 4, "The name of a playlist is too short.")
  guard let playlist = ListFile(bytes) else { return }
  for entry in playlist.entries {
    check(!entry.location.isEmpty, "An entry is empty.")
    check(!entry.location.contains { $0 == 10 || $0 == 13 }, "An entry has more than one line.")
    check(entry.title != "", "A title is empty.")
  }
}
