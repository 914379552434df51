import PlayheadFFmpeg
import PlayheadFormatting
import PlayheadMedia
import PlayheadOutputs
import PlayheadTimekeeping

/// Where cues come from, as `--cues` names it.
enum CueSource: Equatable, Sendable {
  /// A file of subtitles or lyrics, by the argument that names it.
  case file(String)
  /// A file of the same name beside the media.
  case auto
  /// A subtitle track of the media.
  case track(CueTrack.Choice)

  /// Parses `auto`, `track:3`, `track:eng` or the name of a file.
  init?(_ text: String) {
    if text.isEmpty { return nil }
    if text == "auto" {
      self = .auto
    } else if text.hasPrefix("track:") {
      let word = text.dropFirst("track:".count)
      if let index = Int(digits: word), word.utf8.count <= 9 {
        self = .track(.index(index))
      } else if word.utf8.count >= 2, word.allSatisfy({ $0.isASCII && $0.isLetter }) {
        self = .track(.language(String(word)))
      } else {
        return nil
      }
    } else {
      self = .file(text)
    }
  }
}

/// The options of cues.
package struct CueOptions: Sendable {
  var sources: [CueSource] = []
  /// The encoding of the files; nil for UTF-8, or UTF-16 with a byte order mark.
  var encoding: String?

  var files: [String] {
    sources.compactMap { if case .file(let name) = $0 { name } else { nil } }
  }

  /// The first source that depends on the file that is played, as messages name it; nil if none does.
  var mediaNeed: String? {
    for source in sources {
      switch source {
      case .auto: return "--cues auto"
      case .track: return "--cues track:"
      case .file: continue
      }
    }
    return nil
  }

  /// Whether cues depend on the file that is played.
  package var dependOnMedia: Bool { sources.count != files.count }

  /// The tracks whose cues are read while the media is played: it cannot be read twice, or it grows.
  package func arrivingTracks(of media: LocatedMedia) -> [CueTrack.Choice] {
    let tracks = sources.compactMap { if case .track(let choice) = $0 { choice } else { nil } }
    return tracks.isEmpty || media.following == nil && media.isRegularFile ? [] : tracks
  }

  /// Reads the cues of the files. Throws the error of the first one that cannot be read.
  func readFiles() throws(FileFailure) -> CueTrack {
    var cues: [Cue] = []
    for file in files {
      cues += try read(LocatedMedia(pathBytes: CommandLine.exactBytes(of: file)))
    }
    return CueTrack(cues)
  }

  /// Reads the cues of a played file, except those that are read during playback; throws if no file is beside it.
  package func read(
    of media: LocatedMedia, playing tracks: [Int]?, interruption: Interruption
  ) throws(FileFailure) -> [Cue] {
    var cues: [Cue] = []
    let readsTracks = arrivingTracks(of: media).isEmpty
    for source in sources {
      switch source {
      case .file: continue
      case .auto:
        guard let place = media.systemPath else {
          Messages.say(FileMessage.noCueFolder, about: media.name)
          continue
        }
        guard let path = CueFolder.file(beside: place) else {
          Messages.say(FileMessage.noCues, about: media.name)
          continue
        }
        cues += try read(LocatedMedia(regularFile: path), interruption)
      case .track(let choice):
        guard readsTracks else { continue }
        do throws(MediaError) {
          cues += try CueTrack(
            of: choice, read: media, playing: tracks, interruption: interruption)
        } catch {
          throw FileFailure(message: "\(error)")
        }
      }
    }
    return cues
  }

  private func read(
    _ file: LocatedMedia, _ interruption: Interruption = Interruption()
  ) throws(FileFailure) -> CueTrack {
    do throws(MediaError) {
      let name = file.name
      let cues = try file.readCueFile(encoding: encoding, interruption: interruption) {
        Messages.say(FileMessage.assumedFrameRate, about: name)
      }
      if cues.isEmpty { Messages.say(FileMessage.emptyCueFile, about: name) }
      return cues
    } catch {
      throw FileFailure(message: "\(error)")
    }
  }
}
