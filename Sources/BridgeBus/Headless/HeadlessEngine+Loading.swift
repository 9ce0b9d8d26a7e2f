// Navigation: from the request over the policy to the commit, and a document's loading in slices.

/// A navigation that is under way.
final class Navigation {
  let url: String
  let isFromPage: Bool
  /// What is loaded; nil where the main resource fails.
  let page: Page?
  /// The old document goes into the page cache, where it may come back from.
  let keepsOld: Bool
  /// A reload takes the place of its entry in the history.
  let replacesEntry: Bool
  /// Native's turn in which it was asked for.
  var turn: Int?
  /// The index of the history that is gone back to.
  var backTo: Int?
  /// Its place in the arrival order since it started; nil before.
  var provisional: Int?

  init(
    url: String, page: Page?, isFromPage: Bool, keepsOld: Bool, replacesEntry: Bool
  ) {
    self.url = url
    self.page = page
    self.isFromPage = isFromPage
    self.keepsOld = keepsOld
    self.replacesEntry = replacesEntry
  }
}

/// A page that was there before.
struct HistoryEntry {
  var url: String
  var page: Page
  var cached: PageDocument?
  /// The number of the document that was moved to another URL from or to here.
  var document: Int?
}

/// A document that is being loaded, a slice at a time.
final class Loading {
  enum Slice {
    case part(Page.Part)
    /// The parser is done: module and deferred scripts run.
    case parsed
    case domContentLoaded
    case complete
  }

  let document: PageDocument
  let parent: Loading?
  let slices: [Slice]
  var next = 0
  var stamp: Int
  var deferred: [(PageWindow) throws -> Void] = []
  var resources: [String] = []
  var openFrames = 0

  init(_ document: PageDocument, _ page: Page, parent: Loading?, stamp: Int) {
    self.document = document
    self.parent = parent
    self.stamp = stamp
    slices = page.parts.map { .part($0) } + [.parsed, .domContentLoaded, .complete]
  }
}

extension HeadlessEngine {
  func makeDocument(url: String, frame: EngineMessage.Frame) -> PageDocument {
    documentCount += 1
    let made = PageDocument(
      number: documentCount, url: url, frame: frame, process: process, engine: self)
    documents.append(made)
    return made
  }

  // MARK: Beginning

  /// A script of the page asks for a navigation: it begins in a task of its own (ND10).
  func navigate(_ from: PageDocument, _ load: Load) {
    guard from === document, from.life == .current else { return }
    // One navigation is scheduled at a time: a second takes the place of the first.
    tasks.removeAll(where: \.isNavigation)
    var task = task { [weak self] in self?.begin(load, isFromPage: true) }
    task.isNavigation = true
    tasks.append(task)
  }

  /// A hidden frame of the page asks for a URL, as bridges do: the policy is asked in a task of its
  /// own, one request never takes the place of another, and the document stays.
  func request(_ from: PageDocument, _ url: String) {
    guard from.life == .current, !from.isRemoved else { return }
    tasks.append(
      task { [weak self] in
        self?.send(
          .policy(
            Navigation(
              url: url, page: nil, isFromPage: true, keepsOld: true, replacesEntry: false)))
      })
  }

  func begin(_ load: Load, isFromPage: Bool) {
    switch load {
    case .url(let url):
      // The URL of the page that is there takes its place, as a reload does: the old document goes
      // into no page cache.
      let isSame = historyIndex >= 0 && document.url == url
      propose(
        Navigation(
          url: url, page: site[url], isFromPage: isFromPage, keepsOld: !isSame,
          replacesEntry: isSame))
    case .page(let page, let base):
      propose(
        Navigation(
          url: base, page: page, isFromPage: isFromPage, keepsOld: false, replacesEntry: false))
    case .reload:
      // A page that was handed over is asked for under its base URL (section 7).
      guard let url = lastURL else { return }
      propose(
        Navigation(
          url: url, page: site[url], isFromPage: isFromPage, keepsOld: false, replacesEntry: true)
      )
    }
  }

  func beginGoingBack() {
    guard historyIndex > 0 else { return }
    let entry = history[historyIndex - 1]
    if entry.document == document.number {
      // The same document, at the URL that it had before.
      historyIndex -= 1
      document.url = entry.url
      lastURL = entry.url
      return
    }
    let navigation = Navigation(
      url: entry.url, page: entry.page, isFromPage: false, keepsOld: true, replacesEntry: true)
    navigation.backTo = historyIndex - 1
    propose(navigation)
  }

