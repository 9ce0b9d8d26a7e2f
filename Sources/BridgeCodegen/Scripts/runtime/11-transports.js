  // MARK: Transports

  const segments = (path) => path.replace(/\[(?:(["'])(.*?)\1|([0-9]+))\]/g, (_, quote, key, number) => "." + (number || key)).split(".");

  /** Puts a function at a path of the window; returns what takes it away again. */
  function install(path, fn) {
    const keys = segments(path);
    let parent = globalThis;
    for (const key of keys.slice(0, -1)) {
      const inner = parent[key];
      if (inner === undefined || inner === null) parent[key] = {};
      parent = parent[key];
    }
    const last = keys[keys.length - 1];
    const before = parent[last];
    parent[last] = fn;
    return () => {
      if (parent[last] !== fn) return;
      if (before === undefined) delete parent[last];
      else parent[last] = before;
    };
  }

  function lookUp(path) {
    const keys = segments(path);
    let parent = globalThis;
    for (const key of keys.slice(0, -1)) {
      parent = parent === undefined || parent === null ? undefined : parent[key];
    }
    const fn = parent === undefined || parent === null ? undefined : parent[keys[keys.length - 1]];
    return typeof fn === "function" ? { parent, fn } : undefined;
  }

  const channelsFrom = (side) => members(channels).map((key) => channels[key]).filter((one) => one.from === side);

  /** The paths that examples use on a channel whose call is a pattern, where they bear no id. */
  function examplePaths(channel) {
    const spot = channel.framing.reply.id || channel.framing.id;
    const isInPath = spot && spot.pointers.some((path) => path[0] === "fn");
    const out = new Set();
    for (const name of members(messages)) {
      for (const example of goodExamples(messages[name])) {
        const found = [];
        if (messages[name].channel === channel) found.push(example.body);
        else if (!isInPath && example.reply !== undefined && messages[name].replyOn !== "return") found.push(example.reply);
        for (const body of found) {
          if (isObject(body) && typeof body.fn === "string" && calls(channel, normalised(body.fn))) out.add(normalised(body.fn));
        }
      }
    }
    if (out.size === 0 && !isInPath) out.add(defaultPath(channel));
    return Array.from(out).filter((path) => path !== undefined);
  }

  /** A function's path for a channel that only has a pattern, the same on both sides. */
  function defaultPath(channel) {
    const word = channel.key[0].toUpperCase() + channel.key.slice(1);
    return [channel.key, "on" + word, "receive" + word, "onMessage", "bridgeReceive"]
      .find((path) => channel.callPattern.test(path));
  }

  function pageTransport() {
    const queues = new Map();
    const take = (peer, channel, path) => (...args) => {
      const body = channel.bodyIsCall ? { fn: path, args } : args.length > 0 ? args[0] : null;
      const recorded = channel.callPattern && !channel.bodyIsCall ? { fn: path, args } : body;
      return peer.receive(channel.key, recorded);
    };
    return {
      deliver({ channel, body }) {
        switch (channel.via) {
          case "messageHandler":
          case "messageHandlerWithReply": {
            const handler = globalThis.webkit && globalThis.webkit.messageHandlers && globalThis.webkit.messageHandlers[channel.name];
            if (!handler) throw new BridgeError("there is no message handler " + channel.name, [issue("handler-missing", "")]);
            return handler.postMessage(body);
          }
          case "prompt": return globalThis.prompt(body.args[0], body.args[1]);
          case "navigation": {
            const frame = document.createElement("iframe");
            frame.style.display = "none";
            frame.src = body;
            document.documentElement.appendChild(frame);
            setTimeout(() => frame.remove(), 100);
            return undefined;
          }
          default:
            queues.get(channel.key).push(body);
            return undefined;
        }
      },
      listen(peer) {
        const undo = [];
        for (const channel of channelsFrom("web")) {
          if (channel.via !== "poll") continue;
          queues.set(channel.key, []);
          undo.push(install(channel.call, () => drain(channel, queues.get(channel.key))));
        }
        for (const channel of channelsFrom("native")) {
          if (calling[channel.via]) {
            const paths = channel.call !== undefined ? [channel.call] : examplePaths(channel);
            paths.forEach((path) => undo.push(install(path, take(peer, channel, path))));
            continue;
          }
          const type = channel.via === "dispatchEvent" ? channel.source.event : "message";
          const listener = (event) => peer.receive(channel.key, channel.via === "dispatchEvent" ? event.detail : event.data);
          globalThis.addEventListener(type, listener);
          undo.push(() => globalThis.removeEventListener(type, listener));
        }
        return () => undo.forEach((one) => one());
      },
      /** Functions whose name bears the id of a request. */
      expect(peer, request) {
        const undo = [];
        if (!request.message.reply || request.message.replyOn === "return") return () => {};
        for (const error of [undefined, ...(request.message.reply.errors || [])]) {
          const found = replyExample(request.message, error);
          if (!found || !found.channel.callPattern) continue;
          const spot = found.channel.framing.reply.id || found.channel.framing.id;
          if (!spot || !spot.pointers.some((path) => path[0] === "fn")) continue;
          const id = error !== undefined && request.errorId !== undefined ? request.errorId : request.id;
          const path = normalised(setPlace(copy(found.body), spot, id).fn);
          undo.push(install(path, take(peer, found.channel, path)));
        }
        return () => undo.forEach((one) => one());
      },
    };
  }

  /** What a polled function returns: everything that was queued, as one body where it may be. */
  function drain(channel, queue) {
    if (!channel.framing.batch) return queue.length > 0 ? queue.shift() : null;
    const all = queue.splice(0).flatMap((body) => {
      const decoded = decode(body, channel.framing.own).body;
      return Array.isArray(decoded) ? decoded : [decoded];
    });
    return channel.framing.own.reduceRight((body, decoding) => wrap(body, decoding), all);
  }

  function nativeTransport() {
    return {
      deliver({ channel, body, path }) {
        if (channel.via === "dispatchEvent") {
          globalThis.dispatchEvent(new CustomEvent(channel.source.event, { detail: body }));
          return undefined;
        }
        if (channel.via === "postMessage") {
          globalThis.dispatchEvent(new MessageEvent("message", { data: body, origin: "native" }));
          return undefined;
        }
        const target = channel.bodyIsCall ? body.fn : path !== undefined ? path : defaultPath(channel);
        const found = target === undefined ? undefined : lookUp(target);
        if (!found) throw new BridgeError("the page has no function " + target, [issue("function-missing", "")]);
        return found.fn.apply(found.parent, channel.bodyIsCall ? body.args : [body]);
      },
      listen(peer) {
        const undo = [];
        for (const channel of channelsFrom("web")) {
          if (channel.via === "messageHandler" || channel.via === "messageHandlerWithReply") {
            const isPromise = channel.via === "messageHandlerWithReply";
            const postMessage = (body) => {
              const result = peer.receive(channel.key, copy(body));
              return isPromise ? Promise.resolve(result) : undefined;
            };
            if (!globalThis.webkit) globalThis.webkit = {};
            if (!globalThis.webkit.messageHandlers) globalThis.webkit.messageHandlers = {};
            globalThis.webkit.messageHandlers[channel.name] = { postMessage };
            undo.push(() => delete globalThis.webkit.messageHandlers[channel.name]);
          } else if (channel.via === "poll") {
            const timer = setInterval(() => {
              const found = lookUp(channel.call);
              const body = found ? found.fn.call(found.parent) : null;
              const isEmpty = body === null || body === undefined || body === "" || body === "[]" ||
                (Array.isArray(body) && body.length === 0);
              if (!isEmpty) peer.receive(channel.key, body);
            }, 20);
            undo.push(() => clearInterval(timer));
          }
        }
        undo.push(listenToPrompts(peer), listenToNavigations(peer));
        return () => undo.forEach((one) => one());
      },
    };
  }

  function listenToPrompts(peer) {
    const list = channelsFrom("web").filter((one) => one.via === "prompt");
    if (list.length === 0) return () => {};
    const before = globalThis.prompt;
    globalThis.prompt = function prompt(text, value) {
      const channel = list.find((one) => !one.match || one.match.test(String(text)));
      if (!channel) return before ? before.call(globalThis, text, value) : null;
      const args = value === undefined ? [String(text)] : [String(text), value];
      const result = peer.receive(channel.key, { fn: "prompt", args });
      return result === undefined || (result && typeof result.then === "function") ? null : result;
    };
    return () => {
      globalThis.prompt = before;
    };
  }

  /** Navigations of hidden frames, the way bridges ring: they are heard and go nowhere. */
  function listenToNavigations(peer) {
    const list = channelsFrom("web").filter((one) => one.via === "navigation");
    if (list.length === 0 || typeof MutationObserver === "undefined") return () => {};
    const hear = (node) => {
      if (node.nodeName !== "IFRAME") return;
      const url = node.getAttribute("src") || "";
      const channel = list.find((one) => url.startsWith(one.source.url || ""));
      if (!channel) return;
      node.removeAttribute("src");
      peer.receive(channel.key, url);
    };
    const observer = new MutationObserver((records) => {
      for (const record of records) {
        if (record.type === "attributes") hear(record.target);
        record.addedNodes.forEach(hear);
      }
    });
    observer.observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["src"] });
    return () => observer.disconnect();
  }

