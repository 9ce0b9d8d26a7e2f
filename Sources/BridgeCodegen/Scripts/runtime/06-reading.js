  // MARK: Reading

  function normalised(path) {
    if (!path.startsWith("window")) return path;
    if (path[6] === ".") return path.slice(7);
    const match = /^window\[(["'])(.*?)\1\](.*)$/s.exec(path);
    return match ? match[2] + match[3] : path;
  }

  function calls(channel, path) {
    if (channel.call !== undefined) return channel.call === path;
    return channel.callPattern !== undefined && channel.callPattern.test(path);
  }

  function called(recorded, channel) {
    if (!calling[channel.via] || !isObject(recorded) || typeof recorded.fn !== "string") return recorded;
    const path = normalised(recorded.fn);
    if (channel.bodyIsCall) return path === recorded.fn ? recorded : replaced(recorded, ["fn"], path);
    if (!calls(channel, path) || !Array.isArray(recorded.args)) return recorded;
    return recorded.args.length > 0 ? recorded.args[0] : null;
  }

  /** The bodies in one recorded body, with what each says of itself. */
  function readings(recorded, channel, isAnswer) {
    const framing = channel.framing;
    const start = isAnswer ? recorded : called(recorded, channel);
    const own = decode(start, framing.own);
    if (own.failure !== undefined) return [{ body: own.body, failure: issue("wrong-encoding", own.failure) }];
    const isBatch = framing.batch && !isAnswer && Array.isArray(own.body);
    const bodies = isBatch ? own.body : [own.body];
    return bodies.map((item, index) => {
      const inner = decode(item, framing.inner);
      const reading = { body: inner.body, batchIndex: isBatch ? index : undefined };
      if (inner.failure !== undefined) reading.failure = issue("wrong-encoding", inner.failure);
      else read(reading, channel, isAnswer);
      return reading;
    });
  }

  function kindOf(body, channel) {
    const spot = channel.framing.kind;
    return spot && fits(spot, body) ? find(spot, body) : undefined;
  }

  function isReply(body, kind, channel) {
    const framing = channel.framing;
    if (framing.reply.when === "always") return true;
    if (framing.reply.when) return framing.reply.when.holds(body);
    if (channel.answered.length === 0) return false;
    if (kind !== undefined) {
      return channel.answered.some((one) => one.reply.kind !== undefined && equal(one.reply.kind, kind.value));
    }
    const spot = framing.reply.id || framing.id;
    return spot !== undefined && isSomething(find(spot, body));
  }

  function read(reading, channel, isAnswer) {
    const framing = channel.framing;
    reading.kind = kindOf(reading.body, channel);
    reading.isReply = Boolean(isAnswer) || isReply(reading.body, reading.kind, channel);
    const spot = reading.isReply ? framing.reply.id || framing.id : framing.id;
    reading.id = spot ? find(spot, reading.body) : undefined;
    if (reading.isReply) return;
    reading.errorId = framing.errorId ? find(framing.errorId, reading.body) : undefined;
    findMessage(reading, channel);
  }

  function findMessage(reading, channel) {
    const framing = channel.framing;
    let candidates;
    if (framing.kind && reading.kind !== undefined) {
      candidates = channel.messages.filter((one) => one.kind !== undefined && equal(one.kind, reading.kind.value));
      if (candidates.length === 0) {
        reading.failure = issue("unknown-kind", framing.kind.first, channel.unknownKinds === "fail" ? "error" : "warning");
        return;
      }
    } else {
      candidates = channel.messages.filter((one) => one.kind === undefined);
      if (candidates.length === 0) {
        if (!framing.kind) reading.failure = issue("unknown-kind", "", channel.unknownKinds === "fail" ? "error" : "warning");
        else if (!fits(framing.kind, reading.body)) reading.failure = issue("not-an-object", "");
        else reading.failure = issue("kind-missing", framing.kind.first);
        return;
      }
      if (!framing.kind) {
        const needed = [framing.payload];
        if (candidates.every((one) => one.version !== undefined)) needed.push(framing.version);
        if (candidates.every((one) => one.id === "required")) needed.push(framing.id);
        if (needed.some((spot) => spot && !fits(spot, reading.body))) {
          reading.failure = issue("not-an-object", "");
          return;
        }
      }
    }
    pickVersion(reading, candidates, framing);
  }

  function pickVersion(reading, candidates, framing) {
    const free = candidates.find((one) => one.version === undefined);
    const wanted = candidates.filter((one) => one.version !== undefined);
    if (wanted.length === 0 || !framing.version) {
      reading.message = free || candidates[0];
      return;
    }
    const found = find(framing.version, reading.body);
    reading.message = wanted.find((one) => found !== undefined && equal(one.version, found.value)) || free;
    if (reading.message) return;
    const where = framing.version.first;
    if (found === undefined) reading.failure = issue("version-missing", where);
    else if (wanted.some((one) => typeOf(one.version) === typeOf(found.value))) {
      reading.failure = issue("version-unsupported", where);
    } else reading.failure = issue("version-type", where);
  }

