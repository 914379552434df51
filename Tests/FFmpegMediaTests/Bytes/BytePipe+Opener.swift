import PlayheadFFmpeg

extension BytePipe {
  var opener: LocatedMedia { LocatedMedia(path: "pipe:\(readEnd)") }
}
