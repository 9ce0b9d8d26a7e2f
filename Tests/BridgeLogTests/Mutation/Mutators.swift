import BridgeContract
import BridgeJSON
import Foundation
import TestSupport

/// One mutation of a good log and the findings that it must give, no more and no fewer.
struct Mutation {
  var texts: [String]
  var expected: [String]
}

/// The kinds of single mutations. Each gives nil where it does not apply to the line.
enum Mutator: String, CaseIterable {
  case dropField, changeType, unknownField, renameKind, changeVersion, dropVersion, cutLine
  case duplicateKey, swapDirection, changeReplyID, duplicateReply, duplicateRequest
  case replyBeforeRequest, answerFromPageBefore, dropID

  func apply(_ corpus: Corpus, _ index: Int, _ random: inout SplitMix64) -> Mutation? {
    guard let body = corpus.lines[index].body else { return nil }
    switch self {
    case .dropField, .changeType, .unknownField:
      return payload(corpus, index, body, &random)
    case .renameKind: return renameKind(corpus, index, body)
    case .changeVersion, .dropVersion: return version(corpus, index, body, &random)
    case .cutLine: return cutLine(corpus, index)
    case .duplicateKey: return duplicateKey(corpus, index, body)
    case .swapDirection: return swapDirection(corpus, index, body)
    case .changeReplyID: return changeReplyID(corpus, index, body)
    case .duplicateReply: return duplicateReply(corpus, index, body)
    case .duplicateRequest: return duplicateRequest(corpus, index, body)
    case .replyBeforeRequest: return replyBeforeRequest(corpus, index, body)
    case .answerFromPageBefore: return answerFromPageBefore(corpus, index, body)
    case .dropID: return dropID(corpus, index, body)
    }
  }

  private func changed(_ corpus: Corpus, _ index: Int, _ text: String?, _ expected: [String])
    -> Mutation?
  {
    guard let text else { return nil }
    var texts = corpus.texts
    texts[index] = corpus.line(index, with: text)
    return Mutation(texts: texts, expected: expected)
  }

  // MARK: Shape

