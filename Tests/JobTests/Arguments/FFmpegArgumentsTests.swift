import PlayheadJobs
import Testing

@Suite struct FFmpegArgumentsTests {
  private func arguments(_ line: String) -> FFmpegArguments {
    FFmpegArguments(line.split(separator: " ").map(String.init))
  }

  @Test func optionsBelongToTheNextFile() {
    let read = arguments("-y -ss 3 -i a.mp4 -t 1 -i b.mp4 -an -c:v libx264 -vf scale=2:2 out.mp4")
    #expect(read.inputs.map(\.url) == ["a.mp4", "b.mp4"])
    #expect(read.outputs.map(\.url) == ["out.mp4"])
    #expect(read.inputs[0].options["ss"] == "3" && read.inputs[1].options["ss"] == nil)
    #expect(read.inputs[1].options["t"] == "1")
    #expect(read.outputs[0].options.isSet("an"))
    let filter = read.outputs[0].options.last { $0.name == "filter" }
    #expect(filter?.specifier == "v" && filter?.value == "scale=2:2")
  }

  @Test(arguments: [
    ("-nostdin -i a b", 1), ("-hide_banner -noautorotate -i a -shortest b", 1),
    ("-autorotate 0 -i a b", 1), ("-i a -map 0 -f null - -an c", 2), ("-i a -- -b", 1),
    ("-i a -noaccurate_seek -x264-params no=1 b", 1), ("-i a -b", 0), ("-i", 0), ("", 0),
  ])
  func unknownOptionsTakeAValue(line: String, outputs: Int) {
    #expect(arguments(line).outputs.count == outputs)
  }

  @Test func theLastProgressIsReplaced() {
    let read = arguments("-progress a.txt -i a.mp4 -progress pipe:5 out.mp4")
    #expect(read.progressTarget == "pipe:5" && read.usedDescriptors == [5])
    #expect(
      read.arguments(reportingTo: 3)
        == ["-progress", "a.txt", "-i", "a.mp4", "-progress", "pipe:3", "out.mp4"])
    #expect(
      arguments("-i a.mp4 out.mp4").arguments(reportingTo: 3)
        == ["-progress", "pipe:3", "-i", "a.mp4", "out.mp4"])
  }

  @Test(arguments: [
    ("-i - -f wav -", true, true), ("-i a.mp4 -f null -", false, false),
    ("-i pipe: pipe:", true, true), ("-i pipe:0 pipe:1", true, true),
    ("-i pipe:3 pipe:4", false, false), ("-i /dev/stdin /dev/stdout", true, true),
    ("-fd 0 -i fd: -fd 5 -f nut fd:", true, false), ("-i concat:a|b out.mp4", false, false),
  ])
  func standardInputAndOutput(line: String, input: Bool, output: Bool) {
    let read = arguments(line)
    #expect(
      read.inputs.contains(where: \.readsStandardInput) == input
        && read.writesStandardOutput == output)
  }

  @Test func descriptorsInAnyArgumentAreUsed() {
    let line = "-i concat:pipe:3|pipe:4 -f tee [f=nut]pipe:6|pipe:07 -fd 9 -i fd: /dev/fd/11"
    #expect(arguments(line).usedDescriptors == [3, 4, 6, 7, 9, 11])
    #expect(arguments("-i pipe:99999999999999999999 o").usedDescriptors.isEmpty)
  }
}