  /// Asks the policy. Whatever native sent in the turn of its load comes before the answer (R8).
  private func propose(_ next: Navigation) {
    cancelNavigation()
    next.turn = next.isFromPage ? nil : currentTurn
    navigation = next
    for document in liveDocuments { dispatch(.beforeUnload, to: document) }
    send(.policy(next))
  }

  /// One that started fails; one that did not is never heard of (R9).
  private func cancelNavigation() {
    if let old = navigation, old.provisional != nil { fail(old) }
    navigation = nil
    isOvertaken = false
  }

  private func fail(_ failed: Navigation) {
    emit(.failed(url: failed.url, at: .started))
    if profile.platform == .gtk { emit(.finished(url: document.url)) }
  }

  func decide(_ decided: Navigation, _ isAllowed: Bool) {
    guard decided === navigation else { return }
    guard isAllowed else {
      navigation = nil
      return
    }
    // What native sent later may come first where the page itself asked for it (ND2).
    if decided.isFromPage, !chooser.isStandard, chooser.pick([.reactNow, .reactLater]) == 1 {
      var task = task { [weak self, weak decided] in
        guard let self, let decided, decided === navigation else { return }
        start(decided)
      }
      task.turn = nil
      task.isNavigation = true
      tasks.append(task)
      return
    }
    start(decided)
  }

  private func start(_ decided: Navigation) {
    emit(.started(url: decided.url))
    decided.provisional = nextStamp()
  }

  func stop() {
    cancelNavigation()
    guard loadings.contains(where: { $0.document === document }) else { return }
    loadings.removeAll()
    emit(.failed(url: document.url, at: .committed))
    if profile.platform == .gtk { emit(.finished(url: document.url)) }
  }

  // MARK: Commit

  /// The answer to the request is there: the new document takes the old one's place.
  func commit() {
    guard let current = navigation else { return }
    navigation = nil
    guard let page = current.page else {
      fail(current)
      return
    }
    let restored = current.backTo.flatMap { history[$0].cached }
    leave(keeping: current.keepsOld)
    lastURL = current.url
    if let back = current.backTo {
      historyIndex = back
    } else if !current.replacesEntry || historyIndex < 0 {
      history.removeSubrange((historyIndex + 1)...)
      history.append(HistoryEntry(url: current.url, page: page))
      historyIndex = history.count - 1
    }
    if let restored {
      restore(restored)
      return
    }
    document = makeDocument(
      url: current.url,
      frame: .init(isMain: true, origin: Self.origin(of: current.url), id: "main"))
    emit(.committed(url: current.url))
    load(document, page, parent: nil)
  }

  /// R6: page hide, visibility, unload unless the page cache takes the document.
  private func leave(keeping: Bool) {
    let old = document
    let isKept = keeping && old.readyState == .complete && historyIndex >= 0
    forbidsDialogs = true
    for left in old.all {
      dispatch(.pageHide, to: left)
      dispatch(.visibilityChange, to: left)
      if !isKept { dispatch(.unload, to: left) }
    }
    forbidsDialogs = false
    for left in old.all {
      left.life = isKept ? .cached : .replaced
      if !isKept {
        // Its realm stays for reactions of promises; its tasks never run (R38b).
        left.timers.removeAll()
        left.frames.removeAll()
        left.ports.removeAll()
      }
    }
    tasks.removeAll()
    loadings.removeAll()
    if historyIndex >= 0 { history[historyIndex].cached = isKept ? old : nil }
  }

  private func restore(_ cached: PageDocument) {
    history[historyIndex].cached = nil
    document = cached
    for back in cached.all {
      back.life = .current
      microtasks += back.frozen
      back.frozen.removeAll()
    }
    emit(.committed(url: cached.url))
    for back in cached.all { dispatch(.pageShow, to: back, detail: "persisted") }
    checkpoint()
    emit(.finished(url: cached.url))
    move(to: clock)
  }

