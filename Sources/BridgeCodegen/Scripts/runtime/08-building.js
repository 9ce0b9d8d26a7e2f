  // MARK: Payloads

  function messagePayload(reading) {
    const message = reading.message;
    const framing = message.channel.framing;
    if (framing.payload && !isWhole(framing.payload) && !isNameless(message)) {
      const found = find(framing.payload, reading.body);
      return found === undefined ? null : found.value;
    }
    return isNameless(message) ? reading.body : without(reading.body, message.channel.fields);
  }

  function replyPayload(message, reading, channel, isAnswer) {
    const framing = channel.framing;
    const spot = isAnswer ? framing.reply.payload : framing.reply.payload || framing.payload;
    if (spot && !isWhole(spot)) {
      const found = find(spot, reading.body);
      return found === undefined ? null : found.value;
    }
    return isAnswer ? reading.body : without(reading.body, channel.fields.concat(countFields(message)));
  }

  function hasMore(message, body, failed) {
    if (failed) return false;
    if (message.count.many) return true;
    if (message.count.until) return !message.count.until.holds(body);
    if (message.count.while) return message.count.while.holds(body);
    return false;
  }

  // MARK: Building

  class BridgeError extends Error {
    constructor(text, issues) {
      super(text);
      this.name = "BridgeError";
      this.issues = issues || [];
      this.causes = this.issues.filter((one) => one.severity === "error").map((one) => one.cause);
    }
  }

  const refuse = (issues, what) => {
    const errors = issues.filter((one) => one.severity === "error");
    if (errors.length > 0) {
      throw new BridgeError(what + ": " + errors.map((one) => one.cause + " at " + (one.at || "the body")).join(", "), issues);
    }
  };

  /** Puts a value at a path, with the objects on the way. */
  function setAt(body, path, value) {
    if (path.length === 0) return value;
    let parent = body;
    for (let i = 0; i < path.length - 1; i += 1) {
      let next = at([path[i]], parent);
      if (next === undefined) {
        next = {};
        setOne(parent, path[i], next);
      }
      parent = next;
    }
    setOne(parent, path[path.length - 1], value);
    return body;
  }

  function setOne(parent, key, value) {
    if (Array.isArray(parent)) {
      if (Number(key) > parent.length) throw new BridgeError("the example has no place for " + key);
      parent[Number(key)] = value;
    } else if (isObject(parent)) put(parent, key, value);
    else throw new BridgeError("the example has no place for " + key);
  }

  function setPlace(body, spot, value) {
    const there = spot.pointers.filter((path) => at(path, body) !== undefined);
    if (there.length > 1) throw new BridgeError("a joined place cannot be filled");
    const path = there[0] || spot.pointers[0];
    if (!spot.match) return setAt(body, path, value);
    const text = at(path, body);
    const word = typeof value === "string" ? value : JSON.stringify(value);
    const taken = typeof text === "string" ? new RegExp(spot.match.source, "du").exec(text) : null;
    let range = taken && taken.indices ? taken.indices[1] : undefined;
    if (!range && taken && taken[1] !== undefined) {
      const start = taken.index + taken[0].indexOf(taken[1]);
      range = [start, start + taken[1].length];
    }
    if (!range) throw new BridgeError("the example has no place for the id");
    const changed = text.slice(0, range[0]) + word + text.slice(range[1]);
    const again = spot.match.exec(changed);
    if (!again || again[1] !== word) throw new BridgeError("the pattern of the place takes no such text");
    return setAt(body, path, changed);
  }

  function removePlace(body, spot) {
    for (const path of spot.pointers) {
      const value = at(path, body);
      if (value === undefined || value === null) continue;
      const parent = at(path.slice(0, -1), body);
      if (isObject(parent)) delete parent[path[path.length - 1]];
    }
  }

  function wrap(body, decoding) {
    let value = at(decoding.path, body);
    if (value === undefined) return body;
    let isText = false;
    for (const step of decoding.steps.slice().reverse()) {
      if (step === "text") continue;
      if (step === "json") value = JSON.stringify(value);
      else value = step === "percent" ? encodeURIComponent(value) : encodeBase64(value);
      isText = true;
    }
    return isText ? setAt(body, decoding.path, value) : body;
  }

  /** A body made from an example: payload, id and framing fields at their places. */
  function build(example, channel, parts) {
    let body = copy(example);
    const framing = channel.framing;
    const ownDone = [];
    const innerDone = [];
    body = copy(decode(body, framing.own, ownDone).body);
    const isBatch = framing.batch && Array.isArray(body);
    if (isBatch) body = body[0];
    body = copy(decode(body, framing.inner, innerDone).body);
    if (parts.path !== undefined && channel.bodyIsCall) setAt(body, ["fn"], parts.path);
    const spot = parts.payloadPlace && !isWhole(parts.payloadPlace) ? parts.payloadPlace : undefined;
    // Before the id, which may lie in it.
    if (parts.payload !== undefined && spot) body = setPlace(body, spot, copy(parts.payload));
    if (parts.idPlace) {
      if (parts.id === undefined) removePlace(body, parts.idPlace);
      else body = setPlace(body, parts.idPlace, parts.id);
    }
    for (const field of parts.fields || []) body = setAt(body, field.path, field.value);
    if (parts.payload !== undefined && !spot) body = merged(copy(parts.payload), body, parts.framing);
    for (const decoding of innerDone.reverse()) body = wrap(body, decoding);
    if (isBatch) body = [body];
    for (const decoding of ownDone.reverse()) body = wrap(body, decoding);
    return body;
  }

  function merged(payload, example, fields) {
    if (!isObject(payload) || !isObject(example)) return payload;
    let out = {};
    for (const path of fields) {
      const value = at(path, example);
      if (value === undefined || at(path, payload) !== undefined) continue;
      if (path.length === 1) put(out, path[0], value);
    }
    for (const key of Object.keys(payload)) put(out, key, payload[key]);
    for (const path of fields) {
      const value = at(path, example);
      if (value === undefined || at(path, out) !== undefined) continue;
      // An array on the way is taken whole: its elements have their places in it.
      let end = 1;
      while (at(path.slice(0, end), out) !== undefined) end += 1;
      const start = path.slice(0, end);
      out = Array.isArray(at(start, example)) ? setAt(out, start, at(start, example)) : setAt(out, path, value);
    }
    return out;
  }

  const goodExamples = (message) => (message.source.examples || []).filter((one) => one.fails === undefined);

  function exampleBody(example, channel) {
    if (!calling[channel.via] || channel.bodyIsCall || !isObject(example) || typeof example.fn !== "string") {
      return { body: example, path: channel.call };
    }
    const path = normalised(example.fn);
    if (!calls(channel, path) || !Array.isArray(example.args) || example.args.length === 0) {
      return { body: example, path: channel.call };
    }
    return { body: example.args[0], path };
  }

  const hasPlace = (spot, path) => spot !== undefined && spot.pointers.some((one) => pointerText(one) === pointerText(path));

  /** The wire body of a message. Throws `BridgeError` where the contract refuses it. */
  function encode(name, payload, options) {
    const message = named(name);
    const { id, fields, path } = options || {};
    const channel = message.channel;
    const example = goodExamples(message)[0];
    if (!example) throw new BridgeError(name + " has no good example to build a body from");
    const idPlace = message.id === "none" ? undefined : channel.framing.id;
    if (message.id === "required" && idPlace && id === undefined) throw new BridgeError(name + " needs an id");
    const start = exampleBody(example.body, channel);
    const body = build(start.body, channel, {
      payloadPlace: isNameless(message) ? undefined : channel.framing.payload, payload, idPlace, id, fields, path,
      framing: channel.fields.filter((one) => !hasPlace(channel.framing.payload, one)),
    });
    const reading = readings(body, channel)[0];
    if (reading.failure) refuse([reading.failure], name);
    if (reading.isReply || reading.message !== message) throw new BridgeError("this body would not be read as " + name);
    refuse(judgeMessage(reading), name);
    return { body, channel, message, path: path !== undefined ? path : start.path };
  }

  function named(name) {
    if (!has(messages, name)) throw new BridgeError("the contract has no message " + name);
    return messages[name];
  }

  function replyChannels(message) {
    return message.replyOn === undefined
      ? members(channels).map((key) => channels[key]).filter((one) => one.from !== message.channel.from)
      : [channels[message.replyOn]];
  }

  /** The example of a good reply, or of one with an error, and its channel. */
  function replyExample(message, error) {
    for (const example of goodExamples(message)) {
      if (example.reply === undefined) continue;
      const isAnswer = message.replyOn === "return";
      const candidates = isAnswer ? [message.channel] : replyChannels(message);
      for (const channel of candidates) {
        const reading = readings(example.reply, channel, isAnswer)[0];
        if (!reading.isReply) continue;
        const request = readings(example.body, message.channel)[0];
        const byId = errorById(request, reading, message);
        const result = judgeReply(message, reading, channel, isAnswer, byId);
        if (isError(result.issues)) continue;
        if (error === undefined ? !result.isError : result.error === error) {
          return { body: example.reply, channel, request: example.body, reading, isAnswer };
        }
        break;
      }
    }
    return undefined;
  }

  const sameId = (a, b) =>
    a !== undefined && b !== undefined &&
    (equal(a, b) || (typeof a !== typeof b && String(a) === String(b)));

  function errorById(request, reading, message) {
    if (!message.channel.framing.errorId || !isSomething(request.errorId) || !isSomething(reading.id)) return undefined;
    const key = reading.id.isText ? numberOrText(reading.id.value) : reading.id.value;
    return equal(request.errorId.value, key) || equal(request.errorId.value, reading.id.value);
  }

  /** The wire body of a reply. Throws `BridgeError` where the contract refuses it. */
  function encodeReply(name, payload, options) {
    const message = named(name);
    const { id, error, fields } = options || {};
    if (!message.reply) throw new BridgeError(name + " has no reply");
    const found = replyExample(message, error);
    if (!found) throw new BridgeError(name + " has no example of " + (error === undefined ? "a good reply" : "the error " + error));
    const { channel, isAnswer } = found;
    const framing = channel.framing;
    const start = isAnswer ? { body: found.body } : exampleBody(found.body, channel);
    let idPlace = isAnswer ? undefined : framing.reply.id || framing.id;
    if (id === undefined && idPlace) {
      if (isSomething(found.reading.id)) throw new BridgeError("the reply to " + name + " needs an id");
      idPlace = undefined;
    }
    let spot = isAnswer ? framing.reply.payload : framing.reply.payload || framing.payload;
    if (error !== undefined) spot = framing.reply.error || spot;
    const own = isAnswer ? [] : channel.fields.concat(countFields(message));
    const body = build(start.body, channel, {
      payloadPlace: spot, payload, idPlace, id, fields, framing: own.filter((one) => !hasPlace(spot, one)),
    });
    const reading = readings(body, channel, isAnswer)[0];
    if (reading.failure) refuse([reading.failure], name);
    const isErrorById = message.channel.framing.errorId ? error !== undefined : undefined;
    refuse(judgeReply(message, reading, channel, isAnswer, isErrorById).issues, "the reply to " + name);
    return { body, channel, message, path: start.path, isAnswer };
  }

  /** A value for which a test holds, or does not. */
  function valueFor(one, holds) {
    const source = one.source;
    const good = has(source, "is") ? [source.is] : has(source, "in") ? source.in : [true];
    if (holds) return good[0];
    return [false, true, 0, 1, null].find((value) =>
      typeOf(value) === typeOf(good[0]) && !good.some((other) => equal(other, value))) ?? null;
  }

  function streamFields(message, part, isLast) {
    const out = [];
    if (message.sequence) out.push({ path: message.sequence.pointers[0], value: part });
    if (message.count.until) out.push({ path: message.count.until.path, value: valueFor(message.count.until, isLast) });
    if (message.count.while) out.push({ path: message.count.while.path, value: valueFor(message.count.while, !isLast) });
    return out;
  }

