internal import BridgeJSON

/// The document that plays the page of a live scenario.
enum StagePage {
  /// Where the page puts its questions. Not in a dialog: at each one the engine stops all timers and
  /// starts them again, and those that are due come in another order then.
  static let questions = "app://page/bridge-contract-question"
  /// The handler on which the page tells how long it has something to do.
  static let handler = "bridgeContractStage"
  /// How long a navigation that the page asked for takes to begin, at most, in milliseconds.
  static let leavingTime = 300.0

  /// The document for a program, which is JSON text.
  static func document(playing program: String) -> String {
    // Between script tags no `<` may stand that could end them.
    let safe = program.split(separator: "<", omittingEmptySubsequences: false)
      .joined(separator: "\\u003c")
    return "<!doctype html>\n<html><head><meta charset=\"utf-8\"></head><body><script>\n"
      + "(\(player))(\(safe));\n</script></body></html>"
  }

  private static let player = #"""
    (program => {
      "use strict";
      const { channels, page, speed } = program;
      const documentName = Date.now() + "-" + Math.random();
      const said = [], counts = {}, receivers = {}, heard = {}, queues = {}, kept = [];
      // What native says that the page will make of what it is about to hear, by channel; requests of
      // the page that wait for one reply; ids of native's that were heard.
      const forecasts = {}, waiting = [], heardIDs = new Set();
      channels.forEach((channel, index) => { if (channel.isNative) receivers[index] = true; });

      // What the page has said and heard since it last told goes along with everything that is told,
      // so that native's side, which knows the contract, judges by what this document knows.
      function withWhatWasSaid(body) {
        return JSON.stringify({ document: documentName, said: said.splice(0), ...body });
      }

      // A question, for which the page has to wait. While it waits the engine goes on with what
      // arrives, as it does not in a task of a page: so this is only asked where there is no forecast.
      function ask(question) {
        const request = new XMLHttpRequest();
        request.open("POST", "app://page/bridge-contract-question", false);
        try { request.send(withWhatWasSaid(question)); } catch { return null; }
        return JSON.parse(request.responseText);
      }

      // What needs no answer is told in passing: a page that is being left cannot ask any more.
      function tell(body) {
        window.webkit.messageHandlers.bridgeContractStage.postMessage(body);
      }
      function told(body) { tell(withWhatWasSaid(body)); }

      // How long the page has something to do at most, or -1 where it is about to leave.
      function wait(ms) { tell(ms); }

      // What waits for its time, and who wants to know when nothing does any more.
      let open = 0;
      const resting = [];

      function rest(done) {
        setTimeout(() => { if (open > 0) resting.push(done); else done(1); }, 0);
      }

      function timed(body) {
        open++;
        return () => {
          open--;
          if (open === 0) resting.splice(0).forEach(rest);
          body();
        };
      }

      function react(word, atHand) {
        for (const reaction of page)
          if (reaction.when === word)
            for (const step of reaction.do) perform(step, atHand);
      }

      function perform(step, atHand) {
        switch (step.op) {
          case "send": {
            const count = counts[step.message] || 0;
            counts[step.message] = count + 1;
            const body = step.bodies.length === 1 ? step.bodies[0] : step.bodies[count];
            if (body === undefined)
              return void told({ fail: "\"" + step.message + "\" is sent too often for this engine" });
            if (step.waits)
              waiting.push({ message: step.message, id: step.ids[Math.min(count, step.ids.length - 1)] });
            return say(step.channel, body, step.message);
          }
          case "body":
            waiting.push(...step.waiting);
            return say(step.channel, step.body, null);
          case "answer": return answer(step, atHand);
          case "after": return later(step.wait, () => { for (const s of step.do) perform(s, atHand); });
          case "throw": throw new Error(step.text);
          case "define": receivers[step.channel] = true; return;
          case "undefine": receivers[step.channel] = false; return;
          case "reload": wait(-1); location.reload(); return;
          case "go": wait(-1); location.href = step.url; return;
          case "fail": told({ fail: step.text });
        }
      }

      function later(delay, body) {
        if (delay === "microtask") return queueMicrotask(body);
        if (delay === "frame") {
          wait(50 * speed);
          return requestAnimationFrame(timed(body));
        }
        wait(delay + 30 * speed);
        setTimeout(timed(body), delay / speed);
      }

      function say(index, text, message) {
        const channel = channels[index];
        const value = JSON.parse(text);
        said.push([index, text]);
        const answered = () => react("reply:" + message, null);
        switch (channel.via) {
          case "messageHandler":
          case "messageHandlerWithReply": {
            const handlers = window.webkit && window.webkit.messageHandlers;
            if (!handlers || !handlers[channel.name]) told({ missing: index, text });
            const promise = window.webkit.messageHandlers[channel.name].postMessage(value);
            if (channel.via === "messageHandlerWithReply" && message !== null)
              promise.then(answered, () => {});
            return;
          }
          case "prompt": {
            const result = prompt(...(value.args || []));
            if (result !== null && message !== null) answered();
            return;
          }
          case "navigation":
            wait(-1);
            location.href = String(value);
            return;
          case "poll":
            (queues[index] = queues[index] || []).push(value);
            told({ queued: index });
        }
      }

      function answer(step, atHand) {
        if (!atHand) return void told({ fail: "there is nothing at hand that could be answered" });
        const built = atHand.answers && atHand.answers[step.number] || ask({
          answer: step.word, payload: step.payload, message: atHand.message, id: atHand.id,
        });
        if (built === null) return;
        if (built.channel === null) return atHand.resolve(JSON.parse(built.body));
        say(built.channel, built.body, null);
      }

      function takeWaiting(item) {
        const place = waiting.findIndex(one => one.message === item.reply && one.id === item.id);
        if (place >= 0) waiting.splice(place, 1);
      }

      // Whether what native foretold holds in this document: a reply answers the one request of its
      // id, a message has an id that was not heard.
      function holds(forecast) {
        if (forecast.id === null) return forecast.message !== undefined;
        if (forecast.message !== undefined) return !heardIDs.has(forecast.id);
        const same = waiting.filter(one => one.id === forecast.id);
        return same.length === 1 && same[0].message === forecast.reply;
      }

      // What the contract says of what is heard.
      function judge(index, body) {
        const forecast = (forecasts[index] || []).shift();
        const text = JSON.stringify(body);
        let verdict;
        if (forecast && holds(forecast)) {
          said.push([index, text, 1]);
          verdict = { items: [forecast], awaits: forecast.awaits };
        } else verdict = ask({ hear: index, text });
        for (const item of verdict && verdict.items || []) {
          if (item.reply !== undefined) takeWaiting(item);
          else if (item.id !== null) heardIDs.add(item.id);
        }
        return verdict;
      }

      // What happens when native's call or event arrives.
      function hear(index, body) {
        heard[index] = { isHeard: true };
        const verdict = judge(index, body);
        if (verdict === null) return undefined;
        if (verdict.refused) throw new Error("not accepted: " + verdict.refused);
        let result, resolve;
        const promise = new Promise(done => { resolve = done; });
        // A page that does not answer waits; a promise that nobody holds would fail its call some day.
        kept.push(promise);
        for (const item of verdict.items) {
          if (item.reply !== undefined) { react("reply:" + item.reply, null); continue; }
          react(item.message, {
            message: item.message, id: item.id, answers: item.answers,
            resolve: value => { if (result === undefined) result = value; resolve(value); },
          });
        }
        if (!verdict.awaits) return undefined;
        return channels[index].via === "callAsync" ? promise : result;
      }

      function listen(index, type, field) {
        window.addEventListener(type, event => {
          if (!receivers[index]) return void (forecasts[index] || []).shift();
          // What was posted arrives in a task of its own: nobody looks at how that goes.
          if (channels[index].via === "postMessage") return void hear(index, event[field]);
          try { hear(index, event[field]); }
          catch (error) { heard[index] = { isHeard: true, error }; }
        });
      }

      channels.forEach((channel, index) => {
        if (channel.via === "dispatchEvent") listen(index, channel.event, "detail");
        if (channel.via === "postMessage") listen(index, "message", "data");
      });

      // Where a path ends: the object and the name.
      function place(path, makes) {
        const names = path.split(/[.\[\]]+/).filter(name => name !== "");
        const last = names.pop();
        let object = window;
        for (const name of names) {
          if (object[name] === undefined) {
            if (!makes) return null;
            object[name] = {};
          }
          object = object[name];
        }
        return { object, last };
      }

      window.bridgeStage = {
        rest,
        // Puts the receiving function where native is about to call it, or takes it away.
        expose(index, path, forecast) {
          const isThere = receivers[index];
          const found = place(path, isThere);
          if (!found) return;
          if (isThere) forecasts[index] = [forecast];
          if (!isThere) { delete found.object[found.last]; return; }
          found.object[found.last] = (...args) =>
            hear(index, channels[index].isCall ? { fn: path, args } : args[0]);
        },
        // The same for what is dispatched; what is posted arrives in a later task, one after the other.
        expect(index, forecast) { (forecasts[index] = forecasts[index] || []).push(forecast); },
        wasHeard(index) {
          const last = heard[index];
          delete heard[index];
          if (last && last.error) throw last.error;
          // A message that was posted arrives in a later task.
          return channels[index].via === "postMessage" ? receivers[index] : !!last;
        },
        kept,
        take(index) {
          const queue = queues[index] || [];
          return queue.length === 0 ? null : queue.shift();
        },
      };

      document.addEventListener("DOMContentLoaded", () => react("DOMContentLoaded", null));
      window.addEventListener("load", () => react("load", null));
      window.addEventListener("pagehide", () => react("pagehide", null));
      react("inline", null);
    })
    """#
}
