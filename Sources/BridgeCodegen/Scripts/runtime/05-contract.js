  // MARK: The contract

  const defaults = { messageHandlerWithReply: true, prompt: true, callAsync: true };
  const calling = { evaluate: true, callAsync: true, poll: true };

  function readFraming(source) {
    const reply = source.reply || {};
    const steps = members(source.decode).map((key) => ({ path: parsePointer(key), steps: source.decode[key] }));
    steps.sort((a, b) => a.path.length - b.path.length);
    const ids = source.ids || {};
    return {
      own: steps.filter((one) => one.path.length === 0),
      inner: steps.filter((one) => one.path.length > 0),
      batch: source.batch === true,
      kind: place(source.kind),
      version: place(source.version),
      id: place(source.id),
      errorId: place(source.errorId),
      payload: place(source.payload),
      envelope: source.envelope,
      ids: {
        type: ids.type || "any",
        pattern: ids.pattern === undefined ? undefined : pattern(ids.pattern),
        noReply: ids.noReply || [],
      },
      reply: {
        when: reply.when === "always" ? "always" : test(reply.when),
        id: place(reply.id),
        payload: place(reply.payload),
        error: place(reply.error),
        code: place(reply.code),
        ok: test(reply.ok),
      },
    };
  }

  function fieldsOf(framing, withCall) {
    const out = [];
    for (const spot of [framing.kind, framing.version, framing.id, framing.errorId, framing.payload]) {
      if (spot) out.push(...spot.pointers);
    }
    const reply = framing.reply;
    for (const spot of [reply.id, reply.payload, reply.error, reply.code]) if (spot) out.push(...spot.pointers);
    if (reply.when && reply.when !== "always") out.push(reply.when.path);
    if (reply.ok) out.push(reply.ok.path);
    if (withCall) out.push(["fn"], ["args"]);
    return out.filter((path) => path.length > 0);
  }

  const newest = (a, b) => {
    const [x, y] = [a, b].map((text) => text.split(/[-+]/)[0].split(".").map(Number));
    for (let i = 0; i < 3; i += 1) if (x[i] !== y[i]) return x[i] > y[i];
    return true;
  };

  const channels = {};
  for (const key of members(contract.channels)) {
    const source = contract.channels[key];
    const framing = readFraming(source.framing || contract.framing || {});
    const bodyIsCall = source.body === "call" || source.via === "prompt";
    put(channels, key, {
      key, from: source.from, via: source.via, source, framing, bodyIsCall,
      name: source.name || key,
      call: typeof source.call === "string" ? source.call : undefined,
      callPattern: isObject(source.call) ? pattern(source.call.match) : undefined,
      match: source.match === undefined ? undefined : pattern(source.match),
      unknownKinds: source.unknownKinds || contract.unknownKinds || "fail",
      fields: fieldsOf(framing, bodyIsCall),
      messages: [],
      answered: [],
    });
  }

  const messages = {};
  for (const name of members(contract.messages)) {
    const source = contract.messages[name];
    if (source.removed !== undefined && newest(contract.version, source.removed)) continue;
    const channel = channels[source.on];
    const reply = source.reply;
    const hasKind = source.kind !== undefined ? source.kind !== null : channel.framing.kind !== undefined;
    let replyOn;
    if (reply) {
      replyOn = reply.on;
      if (replyOn === undefined && defaults[channel.via]) replyOn = "return";
    }
    let id = source.id;
    if (id === undefined) {
      if (!reply) id = "optional";
      else id = replyOn === "return" || !channel.framing.id ? "none" : "required";
    }
    if (!channel.framing.id) id = "none";
    const message = {
      name, source, channel, reply, replyOn, id,
      kind: hasKind ? (source.kind === undefined ? name : source.kind) : undefined,
      version: source.version,
      isDeprecated: source.deprecated !== undefined && newest(contract.version, source.deprecated),
      unknownFields: source.unknownFields || contract.unknownFields || "warn",
      count: reply && isObject(reply.count)
        ? { until: test(reply.count.until), while: test(reply.count.while) }
        : reply && reply.count === "many" ? { many: true } : {},
      sequence: reply ? place(reply.sequence) : undefined,
    };
    message.isStream = Boolean(message.count.many || message.count.until || message.count.while);
    put(messages, name, message);
    channel.messages.push(message);
    if (reply && replyOn !== "return") {
      for (const key of members(channels)) {
        const other = channels[key];
        const isIt = replyOn === undefined ? other.from !== channel.from : key === replyOn;
        if (isIt) other.answered.push(message);
      }
    }
  }

  function countFields(message) {
    const out = message.sequence ? message.sequence.pointers.slice() : [];
    if (message.count.until) out.push(message.count.until.path);
    if (message.count.while) out.push(message.count.while.path);
    return out.filter((path) => path.length > 0);
  }

