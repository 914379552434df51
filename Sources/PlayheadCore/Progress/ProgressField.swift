/// A field of the command's progress records. The raw values are the keys of JSON, in the command and when
/// a `PlayheadProgress` is encoded.
package enum ProgressField: String, CodingKey, CaseIterable, Sendable {
  case item
  case file
  case title
  case items
  case position
  case due
  case duration
  case durationExact = "duration_exact"
  case remaining
  case remainingHost = "remaining_host"
  case percent
  case fraction
  case frame
  case timecode
  case chapter
  case chapterTitle = "chapter_title"
  case cue
  case cueRaw = "cue_raw"
  case cueStart = "cue_start"
  case cueEnd = "cue_end"
  case cueID = "cue_id"
  case cueNext = "cue_next"
  case cueNextIn = "cue_next_in"
  case rate
  case state
  case cause
  case boundary
  case skipped
  case hostTime = "host_time_ns"
  case wallTime = "wall_time"
  case eta
  case clock
  case audioLatency = "audio_latency"
  case uncertainty
  case estimate
  case etaEarliest = "eta_earliest"
  case etaLatest = "eta_latest"
  case framesPerSecond = "fps"
  case size
}
