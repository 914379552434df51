import Foundation

extension Repository {
  /// Returns the names of the public publishers, subjects and subscribers that are declared in a folder
  /// of sources; that of `Optional.Publisher` is `Optional`.
  ///
  /// - Parameter folder: A path relative to the root of the repository.
  package static func publishers(declaredIn folder: String) throws -> [String] {
    try sources(in: folder).flatMap { file, text in
      let names = text.matches(
        of:
          /public (?:struct|(?:final )?class) (\w+)(?:<[^{]*>)?\s*:\s*[\w.]*(?:Publisher|Subject|Subscriber)\b/
      ).map { String($0.output.1) }
      let stem = String(file.lastPathComponent.prefix { $0 != "." && $0 != "+" })
      return names.map { $0 == "Publisher" ? stem : $0 }
    }
  }

  /// Returns the names of the public methods of publishers that are declared in a folder of sources.
  ///
  /// - Parameter folder: A path relative to the root of the repository.
  package static func operators(declaredIn folder: String) throws -> Set<String> {
    let names = try sources(in: folder).flatMap { _, text in
      "\n\(text)".components(separatedBy: "\nextension ")
        .filter { $0.hasPrefix("Publisher ") || $0.hasPrefix("ConnectablePublisher ") }
        .flatMap { $0.matches(of: /\n  public func `?(\w+)/).map { String($0.output.1) } }
    }
    return Set(names)
  }

  private static func sources(in folder: String) throws -> [(file: URL, text: String)] {
    let files = FileManager.default.enumerator(
      at: URL(filePath: path(folder)), includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "swift" }
      .map { ($0, try String(contentsOf: $0, encoding: .utf8)) }
  }
}
