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
      channels.forEach((channel, index) => { if (channel.isNative) receivers[index] = true; });

      // A synchronous question to native's side, which knows the contract. What the page has said
      // since the last one goes along, so that it is judged by what this document knows.
      function withWhatWasSaid(question) {
        return JSON.stringify({ document: documentName, said: said.splice(0), ...question });
      }
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
              return void ask({ fail: "\"" + step.message + "\" is sent too often for this engine" });
            return say(step.channel, body, step.message);
          }
          case "body": return say(step.channel, step.body, null);
          case "answer": return answer(step, atHand);
          case "after": return later(step.wait, () => { for (const s of step.do) perform(s, atHand); });
          case "throw": throw new Error(step.text);
          case "define": receivers[step.channel] = true; return;
          case "undefine": receivers[step.channel] = false; return;
          case "reload": wait(-1); location.reload(); return;
          case "go": wait(-1); location.href = step.url; return;
          case "fail": ask({ fail: step.text });
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
            if (!handlers || !handlers[channel.name]) tell(withWhatWasSaid({ missing: index, text }));
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
            ask({ queued: index });
        }
      }

      function answer(step, atHand) {
        if (!atHand) return void ask({ fail: "there is nothing at hand that could be answered" });
        const built = ask({
          answer: step.word, payload: step.payload, message: atHand.message, id: atHand.id,
        });
        if (built === null) return;
        if (built.channel === null) return atHand.resolve(JSON.parse(built.body));
        say(built.channel, built.body, null);
      }

      // What happens when native's call or event arrives.
      function hear(index, body) {
        heard[index] = { isHeard: true };
        const verdict = ask({ hear: index, text: JSON.stringify(body) });
        if (verdict === null) return undefined;
        if (verdict.refused) throw new Error("not accepted: " + verdict.refused);
        let result, resolve;
        const promise = new Promise(done => { resolve = done; });
        // A page that does not answer waits; a promise that nobody holds would fail its call some day.
        kept.push(promise);
        for (const item of verdict.items) {
          if (item.word) { react(item.word, null); continue; }
          react(item.message, {
            message: item.message, id: item.id,
            resolve: value => { if (result === undefined) result = value; resolve(value); },
          });
        }
        if (!verdict.awaits) return undefined;
        return channels[index].via === "callAsync" ? promise : result;
      }

      function listen(index, type, field) {
        window.addEventListener(type, event => {
          if (!receivers[index]) return;
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
        expose(index, path) {
          const isThere = receivers[index];
          const found = place(path, isThere);
          if (!found) return;
          if (!isThere) { delete found.object[found.last]; return; }
          found.object[found.last] = (...args) =>
            hear(index, channels[index].isCall ? { fn: path, args } : args[0]);
        },
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
