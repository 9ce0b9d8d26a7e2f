  return {
    contract, channels, messages, BridgeError, Declined, connect, encode, encodeReply, judgeExample,
    canonical, goodExamples, declaredErrors,
    /** What is wrong with a body that a side says on a channel. */
    judge(key, body) {
      const channel = channels[key];
      if (!channel) throw new BridgeError("the contract has no channel " + key);
      return readings(body, channel).flatMap((reading) => {
        const issues = reading.failure ? [reading.failure] : reading.message ? judgeMessage(reading) : [];
        const prefix = reading.batchIndex === undefined ? "" : "/" + reading.batchIndex;
        return issues.map(({ cause, at: pointer, severity }) => ({ cause, at: prefix + pointer, severity }));
      });
    },
    /** The messages in a body, with their payloads: what `judge` finds no error in. */
    decode(key, body) {
      return readings(body, channels[key]).flatMap((reading) => {
        if (reading.failure || !reading.message || isError(judgeMessage(reading))) return [];
        return [{ name: reading.message.name, payload: messagePayload(reading), id: isSomething(reading.id) ? idValue(reading.id, reading) : undefined }];
      });
    },
    /** What a reply carries, as the request's own side reads it. */
    decodeReply(name, request, body, isAnswer) {
      const message = named(name);
      if (message.replyOn === "return") {
        const reading = readings(body, message.channel, true)[0];
        if (reading.failure) throw new BridgeError("refused", [reading.failure]);
        const result = judgeReply(message, reading, message.channel, true);
        refuse(result.issues, name);
        return { error: result.error, payload: result.payload };
      }
      const opened = readings(request, message.channel)[0];
      const channel = replyChannels(message).find((one) => readings(body, one)[0].isReply) || replyChannels(message)[0];
      const reading = readings(body, channel)[0];
      if (reading.failure) throw new BridgeError("refused", [reading.failure]);
      const result = judgeReply(message, reading, channel, Boolean(isAnswer), errorById(opened, reading, message));
      refuse(result.issues, name);
      return { error: result.error, payload: result.payload };
    },
  };
}