  /// Mutations inside a payload whose schema says plainly what must come of them.
  private func payload(
    _ corpus: Corpus, _ index: Int, _ body: Corpus.Body, _ random: inout SplitMix64
  ) -> Mutation? {
    let framing = corpus.set.channels[body.channel].channel.framing
    let message: Int
    let place: Place?
    let schema: JSONValue?
    if body.isReply {
      guard let request = body.request, let asked = corpus.lines[request].body?.message,
        framing.reply.error == nil, framing.reply.ok == nil,
        corpus.set.channels[corpus.set.messages[asked].channel].channel.framing.errorID == nil,
        case .one? = corpus.set.messages[asked].message.reply?.count
      else { return nil }
      message = asked
      place = framing.reply.payload ?? framing.payload
      schema = corpus.set.messages[asked].message.reply?.source["payload"]
    } else {
      guard let said = body.message, !corpus.set.messages[said].message.hasNoKind
      else { return nil }
      message = said
      place = framing.payload
      schema = corpus.set.messages[said].message.source["payload"]
    }
    guard let schema, place?.match == nil, place?.pointers.count ?? 1 == 1,
      let document = try? JSONDocument(Array(body.decoded.utf8), limits: .traffic)
    else { return nil }
    let pointer = place?.first.text ?? ""
    guard let root = (place?.first ?? JSONPointer()).resolve(from: document.tape.root) else {
      return nil
    }
    let framingFields = Set(corpus.set.channels[body.channel].framingFields.map(\.text))
    var spots: [Spot] = []
    Spot.collect(
      schema, root, pointer, corpus.contract.document.root, framingFields, &spots, depth: 0)
    spots = spots.filter { $0.kind == self }
    guard !spots.isEmpty else { return nil }
    let spot = random.pick(spots)
    switch self {
    case .dropField:
      return changed(
        corpus, index, JSONEdit.drop(body.decoded, at: spot.pointer),
        ["\(index + 1) missing-field \(body.prefix)\(spot.pointer)"])
    case .changeType:
      return changed(
        corpus, index, JSONEdit.replace(body.decoded, at: spot.pointer, with: spot.other),
        ["\(index + 1) wrong-type \(body.prefix)\(spot.pointer)"])
    default:
      // Harmless where the contract says `unknownFields: allow`: now and then is enough.
      let isLoose = corpus.set.messages[message].message.unknownFields == .allow && !spot.isClosed
      if isLoose, !random.once(in: 20) { return nil }
      return changed(
        corpus, index, JSONEdit.add(body.decoded, at: spot.pointer, #""zzUnexpected":1"#),
        isLoose ? [] : ["\(index + 1) unknown-field \(body.prefix)\(spot.pointer)/zzUnexpected"])
    }
  }

  private func renameKind(_ corpus: Corpus, _ index: Int, _ body: Corpus.Body) -> Mutation? {
    guard corpus.isFree(index), body.isExplicit, let message = body.message,
      let place = corpus.set.channels[body.channel].channel.framing.kind, place.match == nil,
      place.pointers.count == 1, !corpus.set.messages[message].message.hasNoKind
    else { return nil }
    return changed(
      corpus, index, JSONEdit.replace(body.decoded, at: place.first.text, with: #""zzNobody""#),
      ["\(index + 1) unknown-kind \(body.prefix)\(place.first.text)"])
  }

  private func version(
    _ corpus: Corpus, _ index: Int, _ body: Corpus.Body, _ random: inout SplitMix64
  ) -> Mutation? {
    guard corpus.isFree(index), let message = body.message,
      let wanted = corpus.set.messages[message].message.version,
      let place = corpus.set.channels[body.channel].channel.framing.version,
      place.pointers.count == 1, place.match == nil
    else { return nil }
    let others = corpus.set.channels[body.channel].messages.filter {
      $0 != message
        && corpus.set.messages[$0].message.kindText
          == corpus.set.messages[message].message.kindText
        && corpus.set.messages[$0].message.kind == nil
    }
    guard others.allSatisfy({ corpus.set.messages[$0].message.version != nil }) else { return nil }
    let at = place.first.text
    if self == .dropVersion {
      return changed(
        corpus, index, JSONEdit.drop(body.decoded, at: at),
        ["\(index + 1) version-missing \(body.prefix)\(at)"])
    }
    let isOtherType = random.once(in: 2)
    let value = isOtherType ? "true" : wanted.kind == .number ? "987654" : #""zz-version""#
    return changed(
      corpus, index, JSONEdit.replace(body.decoded, at: at, with: value),
      ["\(index + 1) \(isOtherType ? "version-type" : "version-unsupported") \(body.prefix)\(at)"])
  }

  // MARK: Lines

  private func cutLine(_ corpus: Corpus, _ index: Int) -> Mutation? {
    guard corpus.isFree(index) else { return nil }
    var texts = corpus.texts
    texts[index] = String(texts[index].dropLast())
    return Mutation(texts: texts, expected: ["\(index + 1) malformed-json "])
  }

  private func duplicateKey(_ corpus: Corpus, _ index: Int, _ body: Corpus.Body) -> Mutation? {
    guard corpus.isFree(index),
      let document = try? JSONDocument(Array(body.decoded.utf8), limits: .traffic),
      let first = document.root.members.first
    else { return nil }
    return changed(
      corpus, index,
      JSONEdit.add(body.decoded, at: "", JSONString.quoted(first.key) + ":" + first.value.text),
      ["\(index + 1) \(body.isText ? "wrong-encoding" : "duplicate-key") "])
  }

  private func swapDirection(_ corpus: Corpus, _ index: Int, _ body: Corpus.Body) -> Mutation? {
    guard corpus.isFree(index), body.isExplicit else { return nil }
    let words = [("webToNative", "nativeToWeb"), ("web-to-native", "native-to-web")]
    let text = corpus.lines[index].text
    let key = corpus.set.channels[body.channel].channel.key
    for (web, native) in words {
      for (a, b) in [(web, native), (native, web)] {
        guard let at = text.range(of: "\"\(a)\"") else { continue }
        // The channel must be named by its key, which only one side has.
        guard text.contains("\"channel\":\"\(key)\"") || text.contains("\"channel\": \"\(key)\"")
        else { return nil }
        let named = corpus.set.channels.filter {
          $0.channel.key == key || $0.channel.name == key || $0.channel.event == key
        }
        guard Set(named.map(\.channel.from)).count == 1 else { return nil }
        var texts = corpus.texts
        texts[index] = text.replacingCharacters(in: at, with: "\"\(b)\"")
        return Mutation(texts: texts, expected: ["\(index + 1) wrong-direction "])
      }
    }
    return nil
  }

  // MARK: Correlation

  private func missing(_ corpus: Corpus, _ request: Int, line: Int) -> String {
    "\(line) reply-missing "
  }

  private func replyIDPlace(_ corpus: Corpus, _ body: Corpus.Body) -> Place? {
    let framing = corpus.set.channels[body.channel].channel.framing
    guard let place = framing.reply.id ?? framing.id, place.match == nil, place.pointers.count == 1
    else { return nil }
    return place
  }

  private func changeReplyID(_ corpus: Corpus, _ index: Int, _ body: Corpus.Body) -> Mutation? {
    guard body.isReply, let request = body.request, corpus.isPlainRequest(request),
      let place = replyIDPlace(corpus, body), body.isExplicit
    else { return nil }
    let isNumber = body.id?.bytes.first == UInt8(ascii: "n")
    return changed(
      corpus, index,
      JSONEdit.replace(
        body.decoded, at: place.first.text, with: isNumber ? "98765432" : #""zz-nobody""#),
      [
        "\(index + 1) reply-unknown-id \(body.prefix)\(place.first.text)",
        missing(corpus, request, line: request + 1),
      ])
  }

  private func duplicateReply(_ corpus: Corpus, _ index: Int, _ body: Corpus.Body) -> Mutation? {
    guard body.isReply, let request = body.request, corpus.isPlainRequest(request),
      let place = replyIDPlace(corpus, body)
    else { return nil }
    var texts = corpus.texts
    texts.insert(texts[index], at: index + 1)
    return Mutation(
      texts: texts, expected: ["\(index + 2) reply-duplicate \(body.prefix)\(place.first.text)"])
  }

  private func duplicateRequest(_ corpus: Corpus, _ index: Int, _ body: Corpus.Body) -> Mutation? {
    guard corpus.isPlainRequest(index),
      let place = corpus.set.channels[body.channel].channel.framing.id, place.match == nil
    else { return nil }
    var texts = corpus.texts
    texts.insert(texts[index], at: index + 1)
    return Mutation(
      texts: texts, expected: ["\(index + 2) id-reused \(body.prefix)\(place.first.text)"])
  }

  private func replyBeforeRequest(_ corpus: Corpus, _ index: Int, _ body: Corpus.Body) -> Mutation?
  {
    guard body.isReply, let request = body.request, corpus.isPlainRequest(request),
      let place = replyIDPlace(corpus, body),
      // Nothing of the session lies between, and no time tells that the reply is too late.
      !corpus.lines[(request + 1)..<index].contains(where: {
        $0.session == corpus.lines[request].session
      }),
      // The id was not settled before: then the early reply would be a second one.
      !corpus.lines[..<request].contains(where: {
        $0.session == corpus.lines[request].session && $0.body?.id == body.id
      })
    else { return nil }
    var texts = corpus.texts
    texts.swapAt(request, index)
    return Mutation(
      texts: texts,
      expected: [
        "\(request + 1) reply-unknown-id \(body.prefix)\(place.first.text)",
        missing(corpus, request, line: index + 1),
      ])
  }

  private func answerFromPageBefore(_ corpus: Corpus, _ index: Int, _ body: Corpus.Body)
    -> Mutation?
  {
    guard body.isReply, let request = body.request, corpus.isPlainRequest(request), !body.hasPage,
      let place = replyIDPlace(corpus, body),
      corpus.commits.contains(corpus.lines[index].session)
    else { return nil }
    let session = corpus.lines[index].session
    // Nothing else of the session may be open when its page goes.
    for (other, line) in corpus.lines[..<index].enumerated()
    where line.session == session && other != request {
      guard let message = line.body?.message, corpus.set.messages[message].message.reply != nil
      else {
        if line.body == nil, !line.isEvent, !line.text.isEmpty { return nil }
        continue
      }
      guard let reply = line.body?.reply, reply < index else { return nil }
    }
    var texts = Array(corpus.texts[..<index])
    let name = session.isEmpty ? "" : "\"session\":\(session),"
    texts.append("{\(name)\"event\":\"@loadCommitted\"}")
    texts.append(corpus.texts[index])
    // What the other sessions leave open is theirs.
    let left = corpus.judge(Array(corpus.texts[...index]))
    return Mutation(
      texts: texts, expected: left + ["\(index + 2) stale-id \(body.prefix)\(place.first.text)"])
  }

  private func dropID(_ corpus: Corpus, _ index: Int, _ body: Corpus.Body) -> Mutation? {
    guard corpus.isPlainRequest(index), let message = body.message, let reply = body.reply,
      corpus.set.messages[message].message.id == .required,
      let place = corpus.set.channels[body.channel].channel.framing.id, place.match == nil,
      place.pointers.count == 1, let answer = corpus.lines[reply].body,
      let replyPlace = replyIDPlace(corpus, answer), body.isExplicit, answer.isExplicit,
      // An id inside a payload is also the payload's.
      !(corpus.set.channels[body.channel].channel.framing.payload.map {
        place.first.text.hasPrefix($0.first.text + "/")
      } ?? false),
      !corpus.lines[..<index].contains(where: {
        $0.session == corpus.lines[index].session && $0.body?.id == body.id
      })
    else { return nil }
    guard let text = JSONEdit.drop(body.decoded, at: place.first.text) else { return nil }
    return changed(
      corpus, index, text,
      [
        "\(index + 1) id-missing \(body.prefix)\(place.first.text)",
        "\(reply + 1) reply-unknown-id \(answer.prefix)\(replyPlace.first.text)",
      ])
  }
}
