  // MARK: Peers

  /** A text turned on like the wheels of a counter, digits and letters each in their kind. */
  function turned(text, number) {
    let left = number;
    const letters = text.split("");
    for (let i = letters.length - 1; i >= 0 && left > 0; i -= 1) {
      const wheel = ["0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"]
        .find((one) => one.includes(letters[i]));
      if (!wheel) continue;
      const value = wheel.indexOf(letters[i]) + left;
      letters[i] = wheel[value % wheel.length];
      left = Math.floor(value / wheel.length);
    }
    return letters.join("");
  }

  /** A declared error of the contract: thrown by handlers, and what requests are rejected with. */
  class Declined extends Error {
    constructor(error, payload) {
      super("declined: " + error);
      this.name = "Declined";
      this.error = error;
      this.payload = payload;
    }
  }

  const milliseconds = (within) => {
    const match = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)$/.exec(within || "");
    return match ? Number(match[1]) * { ms: 1, s: 1000, m: 60000, h: 3600000 }[match[2]] : undefined;
  };

  /**
   * One side of the bridge. `side` is "web" or "native"; `options`: `transport`, `onFinding(issue,
   * about)`, `onLine(line)`, `timeout` in milliseconds, `nextId()`.
   */
  function connect(side, given) {
    const options = given || {};
    const other = side === "web" ? "native" : "web";
    const transport = options.transport || (side === "web" ? pageTransport() : nativeTransport());
    const handlers = new Map();
    let waiting = [];
    /** Requests that are over, the last ones: what is said of them comes too late or twice. */
    const settled = [];
    let lastId = 0;
    let lastCall = 0;

    const direction = (from) => (from === "web" ? "webToNative" : "nativeToWeb");
    const line = (from, more) => options.onLine && options.onLine({ t: Date.now(), direction: direction(from), ...more });
    const report = (issues, about) => issues.forEach((one) => options.onFinding && options.onFinding(one, about));

    function say(encoded, call) {
      const { channel } = encoded;
      const isCall = calling[channel.via] && !channel.bodyIsCall && channel.callPattern;
      const path = isCall && encoded.path === undefined ? defaultPath(channel) : encoded.path;
      const body = isCall ? { fn: path, args: [encoded.body] } : encoded.body;
      line(side, { channel: channel.key, ...(call === undefined ? {} : { call }), body });
      return transport.deliver({ ...encoded, path });
    }

    function nextId(message) {
      if (options.nextId) return options.nextId();
      lastId += 1;
      const rules = message.channel.framing.ids;
      if (rules.type === "integer") return lastId;
      const example = goodExamples(message)[0];
      const reading = example ? readings(example.body, message.channel)[0] : {};
      const like = isSomething(reading.id) ? String(reading.id.value) : "1";
      const width = /[0-9]+(?=[^0-9]*$)/.exec(like);
      let word = String(lastId);
      if (width && width[0].startsWith("0")) word = word.padStart(width[0].length, "0");
      const counted = width ? like.replace(/[0-9]+(?=[^0-9]*$)/, word) : like + word;
      const candidates = [counted, turned(like, lastId), String(lastId), "n" + lastId, String(lastId).padStart(32, "0")];
      return candidates.find((one) => !rules.pattern || rules.pattern.test(one)) || counted;
    }

    /** Sends a message that nobody answers. */
    function send(name, payload, more) {
      say(encode(name, payload, more));
    }

    /** Sends a request. Parts of a stream go to `onPart`; the promise has the last one. */
    function request(name, payload, more) {
      const settings = more || {};
      const message = named(name);
      return new Promise((resolve, reject) => {
        const framing = message.channel.framing;
        const needsId = message.id !== "none" && framing.id !== undefined;
        const id = settings.id !== undefined ? settings.id : needsId ? nextId(message) : undefined;
        const errorId = needsId && framing.errorId ? nextId(message) : undefined;
        const fields = errorId === undefined ? [] : [{ path: framing.errorId.pointers[0], value: errorId }];
        const encoded = encode(name, payload, { id, fields, path: settings.path });
        for (const open of [id, errorId]) {
          if (open === undefined || !waiting.some((other) => isFor(other, [open]))) continue;
          throw new BridgeError(name + ": the id is that of an open request", [issue("id-reused", framing.id.first)]);
        }
        const one = { message, id, errorId, resolve, reject, onPart: settings.onPart, undo: [], isOver: false };
        const limit = settings.timeout !== undefined ? settings.timeout
          : options.timeout !== undefined ? options.timeout : milliseconds(message.reply && message.reply.within);
        if (limit !== undefined && limit !== Infinity) {
          const timer = setTimeout(() => {
            one.isLate = true;
            finish(one);
            const issues = [issue("reply-missing", "")];
            report(issues, name);
            reject(new BridgeError("no reply to " + name + " within " + limit + " ms", issues));
          }, limit);
          one.undo.push(() => clearTimeout(timer));
        }
        waiting.push(one);
        if (message.replyOn !== "return") {
          try {
            if (transport.expect) one.undo.push(transport.expect(api, one));
            say(encoded);
          } catch (error) {
            // What never left is not waited for.
            finish(one);
            throw error;
          }
          return;
        }
        lastCall += 1;
        const call = side + lastCall;
        const settle = (result) => {
          line(other, { answers: call, body: result === undefined ? null : result });
          settleResult(one, result === undefined ? null : result);
        };
        try {
          const result = say(encoded, call);
          if (result && typeof result.then === "function") {
            result.then(settle, (error) => {
              if (one.isOver) return;
              finish(one);
              const text = String((error && error.message) || error);
              line(other, { answers: call, error: text });
              const which = errorOf(message, text, { reply: {} }, text);
              reject(which.error ? new Declined(which.error.name, text) : new BridgeError(text, [issue("reply-undeclared-error", "")]));
            });
          } else settle(result);
        } catch (error) {
          finish(one);
          reject(error);
        }
      });
    }

    const isFor = (one, values) =>
      [one.id, one.errorId].some((id) => id !== undefined && values.some((value) => equal(id, value)));

    function finish(one) {
      if (one.isOver) return;
      one.isOver = true;
      if (one.id !== undefined) settled.push({ id: one.id, errorId: one.errorId, message: one.message, isLate: one.isLate });
      if (settled.length > 1024) settled.shift();
      waiting = waiting.filter((other) => other !== one);
      one.undo.forEach((undo) => undo && undo());
      one.undo = [];
    }

    function settleResult(one, result) {
      const channel = one.message.channel;
      if (one.isOver) {
        report([issue("reply-late", "")], one.message.name);
        return;
      }
      const reading = readings(result, channel, true)[0];
      finish(one);
      if (reading.failure) {
        report([reading.failure], one.message.name);
        one.reject(new BridgeError("the answer to " + one.message.name + " is refused", [reading.failure]));
        return;
      }
      conclude(one, reading, channel, judgeReply(one.message, reading, channel, true), false);
    }

    function conclude(one, reading, channel, result, more) {
      report(result.issues, one.message.name);
      if (isError(result.issues)) {
        finish(one);
        one.reject(new BridgeError("the reply to " + one.message.name + " is refused", result.issues));
      } else if (result.isError) {
        finish(one);
        one.reject(new Declined(result.error, result.payload));
      } else {
        if (one.onPart) one.onPart(result.payload, more);
        if (more) return;
        finish(one);
        one.resolve(result.payload);
      }
    }

    function takeReply(reading, channel) {
      const spot = channel.framing.reply.id || channel.framing.id;
      let one;
      if (isSomething(reading.id)) {
        const values = reading.id.isText ? [numberOrText(reading.id.value), reading.id.value] : [reading.id.value];
        one = waiting.find((entry) => isFor(entry, values));
        const before = one ? undefined : settled.slice().reverse().find((entry) => isFor(entry, values));
        if (before) {
          const cause = before.isLate ? "reply-late" : before.message.isStream ? "item-after-end" : "reply-duplicate";
          report([issue(cause, spot ? spot.first : "")], before.message.name);
          return;
        }
      }
      if (!one) {
        one = waiting.find((entry) => entry.id === undefined && entry.message.replyOn !== "return" &&
          !isMismatch(entry.message, reading));
      }
      if (!one) {
        report([issue("reply-unknown-id", spot ? spot.first : "")], undefined);
        return;
      }
      if (isMismatch(one.message, reading)) {
        report([issue("reply-mismatch", channel.framing.kind ? channel.framing.kind.first : "")], one.message.name);
        return;
      }
      let byId;
      if (one.errorId !== undefined && isSomething(reading.id)) byId = sameId(reading.id.value, one.errorId);
      const result = judgeReply(one.message, reading, channel, false, byId);
      conclude(one, reading, channel, result, hasMore(one.message, reading.body, result.isError));
    }

    /** Says what is done when a message comes. Returns a function that undoes it. */
    function on(name, handler) {
      named(name);
      handlers.set(name, handler);
      return () => handlers.get(name) === handler && handlers.delete(name);
    }

    function answerer(reading, settleCall) {
      const message = reading.message;
      const id = isSomething(reading.id) ? idValue(reading.id, reading) : undefined;
      const errorId = isSomething(reading.errorId) ? idValue(reading.errorId, reading) : undefined;
      let part = 0;
      let isDone = false;
      const answer = (payload, error, isLast) => {
        if (isDone) throw new BridgeError("the request was answered already");
        part += 1;
        const encoded = encodeReply(message.name, payload, {
          id: error !== undefined && errorId !== undefined ? errorId : id, error,
          fields: streamFields(message, part, isLast),
        });
        if (isLast && !message.count.many) isDone = true;
        if (encoded.isAnswer) settleCall(encoded.body);
        else say(encoded);
      };
      const isMute = !message.reply || (message.id !== "none" && id === undefined && message.replyOn !== "return") ||
        (id !== undefined && message.channel.framing.ids.noReply.some((one) => equal(one, id)));
      return {
        get isDone() { return isDone; },
        isMute,
        reply: (payload) => !isMute && answer(payload, undefined, true),
        part: (payload) => !isMute && answer(payload, undefined, false),
        fail: (error, payload) => !isMute && answer(payload, error, true),
      };
    }

    function dispatch(reading, call) {
      const message = reading.message;
      const issues = judgeMessage(reading);
      report(issues, message.name);
      if (isError(issues)) return undefined;
      const handler = handlers.get(message.name);
      if (options.onMessage) options.onMessage(message.name, messagePayload(reading));
      if (!handler) return undefined;
      let resolveCall;
      let direct;
      const settleCall = (body) => {
        direct = { body };
        line(side, { answers: call, body });
        if (resolveCall) resolveCall(body);
      };
      const answer = answerer(reading, settleCall);
      const decline = (error) => {
        if (!(error instanceof Declined)) throw error;
        answer.fail(error.error, error.payload);
      };
      const finishWith = (value) => {
        if (value !== undefined && !answer.isDone && message.reply) answer.reply(value);
      };
      try {
        const value = handler(messagePayload(reading), answer);
        if (value && typeof value.then === "function") {
          value.then(finishWith).catch((error) => {
            try {
              decline(error);
            } catch (wrong) {
              report([{ ...issue("web-rejected", ""), text: String(wrong && wrong.message) }], message.name);
            }
          });
        } else finishWith(value);
      } catch (error) {
        decline(error);
      }
      if (message.replyOn !== "return") return undefined;
      if (direct) return direct.body;
      return new Promise((resolve) => {
        resolveCall = resolve;
      });
    }

    /** Takes what the other side said on a channel. */
    function receive(key, recorded) {
      const channel = channels[key];
      const list = readings(recorded, channel);
      const asks = list.find((one) => one.message && one.message.replyOn === "return");
      let call;
      if (asks) {
        lastCall += 1;
        call = other + lastCall;
      }
      line(other, { channel: key, ...(call === undefined ? {} : { call }), body: recorded === undefined ? null : recorded });
      let result;
      for (const reading of list) {
        if (reading.failure) report([reading.failure], undefined);
        else if (reading.isReply) takeReply(reading, channel);
        else if (reading.message) {
          const answer = dispatch(reading, call);
          if (answer !== undefined) result = answer;
        }
      }
      return result;
    }

    /** Gives everything up: nothing is heard any more, open requests are rejected. */
    function close() {
      if (stop) stop();
      waiting.slice().forEach((one) => {
        finish(one);
        one.reject(new BridgeError("the bridge was closed"));
      });
      handlers.clear();
    }

    const api = { send, request, on, receive, close, side };
    const stop = transport.listen ? transport.listen(api) : undefined;
    return api;
  }

