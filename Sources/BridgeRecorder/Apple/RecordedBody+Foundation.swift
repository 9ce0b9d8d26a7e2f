#if canImport(WebKit) || BRIDGE_RECORDER_STUBS
  internal import Foundation

  #if BRIDGE_RECORDER_STUBS
    public import BridgeRecorder
  #endif

  extension RecordedBody {
    /// What `WKScriptMessage.body` holds, or what is given to a reply handler: NSNumber, NSString,
    /// NSDate, NSNull, NSArray, NSDictionary, nil; values of Swift that these stand for too.
    ///
    /// A boolean is no number, whatever `as? Int` says. Not-a-number and the infinities are null,
    /// dates are ISO 8601 in UTC; the line says so.
    public init(_ value: Any?) {
      var writer = FoundationWriter()
      writer.write(value)
      self = RecordedBody(text: writer.out, losses: writer.losses)
    }
  }

  /// Writes values of Foundation as JSON text, with an own stack: what a page posts can be deep.
  private struct FoundationWriter {
    var out: [UInt8] = []
    var losses: [RecordedLoss] = []

    private enum Step {
      case value(Any?, at: String)
      case text(String)
      /// Holds the object, so that no other takes its address meanwhile.
      case leave(AnyObject)
    }

    private var open: [Step] = []
    /// Containers that are being written: one inside itself is a cycle.
    private var above: Set<ObjectIdentifier> = []

    mutating func write(_ value: Any?) {
      open = [.value(value, at: "")]
      while let step = open.popLast() {
        switch step {
        case .text(let text): out += Array(text.utf8)
        case .leave(let object): above.remove(ObjectIdentifier(object))
        case .value(let value, let at): put(value, at)
        }
      }
    }

    private mutating func put(_ value: Any?, _ at: String) {
      if let value, putSwift(value, at) { return }
      switch value {
      case nil: lose("undefined", at)
      case is NSNull: out += Array("null".utf8)
      case let text as String: quote(text)
      case let number as NSNumber: put(number, at)
      case let date as Date:
        losses.append(RecordedLoss(at: at, was: "Date"))
        if let text = ISODate.text(date.timeIntervalSince1970) {
          quote(text)
        } else {
          out += Array("null".utf8)
        }
      case let list as NSArray: put(list, at)
      case let object as NSDictionary: put(object, at)
      case let wrapped?:
        if let inner = Self.unwrapped(wrapped) { put(inner.value, at) } else { lose("value", at) }
      }
    }

    /// Values of Swift's own types: told by their type, since a cast takes 1 for true.
    private mutating func putSwift(_ value: Any, _ at: String) -> Bool {
      let type = type(of: value)
      if type == Bool.self, let value = value as? Bool {
        out += Array((value ? "true" : "false").utf8)
      } else if type == Int.self, let value = value as? Int {
        out += Array(String(value).utf8)
      } else if type == Double.self, let value = value as? Double {
        put(value, at)
      } else if type is [Any].Type, let value = value as? [Any] {
        put(value as NSArray, at)
      } else if type is [String: Any].Type, let value = value as? [String: Any] {
        put(value as NSDictionary, at)
      } else {
        return false
      }
      return true
    }

    private mutating func lose(_ was: String, _ at: String) {
      losses.append(RecordedLoss(at: at, was: was))
      out += Array("null".utf8)
    }

    /// The value of an optional inside `Any`.
    private static func unwrapped(_ value: Any) -> (value: Any?, Void)? {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return nil }
      return (mirror.children.first?.value, ())
    }

    // MARK: Scalars

    private mutating func put(_ number: NSNumber, _ at: String) {
      if Self.isBoolean(number) {
        out += Array((number.boolValue ? "true" : "false").utf8)
        return
      }
      let type = String(cString: number.objCType)
      switch type {
      case "f", "d": put(number.doubleValue, at)
      case "Q": out += Array(String(number.uint64Value).utf8)
      default: out += Array(String(number.int64Value).utf8)
      }
    }

    private mutating func put(_ value: Double, _ at: String) {
      if value.isNaN {
        lose("NaN", at)
      } else if value.isInfinite {
        lose(value > 0 ? "Infinity" : "-Infinity", at)
      } else if value == value.rounded(), value.magnitude < 1e15 {
        // JavaScript writes 1, not 1.0.
        out += Array((value == 0 && value.sign == .minus ? "-0" : String(Int64(value))).utf8)
      } else {
        out += Array(value.description.utf8)
      }
    }

    /// The one way to tell true from 1.
    private static func isBoolean(_ number: NSNumber) -> Bool {
      #if canImport(CoreFoundation) && canImport(ObjectiveC)
        CFGetTypeID(number) == CFBooleanGetTypeID()
      #else
        type(of: number) == type(of: NSNumber(value: true))
          && String(cString: number.objCType) == String(cString: NSNumber(value: true).objCType)
      #endif
    }

    /// A string of any UTF-16, halves of surrogate pairs as escapes.
    private mutating func quote(_ text: String) {
      out.append(UInt8(ascii: "\""))
      #if canImport(ObjectiveC)
        // Only NSString can hold halves; a Swift string has U+FFFD in their place by now.
        let units = Array(unsafeUninitializedCapacity: (text as NSString).length) { buffer, count in
          count = (text as NSString).length
          if let base = buffer.baseAddress {
            (text as NSString).getCharacters(base, range: NSRange(location: 0, length: count))
          }
        }
      #else
        let units = Array(text.utf16)
      #endif
      var at = 0
      while at < units.count {
        let unit = units[at]
        if unit & 0xFC00 == 0xD800, at + 1 < units.count, units[at + 1] & 0xFC00 == 0xDC00 {
          let code = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(units[at + 1] & 0x3FF))
          if let scalar = Unicode.Scalar(code) { out += Array(String(scalar).utf8) }
          at += 2
          continue
        }
        switch unit {
        case 0x22: out += Array("\\\"".utf8)
        case 0x5C: out += Array("\\\\".utf8)
        case 0..<0x20, 0xD800...0xDFFF:
          let digits = String(unit, radix: 16)
          out += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        case 0..<0x80: out.append(UInt8(unit))
        default:
          if let scalar = Unicode.Scalar(UInt32(unit)) { out += Array(String(scalar).utf8) }
        }
        at += 1
      }
      out.append(UInt8(ascii: "\""))
    }

    // MARK: Containers

    private mutating func enter(_ object: AnyObject, _ at: String) -> Bool {
      guard above.insert(ObjectIdentifier(object)).inserted else {
        lose("cycle", at)
        return false
      }
      open.append(.leave(object))
      return true
    }

    private mutating func put(_ list: NSArray, _ at: String) {
      guard enter(list, at) else { return }
      var steps: [Step] = [.text("[")]
      for index in 0..<list.count {
        if index > 0 { steps.append(.text(",")) }
        steps.append(.value(list[index], at: at + "/\(index)"))
      }
      steps.append(.text("]"))
      open += steps.reversed()
    }

    private mutating func put(_ object: NSDictionary, _ at: String) {
      guard enter(object, at) else { return }
      // The engine gives no order; a sorted one makes lines comparable.
      let keys = object.allKeys.map { ($0 as? String ?? "\($0)", $0) }.sorted { $0.0 < $1.0 }
      var steps: [Step] = [.text("{")]
      for (index, (name, key)) in keys.enumerated() {
        var quoted = FoundationWriter()
        quoted.quote(name)
        steps.append(
          .text((index > 0 ? "," : "") + String(decoding: quoted.out, as: UTF8.self) + ":"))
        let segment = name.replacingOccurrences(of: "~", with: "~0")
          .replacingOccurrences(of: "/", with: "~1")
        steps.append(.value(object.object(forKey: key), at: at + "/" + segment))
      }
      steps.append(.text("}"))
      open += steps.reversed()
    }
  }

  /// Dates as `Date.prototype.toISOString` writes them.
  enum ISODate {
    /// `1970-01-01T00:00:00.000Z` of seconds since 1970; nil for no date of these years.
    static func text(_ seconds: Double) -> String? {
      guard seconds.isFinite, seconds.magnitude < 62_000_000_000 else { return nil }
      let milliseconds = Int64((seconds * 1000).rounded())
      var days = milliseconds / 86_400_000
      var rest = milliseconds % 86_400_000
      if rest < 0 {
        rest += 86_400_000
        days -= 1
      }
      // Days since 0000-03-01, in eras of 400 years (Gregorian calendar).
      let z = days + 719_468
      let era = (z >= 0 ? z : z - 146_096) / 146_097
      let dayOfEra = z - era * 146_097
      let yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let shifted = (5 * dayOfYear + 2) / 153
      let day = dayOfYear - (153 * shifted + 2) / 5 + 1
      let month = shifted < 10 ? shifted + 3 : shifted - 9
      let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
      guard (0...9999).contains(year) else { return nil }
      func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
      let thousandths = rest % 1000
      let fraction = (thousandths < 10 ? "00" : thousandths < 100 ? "0" : "") + "\(thousandths)"
      let padded = String(repeating: "0", count: 4 - "\(year)".count) + "\(year)"
      return "\(padded)-\(two(month))-\(two(day))T\(two(rest / 3_600_000)):"
        + "\(two(rest / 60_000 % 60)):\(two(rest / 1000 % 60)).\(fraction)Z"
    }
  }
#endif
