  // MARK: Judging

  function surrogates(value, pointer, out) {
    if (typeof value === "string") {
      if (hasLoneSurrogate(value)) out.push(issue("lone-surrogate", pointer));
    } else if (typeof value === "object" && value !== null) {
      for (const key of Object.keys(value)) {
        if (!Array.isArray(value) && hasLoneSurrogate(key)) out.push(issue("lone-surrogate", pointer + "/" + escaped(key)));
        surrogates(value[key], pointer + "/" + escaped(key), out);
      }
    }
    return out;
  }

  const leadsTo = (pointer, fields) =>
    fields.some((path) => {
      const text = pointerText(path);
      return text === pointer || text.startsWith(pointer + "/");
    });

  /** The whole body without its framing fields, and without objects that held nothing else. */
  function without(body, fields) {
    if (!isObject(body)) return body;
    const walk = (value, paths) => {
      if (!isObject(value) || paths.length === 0) return { value, isEmptied: false };
      const out = {};
      let lost = false;
      for (const key of Object.keys(value)) {
        const own = paths.filter((path) => path[0] === key);
        if (own.some((path) => path.length === 1)) {
          lost = true;
          continue;
        }
        const inner = walk(value[key], own.map((path) => path.slice(1)));
        if (inner.isEmptied) lost = true;
        else put(out, key, inner.value);
      }
      return { value: out, isEmptied: lost && Object.keys(out).length === 0 };
    };
    return walk(body, fields).value;
  }

  function newTop(body, fields) {
    return { body, fields, isOpen: !isObject(body), unmentioned: undefined };
  }

  function noteTop(top, result) {
    if (result.says) top.isOpen = true;
    if (!isObject(top.body)) return;
    const keys = Object.keys(top.body).filter((key) => !result.keys.has(key));
    top.unmentioned = top.unmentioned ? top.unmentioned.filter((key) => keys.includes(key)) : keys;
  }

  function severityOf(one, unknownFields) {
    if (!one.isSoft || one.cause !== "unknown-field") return one;
    return { ...one, severity: unknownFields === "reject" ? "error" : "warning" };
  }

  function clean(issues, unknownFields, fields) {
    return issues
      .filter((one) => !(one.isSoft && one.cause === "unknown-field" && (unknownFields === "allow" || leadsTo(one.at, fields))))
      .map((one) => severityOf(one, unknownFields));
  }

  function unknownAtTop(top, unknownFields) {
    if (top.isOpen || unknownFields === "allow") return [];
    const keys = top.unmentioned || Object.keys(top.body);
    return keys
      .filter((key) => !top.fields.some((path) => path[0] === key))
      .map((key) => issue("unknown-field", "/" + escaped(key), unknownFields === "reject" ? "error" : "warning"));
  }

  function judgeEnvelope(body, channel, unknownFields, top) {
    if (channel.framing.envelope === undefined) return [];
    const result = apply(channel.framing.envelope, body, "", 0);
    noteTop(top, result);
    return clean(result.issues, unknownFields, channel.fields);
  }

  function judgeAt(spot, schema, body, message, channel) {
    const found = find(spot, body);
    const result = judgeValue(schema, found === undefined ? null : found.value, spot.first, 0);
    return clean(result.issues, message.unknownFields, channel.fields);
  }

  function judgeWhole(schema, body, message, fields, isEitherWay, top) {
    const rest = without(body, fields);
    let result = apply(schema, isEitherWay ? body : rest, "", 0);
    if (isEitherWay && !isValid(result)) {
      const other = apply(schema, rest, "", 0);
      if (isValid(other)) result = other;
    }
    noteTop(top, result);
    return clean(result.issues, message.unknownFields, []);
  }

  const isNameless = (message) => message.kind === undefined && message.channel.framing.kind !== undefined;

  function idIssues(reading, message) {
    const framing = message.channel.framing;
    if (message.id === "none" || !framing.id) return [];
    if (!isSomething(reading.id)) {
      return message.id === "required" ? [issue("id-missing", framing.id.first)] : [];
    }
    if (framing.ids.noReply.some((one) => equal(one, reading.id.value))) return [];
    const out = [];
    const check = (found, spot) => {
      const value = found.value;
      let isRight;
      if (found.isText) {
        isRight = (framing.ids.type !== "integer" || numberText.test(value)) &&
          (!framing.ids.pattern || framing.ids.pattern.test(value));
      } else {
        isRight = framing.ids.type === "any" || (framing.ids.type === "integer"
          ? Number.isInteger(value) : typeof value === "string");
        if (isRight && typeof value === "string" && framing.ids.pattern) isRight = framing.ids.pattern.test(value);
      }
      if (!isRight) out.push(issue("id-invalid", spot.first));
    };
    check(reading.id, framing.id);
    if (framing.errorId && isSomething(reading.errorId)) check(reading.errorId, framing.errorId);
    return out;
  }

  function judgeMessage(reading) {
    const message = reading.message;
    const channel = message.channel;
    const framing = channel.framing;
    const body = reading.body;
    const top = newTop(body, channel.fields);
    const out = idIssues(reading, message);
    surrogates(body, "", out);
    out.push(...judgeEnvelope(body, channel, message.unknownFields, top));
    const schema = message.source.payload;
    if (framing.payload && !isWhole(framing.payload) && !isNameless(message)) {
      out.push(...judgeAt(framing.payload, schema, body, message, channel));
    } else {
      out.push(...judgeWhole(schema, body, message, channel.fields, isNameless(message), top));
    }
    out.push(...unknownAtTop(top, message.unknownFields));
    if (message.isDeprecated) out.push(issue("deprecated", "", "info"));
    return out;
  }

  function isErrorReply(reading, framing, isErrorById) {
    if (isErrorById !== undefined) return isErrorById;
    if (framing.reply.ok) return !framing.reply.ok.holds(reading.body);
    return framing.reply.error !== undefined && isSomething(find(framing.reply.error, reading.body));
  }

  function declaredErrors(message) {
    return (message.reply.errors || []).map((name) => {
      const source = contract.errors[name];
      return { name, code: source.code === undefined ? name : source.code, payload: source.payload };
    });
  }

  /** Which declared error a reply carries; undefined where it is none of them. */
  function errorOf(message, body, framing, value) {
    const declared = declaredErrors(message);
    if (framing.reply.code) {
      const word = find(framing.reply.code, body);
      if (word !== undefined) {
        return { error: declared.find((one) => equal(one.code, word.value)), where: framing.reply.code.first };
      }
    }
    if (declared.length === 0) return { error: undefined, where: framing.reply.code ? framing.reply.code.first : undefined };
    if (declared.length === 1) return { error: declared[0] };
    return { error: declared.find((one) => one.payload === undefined || isValid(judgeValue(one.payload, value, "", 0))) };
  }

  /** Judges a reply to a message: its issues, whether it is an error, what it carries. */
  function judgeReply(message, reading, channel, isAnswer, isErrorById) {
    const framing = channel.framing;
    const body = reading.body;
    const reply = message.reply;
    const spot = isAnswer ? framing.reply.payload : framing.reply.payload || framing.payload;
    const isBody = !spot || isWhole(spot);
    const fields = channel.fields.concat(countFields(message));
    const top = newTop(body, fields);
    const issues = surrogates(body, "", []);
    if (!(isAnswer && isBody)) issues.push(...judgeEnvelope(body, channel, message.unknownFields, top));
    const failed = isErrorReply(reading, framing, isErrorById);
    let error;
    let payload;
    if (failed) {
      const errorSpot = framing.reply.error || spot;
      const isThere = errorSpot && !isWhole(errorSpot);
      const found = isThere ? find(errorSpot, body) : { value: body };
      const value = found === undefined || found.isText ? null : found.value;
      const where = isThere ? errorSpot.first : "";
      if (!isThere) top.isOpen = true;
      const which = errorOf(message, body, framing, value);
      payload = value;
      if (which.error === undefined) {
        issues.push(issue("reply-undeclared-error", which.where === undefined ? where : which.where));
      } else {
        error = which.error.name;
        if (which.error.payload !== undefined) {
          issues.push(...clean(judgeValue(which.error.payload, value, where, 0).issues, message.unknownFields, []));
        }
      }
    } else {
      payload = replyPayload(message, reading, channel, isAnswer);
      if (reply.payload !== undefined) {
        if (!isBody) issues.push(...judgeAt(spot, reply.payload, body, message, channel));
        else issues.push(...judgeWhole(reply.payload, body, message, fields, isAnswer, top));
      } else if (isBody) {
        top.isOpen = true;
      }
    }
    issues.push(...unknownAtTop(top, message.unknownFields));
    return { issues, isError: failed, error, payload };
  }

