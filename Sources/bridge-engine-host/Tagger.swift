#if RealEngine
  import CJSONC
  import CWebKitGTK

  /// Turns values of JavaScript into JSON that keeps what JSON cannot say: tagged objects
  /// `{"$": kind}`. The tags are those of the recorded traces.
  final class Tagger {
    /// Keeps the order of keys, and writes every object as the list of its entries.
    let keepsOrder: Bool
    /// Keeps long texts and deep nesting instead of telling their measures.
    let isExact: Bool
    /// The function of the script, in the context that it was asked for last.
    private var maker: UnsafeMutablePointer<JSCValue>?
    private var context: UnsafeMutablePointer<JSCContext>?

    init(keepsOrder: Bool, isExact: Bool) {
      self.keepsOrder = keepsOrder
      self.isExact = isExact
    }

    deinit { release(maker) }

    /// The script's function in a context; it keeps the context, so that no other has its address.
    private func maker(
      in context: UnsafeMutablePointer<JSCContext>
    ) -> UnsafeMutablePointer<JSCValue>? {
      if context == self.context, let maker { return maker }
      release(maker)
      maker = jsc_context_evaluate(context, Tagger.script, -1)
      self.context = context
      return maker
    }

    func tag(_ value: UnsafeMutablePointer<JSCValue>) -> Node {
      guard let context = jsc_value_get_context(value) else { return Node(taking: nil) }
      let maker = maker(in: context)
      let order = jsc_value_new_from_json(
        context, "{\"keepsOrder\":\(keepsOrder),\"isExact\":\(isExact)}")
      let function = maker.flatMap { bridge_call($0, order) }
      let text = function.flatMap { bridge_call($0, value) }
      defer { for value in [order, function, text] { release(value) } }
      if let exception = jsc_context_get_exception(context) {
        let message = String(cString: jsc_exception_get_message(exception))
        jsc_context_clear_exception(context)
        return Node("encoder: \(message)")
      }
      guard let text, let characters = jsc_value_to_string(text) else { return Node(taking: nil) }
      defer { g_free(characters) }
      let buffer = UnsafeBufferPointer(start: UnsafePointer(characters), count: strlen(characters))
      guard let node = Node.parse(buffer, depth: isExact ? 6000 : 400) else {
        return Node("unparsed: \(String(cString: characters))")
      }
      // json-c would write a lone surrogate as a replacement character: the source is kept instead.
      // The test also catches a backslash before "ud" in a text, which does no harm.
      if strstr(characters, "\\ud") != nil || strstr(characters, "\\u0000") != nil {
        return Node.object().set("$", "json-text").set("text", Node(UnsafePointer(characters)))
      }
      return node
    }

    private func release(_ value: UnsafeMutablePointer<JSCValue>?) {
      if let value { g_object_unref(value) }
    }

    /// `({ keepsOrder, isExact }) => (value) => JSON text`. Runs in a context of native's own, where the value was
    /// copied to, so it can disturb nothing. Depth is bounded: below the limit only the number of levels
    /// is told.
    static let script = #"""
      (function ({ keepsOrder, isExact }) {
        const depthLimit = isExact ? 2000 : 60;
        const textLimit = isExact ? Infinity : 4000;
        const tagOf = value => Object.prototype.toString.call(value).slice(8, -1);

        // Long texts by their length and FNV-1a over their UTF-16 units.
        function text(value) {
          if (value.length <= textLimit) return value;
          let hash = 0x811c9dc5;
          for (let i = 0; i < value.length; i++)
            hash = Math.imul(hash ^ value.charCodeAt(i), 0x01000193) >>> 0;
          return { $: "bigstring", length: value.length, fnv1a32: hash.toString(16) };
        }

        // How far it goes down along first keys.
        function levelsBelow(value) {
          let count = 0;
          while (value !== null && typeof value === "object") {
            count++;
            const keys = Object.keys(value);
            if (keys.length === 0) break;
            value = value[keys[0]];
          }
          return count;
        }

        function number(value) {
          if (Object.is(value, -0)) return { $: "number", v: "-0" };
          return Number.isFinite(value) ? value : { $: "number", v: String(value) };
        }

        function leaf(value) {
          switch (typeof value) {
            case "undefined": return { $: "undefined" };
            case "boolean": return value;
            case "number": return number(value);
            case "string": return text(value);
            case "bigint": return { $: "bigint", v: String(value) };
            case "symbol": return { $: "symbol" };
            case "function": return { $: "function" };
          }
          return null;
        }

        // Not the prototype of plain objects, of this or another realm.
        function hasOddPrototype(value) {
          const proto = Object.getPrototypeOf(value);
          if (proto === Object.prototype) return false;
          return !(proto && Object.getPrototypeOf(proto) === null && proto.constructor
            && proto.constructor.name === "Object");
        }

        const seen = new Map();

        function tagged(value, path, depth) {
          if (value === null || typeof value !== "object") return leaf(value);
          if (depth > depthLimit) return { $: "deep", more: levelsBelow(value) };
          if (seen.has(value)) return { $: "ref", to: seen.get(value) };
          seen.set(value, path);
          const below = (item, step) => tagged(item, path + step, depth + 1);
          if (Array.isArray(value)) {
            const items = [];
            for (let i = 0; i < value.length; i++)
              items.push(i in value ? below(value[i], "[" + i + "]") : { $: "hole" });
            return items;
          }
          const tag = tagOf(value);
          switch (tag) {
            case "Date": {
              const ms = value.getTime();
              return { $: "date", ms: Number.isNaN(ms) ? "NaN" : ms };
            }
            case "RegExp": return { $: "regexp", v: String(value) };
            case "Map": {
              const entries = [];
              value.forEach((item, key) => entries.push([below(key, "<k>"), below(item, "<v>")]));
              return { $: "map", entries };
            }
            case "Set": {
              const values = [];
              value.forEach(item => values.push(below(item, "<e>")));
              return { $: "set", values };
            }
            case "ArrayBuffer":
              return { $: "arraybuffer", bytes: Array.from(new Uint8Array(value)) };
          }
          if (ArrayBuffer.isView(value) && tag !== "DataView")
            return { $: "typedarray", type: tag, values: Array.from(value).map(String) };
          if (value instanceof Boolean || value instanceof Number || value instanceof String
              || tag === "BigInt")
            return { $: "boxed", type: tag, v: String(value) };
          if (tag === "Error")
            return { $: "error", name: String(value.name), message: String(value.message) };
          return members(value, tag, path, below);
        }

        function members(value, tag, path, below) {
          const names = Object.getOwnPropertyNames(value);
          if (!keepsOrder) names.sort();
          const isOdd = hasOddPrototype(value);
          const entries = names.map(name => {
            try { return [name, below(value[name], "." + name)]; }
            catch (error) { return [name, { $: "throws" }]; }
          });
          const isPlain = tag === "Object" && !isOdd && !keepsOrder
            && !names.includes("__proto__") && !names.includes("$");
          if (isPlain) return Object.fromEntries(entries);
          const proto = Object.getPrototypeOf(value);
          return {
            $: "object", tag,
            proto: !isOdd ? undefined : proto === null ? null : below(proto, ".[[proto]]"),
            entries,
          };
        }

        return value => JSON.stringify(tagged(value, "$", 0));
      })
      """#
  }
#endif
