/// A format that writes each progress record with a template. Other records are not written.
struct TemplateFormat: RecordFormat {
  private let template: Template
  private let style: FieldStyle

  init(_ template: Template, style: FieldStyle) {
    self.template = template
    self.style = style
  }

  func append(_ record: Record, of item: PlayedItem, to bytes: inout [UInt8]) {
    guard case .progress(let progress, let wallTime) = record else { return }
    template.append(
      Moment(progress: progress, wallTime: wallTime, item: item), style, to: &bytes)
    if !template.endsOpen { bytes.append(UInt8(ascii: "\n")) }
  }
}