  /// `scheme://host` of a URL.
  static func origin(of url: String) -> String {
    let bytes = Array(url.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    else { return "null" }
    let host = bytes[(colon + 3)...].prefix { $0 != UInt8(ascii: "/") }
    return String(decoding: bytes[..<(colon + 3)] + host, as: UTF8.self)
  }

  // MARK: Loading

  func load(_ document: PageDocument, _ page: Page, parent: Loading?) {
    runUserScripts(.documentStart, in: document)
    if onRequest != nil {
      // The preload scanner may be ahead of the parser (ND9).
      for part in page.parts {
        switch part {
        case .resource(let name), .held(let name, _):
          toSchemeHandler.append((nextStamp(), name))
        case .script, .deferred, .frame: break
        }
      }
    }
    let loading = Loading(document, page, parent: parent, stamp: nextStamp())
    loadings.append(loading)
  }

  private func runUserScripts(_ time: UserScript.Time, in document: PageDocument) {
    for script in pageUserScripts
    where script.time == time && (document.frame.isMain || !script.mainFrameOnly) {
      runUserScript(script, in: document)
    }
  }

  private func runUserScript(_ script: UserScript, in document: PageDocument) {
    let window = document.window(script.world)
    do {
      switch script.script {
      case .swift(let body): _ = try body(window)
      case .call(let path, let arguments): _ = try window.call(path, arguments)
      case .text(let text): onReport?(.fault(.notRunnable(text)))
      }
      checkpoint()
    } catch {
      checkpoint()
      reportError(error, in: document, isForeign: true)
    }
  }

  /// Whether the next slice waits for the network or for frames.
  func isPaused(_ loading: Loading) -> Bool {
    switch loading.slices[loading.next] {
    case .part(.held(let name, _)): !released.contains(name)
    case .complete:
      loading.openFrames > 0 || loading.resources.contains { !released.contains($0) }
    default: false
    }
  }

  /// Whether a page that navigates away while it is parsed is parsed no more: the rest of it ran in
  /// some runs of the real engine and not in others (ND2).
  private func parsesNoMore(_ loading: Loading) -> Bool {
    guard !chooser.isStandard, loading.document === document,
      tasks.contains(where: \.isNavigation),
      case .part = loading.slices[loading.next]
    else { return false }
    return chooser.pick([.parseOn, .parseNoMore]) == 1
  }

  // MARK: Frames and places of one document

  /// A frame gets another document, in a task of its own; the page's load is not touched.
  func navigateFrame(_ id: String, of parent: PageDocument, to page: Page, origin: String) {
    tasks.append(
      task { [weak self, weak parent] in
        guard let self, let parent,
          let place = parent.children.firstIndex(where: { $0.frame.id == id })
        else { return }
        for old in parent.children[place].all {
          dispatch(.pageHide, to: old)
          dispatch(.unload, to: old)
          old.life = .replaced
          old.timers.removeAll()
          old.frames.removeAll()
          old.ports.removeAll()
        }
        // A load that was under way is another document's now: the page waits for it no longer.
        for open in loadings where open.document === parent.children[place] {
          open.parent?.openFrames -= 1
        }
        loadings.removeAll { $0.document === parent.children[place] }
        let child = makeDocument(
          url: origin, frame: .init(isMain: false, origin: origin, id: id))
        parent.children[place] = child
        load(child, page, parent: nil)
      })
  }

  /// `pushState`, `replaceState` and fragments: another URL, the same document, no event (section 7).
  func move(_ document: PageDocument, to url: String, replacing: Bool) {
    document.url = url
    guard document === self.document, historyIndex >= 0 else { return }
    lastURL = url
    let page = history[historyIndex].page
    if site[url] == nil { site[url] = page }
    if replacing {
      history[historyIndex].url = url
    } else {
      history.removeSubrange((historyIndex + 1)...)
      history[historyIndex].document = document.number
      history.append(HistoryEntry(url: url, page: page, document: document.number))
      historyIndex += 1
    }
  }

  func advance(_ loading: Loading) {
    let document = loading.document
    let window = document.window(.page)
    let slice = loading.slices[loading.next]
    loading.next += 1
    switch slice {
    case .part(.script(let script)), .part(.held(_, let script)):
      runTask(document) { try script(window) }
      if parsesNoMore(loading) { loadings.removeAll { $0 === loading } }
    case .part(.deferred(let script)): loading.deferred.append(script)
    case .part(.resource(let name)): loading.resources.append(name)
    case .part(.frame(let frame)):
      let child = makeDocument(
        url: frame.origin, frame: .init(isMain: false, origin: frame.origin, id: frame.id))
      document.children.append(child)
      loading.openFrames += 1
      load(child, frame.page, parent: loading)
    case .parsed:
      document.readyState = .interactive
      for script in loading.deferred { runTask(document) { try script(window) } }
    case .domContentLoaded:
      dispatch(.domContentLoaded, to: document)
      runUserScripts(.documentEnd, in: document)
    case .complete:
      document.readyState = .complete
      // A page that is about to go elsewhere has no load event any more; its load is over all the same
      // (section 7).
      if document !== self.document || !tasks.contains(where: \.isNavigation) {
        dispatch(.load, to: document)
        dispatch(.pageShow, to: document)
      }
      // Where native ended the process meanwhile, in a dialog, there is nothing left to finish.
      guard loadings.contains(where: { $0 === loading }) else { return }
      loadings.removeAll { $0 === loading }
      loading.parent?.openFrames -= 1
      if document === self.document { emit(.finished(url: document.url)) }
    }
  }
}
