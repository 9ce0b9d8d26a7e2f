#if RealEngine
  import CJSONC
  import CWebKitGTK

  /// What the schemes `app:` and `other:` serve, and the requests that wait.
  struct Resources {
    var held: [String: [UnsafeMutablePointer<WebKitURISchemeRequest>]] = [:]
    var released: Set<String> = []
    /// What was handed over while the session runs.
    var served: [String: Node] = [:]
  }

  extension Session {
    /// Answers requests of the session's own schemes; no other machine is ever asked.
    func serve() {
      guard plan["resources"] != nil || plan["folder"] != nil else { return }
      let security = webkit_web_context_get_security_manager(context)
      for scheme in ["app", "other"] {
        bridge_serve(
          context, scheme,
          { request, observers in
            guard let request, let observers else { return }
            let known = observers.assumingMemoryBound(to: bridge_observers.self)
            Session.of(known.pointee.context)?.answer(request)
          }, observers)
        webkit_security_manager_register_uri_scheme_as_secure(security, scheme)
        webkit_security_manager_register_uri_scheme_as_cors_enabled(security, scheme)
      }
    }

    /// Keeps the session on this machine: requests for another one are refused before a packet
    /// leaves, name look-ups included, and told.
    func stayLocal() {
      guard plan.flag("local") else { return }
      let refusal = RemoteRefusal { [unowned self] in emit(Self.event("remote").set("url", $0)) }
      bridge_stay_local(context, "http://127.0.0.1:\(refusal.port)")
      self.refusal = refusal
    }

    private func answer(_ request: UnsafeMutablePointer<WebKitURISchemeRequest>) {
      guard let url = webkit_uri_scheme_request_get_uri(request).map({ String(cString: $0) }) else {
        return
      }
      if resources.served[url]?.flag("asked") == true { return ask(request) }
      guard plan["resources"]?[url]?.flag("hold") == true, !resources.released.contains(url) else {
        return respond(request, url)
      }
      g_object_ref(request)
      resources.held[url, default: []].append(request)
      emit(Self.event("request-held").set("url", url))
    }

    /// A synchronous request by which the page asks native: it waits for the answer, and unlike at a
    /// dialog its timers are left alone.
    private func ask(_ request: UnsafeMutablePointer<WebKitURISchemeRequest>) {
      g_object_ref(request)
      defer { g_object_unref(request) }
      answerToPage = "null"
      emit(Self.event("question").set("text", Self.body(of: request)))
      let answer = answerToPage ?? "null"
      answerToPage = nil
      Node(answer).withText { finish(request, $0, $1, "text/plain; charset=utf-8") }
    }

    private static func body(of request: UnsafeMutablePointer<WebKitURISchemeRequest>) -> Node {
      guard let stream = webkit_uri_scheme_request_get_http_body(request) else { return Node("") }
      defer { g_object_unref(stream) }
      var bytes: [CChar] = []
      var chunk = [CChar](repeating: 0, count: 1 << 14)
      while true {
        let count = g_input_stream_read(stream, &chunk, gsize(chunk.count), nil, nil)
        guard count > 0 else { break }
        bytes += chunk[..<count]
      }
      return bytes.withUnsafeBufferPointer { Node(text: $0) }
    }

    private func respond(_ request: UnsafeMutablePointer<WebKitURISchemeRequest>, _ url: String) {
      if let resource = resources.served[url] ?? plan["resources"]?[url] {
        let type = resource.text("type") ?? "text/html; charset=utf-8"
        (resource["body"] ?? Node("")).withText { bytes, count in
          finish(request, bytes, count, type)
        }
        return
      }
      if let file = localFile(url) {
        var bytes: UnsafeMutablePointer<CChar>?
        var count = 0
        if g_file_get_contents(file, &bytes, &count, nil) != 0, let bytes {
          finish(request, bytes, count, Session.type(of: file))
          g_free(bytes)
          return
        }
      }
      if plan["folder"] != nil { emit(Self.event("missing").set("url", url)) }
      let error = bridge_not_found("no such resource")
      webkit_uri_scheme_request_finish_error(request, error)
      g_error_free(error)
    }

    private func finish(
      _ request: UnsafeMutablePointer<WebKitURISchemeRequest>, _ bytes: UnsafePointer<CChar>,
      _ count: Int, _ type: String
    ) {
      let stream = g_memory_input_stream_new_from_data(
        g_memdup2(bytes, gsize(count)), gssize(count), { g_free($0) })
      webkit_uri_scheme_request_finish(request, stream, gint64(count), type)
      g_object_unref(stream)
    }

    /// Lets the requests for a resource be answered, now and later.
    func release(_ url: String) {
      resources.released.insert(url)
      for request in resources.held.removeValue(forKey: url) ?? [] {
        respond(request, url)
        g_object_unref(request)
      }
    }

    /// Lets go of the requests that wait.
    func dropHeld() {
      for request in resources.held.values.joined() { g_object_unref(request) }
      resources.held = [:]
    }

    // MARK: A folder

    /// The file behind a URL of the served folder: `app://page/…`. Nothing above the folder is ever
    /// served, whatever the path or a link says.
    private func localFile(_ url: String) -> String? {
      guard let folder = plan.text("folder"), let root = realpath(folder, nil) else { return nil }
      defer { free(root) }
      let host = "app://page/"
      guard url.utf8.starts(with: host.utf8) else { return nil }
      let path = url.dropFirst(host.count).prefix { $0 != "?" && $0 != "#" }
      guard let decoded = g_uri_unescape_string(String(path), nil) else { return nil }
      defer { g_free(decoded) }
      guard let file = realpath("\(folder)/\(String(cString: decoded))", nil) else { return nil }
      defer { free(file) }
      let inside = String(cString: root)
      let found = String(cString: file)
      let isInside = found.utf8.starts(with: (inside == "/" ? "/" : inside + "/").utf8)
      return isInside && g_file_test(found, G_FILE_TEST_IS_REGULAR) != 0 ? found : nil
    }

    private static let types = [
      "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml",
      "js": "text/javascript", "mjs": "text/javascript",
      "css": "text/css", "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
      "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
      "ico": "image/x-icon", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf",
      "wasm": "application/wasm", "txt": "text/plain", "xml": "application/xml",
      "map": "application/json", "mp4": "video/mp4", "webm": "video/webm", "mp3": "audio/mpeg",
    ]

    /// The type of a file by its name. Text is taken as UTF-8 unless the document says otherwise.
    private static func type(of file: String) -> String {
      let name = file.split(separator: "/").last ?? ""
      guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
      return types[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }
  }
#endif
