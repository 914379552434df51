import PlayheadMedia
import PlaybackSession
import Testing

@testable import PlayheadRemoteControl

@Suite struct FileURLTests {
  private let directory = Array("/home/user".utf8)

  @Test(arguments: [
    ("/a/b.mp4", "file:///a/b.mp4"),
    ("b c%20.mp4", "file:///home/user/b%20c%2520.mp4"),
    ("/ü?#[x].mp4", "file:///%C3%BC%3F%23%5Bx%5D.mp4"),
    ("file:/a/b", "file:///a/b"),
    ("FILE:///a%20%C3%BC%25", "file:///a%20%C3%BC%25"), ("file://localhost/a%2fb", "file:///a/b"),
    ("a:b:c.mp4/..", "a:b:c.mp4/.."),
    ("2:1.mp4", "file:///home/user/2:1.mp4"),
    ("https://host/a b?q=ü%20", "https://host/a%20b?q=%C3%BC%20"),
  ])
  func aLocationIsAURL(location: String, url: String) {
    #expect(FileURL.url(of: location, in: directory) == url)
  }

  @Test(arguments: [
    ("/a/b c%20.mp4", "b c%20.mp4"), ("file:///a/b%20c.mp4", "b c.mp4"),
    ("https://host/a/b%20c%2Fd.mp4", "d.mp4"), ("file:b%20c", "b%20c"), ("a:b/c", "c"), ("/", "/"),
  ])
  func aNameIsTheLastPartOfALocation(location: String, name: String) {
    #expect(FileURL.name(of: location) == name)
  }

  @Test func standardInputHasNoURL() {
    #expect(FileURL.url(of: "-", in: directory) == nil)
    #expect(FileURL.url(of: "pipe:3", in: directory) == nil)
  }

  @Test func bytesThatAreNotUTF8SurviveBothWays() throws {
    let bytes: [UInt8] = Array("/a".utf8) + [0xff, 0xc3]
    let url = try #require(FileURL.url(of: ExactText.text(of: bytes), in: directory))
    #expect(url == "file:///a%FF%C3")
    #expect(FileURL.location(of: url).map(ExactText.bytes) == bytes)
  }

  @Test(arguments: [
    ("file:///a%20b", "/a b"), ("file://localhost/a", "/a"), ("FILE:/a", "/a"),
    ("file:///a?x#y", "/a"), ("http://host/a%20b", "http://host/a%20b"),
  ])
  func aURINamesALocation(uri: String, location: String) {
    #expect(FileURL.location(of: uri) == location)
  }

  @Test(arguments: [
    "", "a", "/a", "file:", "file:a", "file://", "file://host/a", "file:///%", "file:///%4",
    "file:///%0g", "file:///%00",
  ])
  func otherURIsAreRefused(uri: String) {
    #expect(FileURL.location(of: uri) == nil)
  }
}
