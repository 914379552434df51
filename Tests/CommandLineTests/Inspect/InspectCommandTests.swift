import Foundation
import PlayheadTestEnvironment
import Testing

@Suite struct InspectCommandTests {
  @Test func aPlaylistIsExpandedToItsFiles() throws {
    let outcome = try BuiltCommand.run(
      """
      mkdir list list/in; cp $MEDIA/bbb_small.mp4 b.mp4; cd list; cp ../b.mp4 a.mp4
      cp $MEDIA/mediafile.opus in
      printf '#EXTM3U\\na.mp4\\nin/mediafile.opus\\n../b.mp4\\n' > list.m3u
      for what in inspect 'analyze -q'; do
        playhead $what -f json list.m3u | grep -o '"type":"[^"]*"\\|"file":"[^"]*"' | paste -s -d ' '
        playhead $what list.m3u > text; echo $?
      done
      """)
    func objects(_ type: String) -> String {
      ["a.mp4", "in/mediafile.opus", "../b.mp4"].map { file in
        "\"type\":\"\(file.hasPrefix(".") ? "error" : type)\" \"file\":\"\(file)\""
      }.joined(separator: " ")
    }
    #expect(
      outcome.lines.map(String.init) == [objects("media"), "1", objects("timing-report"), "1"])
    let errors = Set(outcome.errors.split(separator: "\n"))
    #expect(
      errors == [
        "playhead: ../b.mp4: entry of list.m3u not allowed: outside the directory of the file that refers to it (see --protocols)"
      ])
  }

  @Test func everySampleIsInspected() throws {
    let outcome = try BuiltCommand.run(
      "cd $MEDIA; playhead inspect -f json *.mp4 *.mkv *.mov *.mpg *.webm *.og* *.opus *.wav beepflash/*.m*"
    )
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count > 15)
    for line in outcome.lines {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["type"] as? String == "media" && object["version"] as? Int == 1)
      let tracks = try #require(object["tracks"] as? [[String: Any]])
      #expect(tracks.contains { $0["played"] as? Bool == true })
    }
  }

  @Test func chaptersTagsAndRatesArePrinted() throws {
    let outcome = try BuiltCommand.run(
      "cd $MEDIA; playhead inspect bbb_chapters.mkv bbb_vfr.mp4; playhead inspect - < bbb_tmcd.mov")
    #expect(outcome.output.contains("  chapter 2  00:00:01.500 - 00:00:03.250  Two\n"))
    #expect(outcome.output.contains("  title: Big Buck Bunny extract\n"))
    #expect(outcome.output.contains("0 video h264, 320x180, 25 frames/s\n"))
    #expect(outcome.output.contains("2075/129 frames/s (varies)"))
    #expect(outcome.output.contains("      timecode: 01:00:00:00\n"))
  }

  @Test func aFileThatFailsIsReportedAndTheOthersAreInspected() throws {
    let outcome = try BuiltCommand.run(
      "echo x > x.mp4; playhead inspect -f json x.mp4 no $MEDIA/bbb.mp4; echo $?")
    #expect(outcome.lines.count == 4 && outcome.lines.last == "1")
    #expect(outcome.lines.prefix(2).allSatisfy { $0.hasPrefix(#"{"type":"error","version":1"#) })
    #expect(outcome.errors.split(separator: "\n").count == 2)
    #expect(try BuiltCommand.run("playhead inspect").status == 2)
  }

  @Test func aSignalInterruptsOpening() throws {
    let outcome = try BuiltCommand.run(
      """
      mkfifo source; exec 3<>source; : > out
      "$PLAYHEAD" inspect source $MEDIA/bbb.mp4 > out 3>&- & pid=$!
      until ls -l /proc/$pid/fd 2>/dev/null | grep -q source; do sleep 0.02; done
      kill -TERM $pid; wait $pid; echo $?; wc -c < out
      """)
    #expect(outcome.lines == ["143", "0"])
  }

  @Test func theFormatOfPicturesAndSoundIsPrinted() throws {
    let outcome = try BuiltCommand.run(
      "cd $MEDIA; playhead inspect bbb.mp4 pygame-house_lo.wav; playhead inspect -f json bbb.mp4")
    #expect(
      outcome.output.contains("\n      profile Main level 3.1, yuv420p, progressive, chroma left\n")
    )
    #expect(outcome.output.contains("\n      profile LC, 5.1, fltp\n"))
    #expect(outcome.output.contains("\n      u8\n"))
    let line = try #require(outcome.lines.last)
    #expect(
      line.contains(
        #""height":720,"profile":"Main","level":31,"pixel_format":"yuv420p","sample_aspect_ratio":"1:1","#
          + #""field_order":"progressive","color_range":null,"color_primaries":null,"#
          + #""color_transfer":null,"color_matrix":null,"chroma_location":"left","#
          + #""mastering_display":null,"content_light":null,"dolby_vision":null"#))
    #expect(line.contains(#""channels":6,"channel_layout":"5.1","sample_format":"fltp""#))
  }

  /// The boxes `mdcv`, `clli` and `dvcC`, which the samples do not have, are written into a sample.
  @Test func theContainersHDRMetadataIsPrinted() throws {
    func data(_ numbers: [UInt16]) -> Data {
      numbers.reduce(into: Data()) { $0 += [UInt8($1 >> 8), UInt8($1 & 0xFF)] }
    }
    func box(_ name: String, _ content: Data) -> Data {
      data([0, UInt16(content.count + 8)]) + Data(name.utf8) + content
    }
    let display = data(
      [13_250, 34_500, 7_500, 3_000, 34_000, 16_000, 15_635, 16_450, 152, 38_528, 0, 50])
    let boxes =
      box("mdcv", display) + box("clli", data([1_000, 400]))
      + box("dvcC", Data([1, 0, 0x10, 0x35, 0x10]) + Data(count: 19))
    var file = try Repository.sampleBytes("bbb_cut_elst.mp4")
    // The video track is the first one, and the tables are after the data.
    let names = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"]
    var start = file.startIndex
    let places = try names.map { name in
      let found = try #require(file.range(of: Data(name.utf8), in: start..<file.endIndex))
      start = found.upperBound
      return found.lowerBound - 4
    }
    func size(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let end = places[6] + size(places[6])
    for place in places {
      let size = UInt32(size(place) + boxes.count)
      file.replaceSubrange(
        place..<place + 4, with: withUnsafeBytes(of: size.bigEndian) { Data($0) })
    }
    file.insert(contentsOf: boxes, at: end)
    let folder = try TemporaryDirectory()
    try folder.write(file, to: "hdr.mp4")
    let outcome = try BuiltCommand.run(
      "playhead inspect hdr.mp4; playhead inspect -f json hdr.mp4", in: folder)
    #expect(
      outcome.output.contains(
        "mastering display 0.0050 to 1000 cd/m², content light up to 1000, average 400 cd/m², "
          + "Dolby Vision 8.1 level 6\n"))
    #expect(
      outcome.output.contains(
        #""mastering_display":{"primaries":[[0.68, 0.32],[0.265, 0.69],[0.15, 0.06]],"white_point":[0.3127, 0.329],"#
          + #""min_luminance":0.005,"max_luminance":1000.0},"content_light":{"max_content":1000,"max_average":400},"#
          + #""dolby_vision":{"profile":8,"level":6,"compatibility":1,"enhancement_layer":false}"#))
  }
}
