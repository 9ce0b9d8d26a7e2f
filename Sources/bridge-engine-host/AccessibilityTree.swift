#if RealEngine
  import CWebKitGTK

  /// The accessibility tree of the page, as any client of the accessibility bus sees it.
  ///
  /// The web process answers, not this one, so it can be asked from the main loop. Nothing announces
  /// that a tree is there, or that a name changed: the tree is right whenever it is asked for. Never
  /// ask for a localised role name: for a column header the web process ends (2.50.6).
  struct AccessibilityTree {
    private static let accessible = "org.a11y.atspi.Accessible"
    /// The role of a document of the web, in the numbers of AT-SPI.
    private static let document: UInt32 = 95

    private struct Object {
      var owner: String
      var path: String
      var depth: Int
    }

    private let bus: OpaquePointer

    /// Nil where the session has no accessibility bus.
    init?() {
      guard let bus = bridge_accessibility_bus() else { return nil }
      self.bus = bus
    }

    func close() { g_object_unref(UnsafeMutableRawPointer(bus)) }

    /// All objects from the page's document down, in order, each with its depth; nil as long as there
    /// is none. At most `limit` objects.
    func nodes(limit: Int) -> [Node]? {
      guard let document = webProcess().flatMap({ findDocument(of: $0) }) else { return nil }
      var out: [Node] = []
      var open = [Object(owner: document.owner, path: document.path, depth: 0)]
      while let object = open.popLast(), out.count < limit {
        out.append(node(object))
        open += children(of: object).reversed()
      }
      return out
    }

    // MARK: Finding the page

    /// The web process that came to the bus last.
    private func webProcess() -> String? {
      guard
        let answer = call(
          "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
      else { return nil }
      defer { g_variant_unref(answer) }
      let names = items(answer).compactMap { text($0) }
      var last: (name: String, number: Int)?
      for name in names where name.contains(".WebProcess-") {
        guard
          let owner = call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
            "GetNameOwner", name)
        else { continue }
        defer { g_variant_unref(owner) }
        guard let unique = child(owner, 0).flatMap({ text($0) }),
          let number = unique.split(separator: ".").last.flatMap({ Int($0) })
        else { continue }
        if number > last?.number ?? -1 { last = (unique, number) }
      }
      return last?.name
    }

    /// The root is the one object whose parent is in another process.
    private func findDocument(of process: String) -> Object? {
      guard
        let answer = call(
          process, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
      else { return nil }
      defer { g_variant_unref(answer) }
      for item in items(answer) {
        guard let itself = child(item, 0), let parent = child(item, 1),
          let object = reference(itself, 0), let owner = reference(parent, 0)?.owner,
          !owner.utf8.elementsEqual(process.utf8)
        else { continue }
        var open = [object]
        while let next = open.popLast() {
          if role(of: next) == Self.document { return next }
          open += children(of: next).reversed()
        }
      }
      return nil
    }

    // MARK: One object

    private func node(_ object: Object) -> Node {
      let node = Node.object().set("depth", Node(object.depth))
      node.set("role", Node(Int(role(of: object))))
      node.set("name", property(object, "Name"))
      let description = property(object, "Description")
      if !description.isEmpty { node.set("description", description) }
      let attributes = Node.object()
      if let answer = call(object.owner, object.path, Self.accessible, "GetAttributes") {
        defer { g_variant_unref(answer) }
        for entry in items(answer) {
          guard let key = child(entry, 0).flatMap({ text($0) }),
            let value = child(entry, 1).flatMap({ text($0) }), key != "toolkit"
          else { continue }
          attributes.set(key, value)
        }
      }
      return node.set("attributes", attributes)
    }

    private func role(of object: Object) -> UInt32 {
      guard let answer = call(object.owner, object.path, Self.accessible, "GetRole") else {
        return 0
      }
      defer { g_variant_unref(answer) }
      return child(answer, 0).map { g_variant_get_uint32($0.raw) } ?? 0
    }

    private func children(of object: Object) -> [Object] {
      guard let answer = call(object.owner, object.path, Self.accessible, "GetChildren") else {
        return []
      }
      defer { g_variant_unref(answer) }
      return items(answer).compactMap { reference($0, object.depth + 1) }
    }

    private func reference(_ pair: Value, _ depth: Int) -> Object? {
      guard let owner = child(pair, 0).flatMap({ text($0) }),
        let path = child(pair, 1).flatMap({ text($0) })
      else { return nil }
      return Object(owner: owner, path: path, depth: depth)
    }

    private func property(_ object: Object, _ name: String) -> String {
      guard let text = bridge_bus_text(bus, object.owner, object.path, Self.accessible, name) else {
        return ""
      }
      defer { g_free(text) }
      return String(cString: text)
    }

    // MARK: Values of D-Bus

    /// A part of a larger value, which Swift counts for.
    private final class Value {
      let raw: OpaquePointer
      init(_ raw: OpaquePointer) { self.raw = raw }
      deinit { g_variant_unref(raw) }
    }

    private func call(
      _ owner: String, _ path: String, _ interface: String, _ method: String, _ text: String? = nil
    ) -> OpaquePointer? {
      bridge_bus_call(bus, owner, path, interface, method, text)
    }

    private func child(_ value: OpaquePointer, _ place: Int) -> Value? {
      guard place < g_variant_n_children(value) else { return nil }
      return g_variant_get_child_value(value, gsize(place)).map { Value($0) }
    }

    private func child(_ value: Value, _ place: Int) -> Value? { child(value.raw, place) }

    /// The items of the list or dictionary that an answer consists of.
    private func items(_ answer: OpaquePointer) -> [Value] {
      guard let list = child(answer, 0) else { return [] }
      return (0..<Int(g_variant_n_children(list.raw))).compactMap { child(list, $0) }
    }

    private func text(_ value: Value) -> String? {
      var length: gsize = 0
      return g_variant_get_string(value.raw, &length).map { String(cString: $0) }
    }
  }

  extension Session {
    /// Tells the page's accessibility tree as one event. A page that has just loaded may need a moment
    /// until it is on the bus: it is asked for again until then, or until `ms` are over.
    func tellTree(_ action: Node, tries: Int = 0) {
      let event = Self.event("tree").set("id", action.text("id") ?? "")
      guard let tree = AccessibilityTree() else {
        emit(event.set("error", "no accessibility bus; at-spi2-core is missing"))
        return
      }
      defer { tree.close() }
      if let nodes = tree.nodes(limit: action.number("limit", 100_000)) {
        emit(event.set("nodes", .array(nodes)))
      } else if tries * TreeRetry.interval >= action.number("ms", 5000) {
        emit(event.set("error", "the page is not on the accessibility bus"))
      } else {
        TreeRetry.schedule(self, action, tries + 1)
      }
    }
  }

  /// One more look at the bus, later.
  private final class TreeRetry {
    static let interval = 20
    private let session: Session
    private let action: Node
    private let tries: Int

    private init(_ session: Session, _ action: Node, _ tries: Int) {
      self.session = session
      self.action = action
      self.tries = tries
    }

    static func schedule(_ session: Session, _ action: Node, _ tries: Int) {
      g_timeout_add(
        UInt32(interval),
        { context in
          guard let context else { return 0 }
          let retry = Unmanaged<TreeRetry>.fromOpaque(context).takeRetainedValue()
          if !retry.session.isEnded { retry.session.tellTree(retry.action, tries: retry.tries) }
          return 0
        }, Unmanaged.passRetained(TreeRetry(session, action, tries)).toOpaque())
    }
  }
#endif
