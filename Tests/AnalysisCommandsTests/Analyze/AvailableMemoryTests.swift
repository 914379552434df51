import Testing

@testable import PlayheadAnalysisCommands

@Suite struct AvailableMemoryTests {
  private let machine = "MemTotal:  8000000 kB\nMemFree: 100 kB\nMemAvailable:     327680 kB\n"

  @Test func eachReaderNeeds64MebibytesOfAvailableMemory() {
    let memory = AvailableMemory(memoryInfo: machine, groupLimit: "", groupUse: "")
    #expect(memory.byteCount == 327_680 << 10)
    #expect(memory.readerCount(atMost: 3) == 3 && memory.readerCount(atMost: 64) == 5)
  }

  @Test func theLimitOfTheControlGroupCounts() {
    let memory = AvailableMemory(
      memoryInfo: machine, groupLimit: "209715200\n", groupUse: "62914560\n")
    #expect(memory.readerCount(atMost: 64) == 2)
    let unlimited = AvailableMemory(memoryInfo: machine, groupLimit: "max\n", groupUse: "5\n")
    #expect(unlimited.readerCount(atMost: 64) == 5)
  }

  @Test func oneReaderRunsWhateverTheMemory() {
    let full = AvailableMemory(memoryInfo: machine, groupLimit: "10", groupUse: "20")
    #expect(full.readerCount(atMost: 8) == 1)
    let unknown = AvailableMemory(memoryInfo: "", groupLimit: "", groupUse: "")
    #expect(unknown.readerCount(atMost: 8) == 8)
  }
}
