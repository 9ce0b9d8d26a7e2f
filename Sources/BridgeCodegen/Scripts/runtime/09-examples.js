  // MARK: Examples

  /** Judges an example as the contract's own check does: body and reply. */
  function judgeExample(name, example) {
    const message = named(name);
    const out = [];
    let opened;
    for (const reading of readings(example.body, message.channel)) {
      const prefix = reading.batchIndex === undefined ? "" : "/" + reading.batchIndex;
      const issues = reading.failure ? [reading.failure] : reading.message ? judgeMessage(reading) : [];
      issues.forEach((one) => out.push({ ...one, at: prefix + one.at }));
      if (!opened || reading.message === message) opened = reading;
    }
    if (example.reply === undefined) return out;
    const isAnswer = message.replyOn === "return";
    if (isAnswer) {
      const reading = readings(example.reply, message.channel, true)[0];
      if (reading.failure) return [...out, reading.failure];
      return [...out, ...judgeReply(message, reading, message.channel, true).issues];
    }
    const candidates = replyChannels(message);
    const channel = candidates.find((one) => {
      const reading = readings(example.reply, one)[0];
      return reading.isReply || reading.failure;
    }) || candidates[0];
    for (const reading of readings(example.reply, channel)) {
      const prefix = reading.batchIndex === undefined ? "" : "/" + reading.batchIndex;
      const add = (issues) => issues.forEach((one) => out.push({ ...one, at: prefix + one.at }));
      if (reading.failure) {
        add([reading.failure]);
        continue;
      }
      if (!reading.isReply) {
        add(judgeMessage(reading));
        continue;
      }
      const spot = channel.framing.reply.id || channel.framing.id;
      if (spot && !fits(spot, reading.body)) {
        add([issue("not-an-object", "")]);
        continue;
      }
      if (opened && message.id !== "none" && !replyMatches(opened, reading)) {
        add([issue("reply-unknown-id", spot ? spot.first : "")]);
        continue;
      }
      if (isMismatch(message, reading)) {
        add([issue("reply-mismatch", channel.framing.kind ? channel.framing.kind.first : "")]);
        continue;
      }
      const result = judgeReply(message, reading, channel, false, errorById(opened || {}, reading, message));
      add(result.issues);
      if (message.sequence && !result.isError) {
        const found = find(message.sequence, reading.body);
        if (found === undefined) add([issue("sequence-gap", message.sequence.first)]);
      }
    }
    return out;
  }

  function isMismatch(message, reading) {
    return message.reply.kind !== undefined && (reading.kind === undefined || !equal(reading.kind.value, message.reply.kind));
  }

  function replyMatches(request, reading) {
    if (!isSomething(reading.id)) return false;
    const values = reading.id.isText ? [numberOrText(reading.id.value), reading.id.value] : [reading.id.value];
    return [request.id, request.errorId].some((one) => isSomething(one) && values.some((value) => equal(idValue(one, request), value)));
  }

  function idValue(found, reading) {
    const type = reading.message ? reading.message.channel.framing.ids.type : "any";
    return found.isText && type === "integer" ? numberOrText(found.value) : found.value;
  }

