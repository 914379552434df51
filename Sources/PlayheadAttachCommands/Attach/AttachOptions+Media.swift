import PlayheadArguments
import PlayheadAttaching
import PlayheadFFmpeg
import PlayheadOutputs
import PlayheadPlayCommands

/// How `attach` reads media beside the player, and the options of playback that it refuses.
extension AttachOptions {
  /// The media of `--probe` and `--protocols`, and the tracks of cues that are read with it.
  var attachedMedia: AttachedMedia {
    let chosen = media.media
    guard let opener = chosen.opener else { return chosen }
    var read = AttachedMedia { [access = records.access] item in
      let media = opener(item)
      guard var located = media as? LocatedMedia else { return media }
      located.probeLimit = access.probeLimit
      located.protocols.formUnion(access.protocols)
      return located
    }
    read.cueTracks = { [cues = records.cues] opener in
      (opener as? LocatedMedia).map(cues.arrivingTracks) ?? []
    }
    return read
  }

  /// Refuses options of reading media if no media is read.
  func checkMedia() throws(UsageError) {
    guard media == .none, let name = records.firstGiven(of: "probe", "protocols") else { return }
    throw .missing("--media auto", requiredBy: name)
  }

  package static let refusals: [String: RefusalReason] = [
    "start": .ownStart, "start-at": .ownStart, "pause": .ownStart, "rate": .ownStart,
    "loop": .ownFiles, "recursive": .ownFiles, "resume": .ownFiles, "save-position": .ownFiles,
    "track": .ownFiles, "timecode-track": .ownFiles, "follow": .ownFiles, "idle": .waitingOption,
    "audio": .ownSound, "audio-delay": .ownSound, "volume": .ownStart, "mute": .ownStart,
    "instant": .realTime, "mpris": .ownClients, "input-ipc-server": .ownClients,
    "input-ipc-client": .ownClients, "through": .noBytes, "pace": .noBytes,
  ]
}
