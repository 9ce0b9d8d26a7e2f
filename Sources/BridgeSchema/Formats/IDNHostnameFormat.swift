/// `idn-hostname`: a `hostname`, or an internationalized one of RFC 5890, section 2.3.2.3.
///
/// U-labels are held to IDNA 2008 as they stand (RFC 5891 to 5893), without mapping: capital
/// letters and unnormalized text are not U-labels. Reserved labels other than A-labels (`ab--cd`),
/// which `hostname` lets pass, are refused as RFC 5890, section 2.3.1, asks. The dots are the four
/// of RFC 3490, section 3.1.
enum IDNHostnameFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    DomainName.accepts(bytes, mapping: false)
  }
}
