// The panel of both fakes: what was said, dials, what can be said, and the log to save.
function bridgePanel(title, runtime, isWholePage) {
  "use strict";
  const lines = [];
  const dials = { delay: 0, loss: 0, error: "", version: runtime.contract.version };
  const make = (tag, text, style) => {
    const node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    if (style) node.setAttribute("style", style);
    return node;
  };

  // The page of a fake is nothing but its panel; beside somebody's own page it keeps to a corner.
  const place = isWholePage ? "inset:0;border:0"
    : "right:8px;bottom:8px;width:min(30rem,calc(100vw - 16px));max-height:60vh;border:1px solid #888;border-radius:6px;box-shadow:0 2px 12px #0004";
  const box = make("section", undefined,
    "position:fixed;display:flex;flex-direction:column;font:12px/1.4 ui-monospace,monospace;background:#fff;color:#111;" +
    "color-scheme:light;text-align:left;z-index:2147483647;overflow:hidden;" + place);
  box.setAttribute("aria-label", title);
  box.dataset.bridgePanel = title;
  const head = make("header", undefined, "display:flex;gap:8px;align-items:center;padding:6px 8px;background:#eee");
  head.append(make("strong", title, "flex:1"));
  const fold = make("button", "fold");
  const saveButton = make("button", "save log");
  head.append(saveButton, fold);
  const body = make("div", undefined, "display:flex;flex-direction:column;min-height:0;flex:1");
  const tools = make("div", undefined, "display:flex;flex-wrap:wrap;gap:6px 10px;padding:6px 8px;border-bottom:1px solid #ddd");
  const list = make("ol", undefined, "flex:1;overflow:auto;margin:0;padding:4px 8px;list-style:none;min-height:4rem");
  const sayBox = make("div", undefined, "display:flex;flex-wrap:wrap;gap:6px;padding:6px 8px;border-top:1px solid #ddd");
  body.append(tools, list, sayBox);
  box.append(head, body);
  fold.onclick = () => {
    body.hidden = !body.hidden;
    body.style.display = body.hidden ? "none" : "flex";
  };

  function dial(label, node, read) {
    const holder = make("label", label + " ");
    node.style.width = "6.5rem";
    node.onchange = () => read(node.value);
    holder.append(node);
    tools.append(holder);
    return node;
  }
  function choice(values, chosen) {
    const node = make("select");
    for (const value of values) {
      const option = make("option", value === "" ? "none" : value);
      option.value = value;
      option.selected = value === chosen;
      node.append(option);
    }
    return node;
  }
  const number = (value) => {
    const node = make("input");
    node.type = "number";
    node.min = "0";
    node.value = String(value);
    return node;
  };

  function addDials() {
    dial("delay ms", number(0), (value) => { dials.delay = Math.max(0, Number(value) || 0); });
    dial("loss %", number(0), (value) => { dials.loss = Math.min(100, Math.max(0, Number(value) || 0)); });
    const errors = Object.keys(runtime.contract.errors || {});
    if (errors.length > 0) dial("error", choice(["", ...errors], ""), (value) => { dials.error = value; });
    const versions = new Set([runtime.contract.version]);
    for (const message of Object.values(runtime.contract.messages)) {
      if (message.since) versions.add("before " + message.since).add(message.since);
    }
    if (versions.size > 1) dial("version", choice([...versions], dials.version), (value) => { dials.version = value; });
  }

  function row(mark, text, issues) {
    const item = make("li", undefined, "border-bottom:1px solid #f0f0f0;padding:2px 0;word-break:break-all");
    item.append(make("span", mark + " ", "color:#666"), make("span", text));
    for (const issue of issues || []) {
      const color = issue.severity === "error" ? "#b00020" : "#8a5a00";
      item.append(make("div", issue.cause + (issue.at ? " at " + issue.at : "") + (issue.text ? ": " + issue.text : ""), "color:" + color));
    }
    list.append(item);
    while (list.children.length > 500) list.firstChild.remove();
    list.scrollTop = list.scrollHeight;
  }

  const short = (value) => {
    const text = JSON.stringify(value === undefined ? null : value);
    return text.length > 300 ? text.slice(0, 300) + "…" : text;
  };

  const panel = {
    dials,
    addDials,
    box,
    /** A line of traffic. */
    line(entry) {
      lines.push(entry);
      const mark = entry.answers !== undefined ? "·" : entry.direction === "webToNative" ? "page →" : "app →";
      row(mark, short(entry.error !== undefined ? entry.error : entry.body));
    },
    /** Something that the contract says against what was said. */
    finding(issue, about) {
      panel.findings.push({ ...issue, message: about });
      row("!", about || "", [issue]);
    },
    note: (text) => row("–", text),
    findings: [],
    /** The log, as `bridge-contract validate` reads it. */
    log: () => lines.map((entry) => JSON.stringify(entry) + "\n").join(""),
    /** Lets the user say a message; its payload begins as that of the example. */
    sayable(names, payloadOf, say) {
      if (names.length === 0) return;
      const select = choice(names, names[0]);
      const text = make("textarea", undefined, "flex:1 1 100%;font:inherit;height:3.2rem");
      const button = make("button", "say");
      const fill = () => { text.value = JSON.stringify(payloadOf(select.value), null, 1); };
      select.onchange = fill;
      button.onclick = () => {
        try {
          Promise.resolve(say(select.value, text.value === "" ? undefined : JSON.parse(text.value))).catch((error) => row("!", String(error && error.message)));
        } catch (error) {
          row("!", String(error && error.message), error && error.issues);
        }
      };
      sayBox.append(select, button, text);
      fill();
    },
    save() {
      const link = make("a");
      link.href = URL.createObjectURL(new Blob([panel.log()], { type: "application/jsonl" }));
      link.download = "messages.jsonl";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    },
  };
  saveButton.onclick = panel.save;
  const show = () => (document.body || document.documentElement).append(box);
  if (document.body) show();
  else document.addEventListener("DOMContentLoaded", show);
  return panel;
}

/** What both fakes know of a message: payloads of its examples, answers, the states of the order. */
function bridgeMind(runtime, panel) {
  "use strict";
  const same = (a, b) => runtime.canonical(a) === runtime.canonical(b);
  const namesFrom = (side) => Object.keys(runtime.messages).filter((name) => runtime.messages[name].channel.from === side);
  const newer = (a, b) => {
    const [x, y] = [a, b].map((text) => text.split(/[-+]/)[0].split(".").map(Number));
    for (let i = 0; i < 3; i += 1) if (x[i] !== y[i]) return x[i] > y[i];
    return false;
  };

  function payloadOf(name, body) {
    const found = runtime.decode(runtime.messages[name].channel.key, body).find((one) => one.name === name);
    return found ? found.payload : null;
  }

  function examplePayload(name) {
    const example = runtime.goodExamples(runtime.messages[name])[0];
    return example ? payloadOf(name, example.body) : null;
  }

  /** The answer that examples give to a payload: the one to just this payload, else the first. */
  function answerTo(name, payload, error) {
    const answers = [];
    for (const example of runtime.goodExamples(runtime.messages[name])) {
      if (example.reply === undefined) continue;
      let reply;
      try {
        reply = runtime.decodeReply(name, example.body, example.reply);
      } catch (_) {
        continue;
      }
      if (error ? reply.error !== error : reply.error !== undefined && error === undefined) continue;
      answers.push({ ...reply, isExact: same(payloadOf(name, example.body), payload) });
    }
    return answers.find((one) => one.isExact) || answers[0];
  }

  const machines = (runtime.contract.order || []).filter((rule) => rule.rule === "states")
    .map((rule) => ({ rule, state: rule.start }));

  /** Moves the states of the order; says where something comes that the state does not list. */
  function step(word) {
    for (const machine of machines) {
      const named = Object.values(machine.rule.states).some((entry) => Object.prototype.hasOwnProperty.call(entry, word));
      if (!named) continue;
      const next = (machine.rule.states[machine.state] || {})[word];
      if (next === undefined) {
        panel.finding({ cause: "too-early", at: "", severity: "error", text: machine.rule.id + ": not while " + machine.state }, word);
      } else {
        machine.state = next;
      }
    }
  }

  const knows = (name) => {
    const since = runtime.messages[name].source.since;
    if (since === undefined) return true;
    const { version } = panel.dials;
    return version.startsWith("before ") ? newer(version.slice("before ".length), since) : !newer(since, version);
  };

  /** Answers every request of the other side from the examples, as the dials say. */
  function answerAll(peer, side) {
    for (const name of namesFrom(side)) {
      const message = runtime.messages[name];
      peer.on(name, (payload, answer) => {
        if (!knows(name)) {
          panel.finding({ cause: "unknown-kind", at: "", severity: "error", text: "not known in version " + panel.dials.version }, name);
          return undefined;
        }
        step(name);
        if (!message.reply || answer.isMute) return undefined;
        const { delay, loss, error } = panel.dials;
        if (Math.random() * 100 < loss) {
          panel.note("lost the reply to " + name);
          return undefined;
        }
        const wanted = (message.reply.errors || []).includes(error) ? error : undefined;
        const found = answerTo(name, payload, wanted);
        if (!found) {
          panel.note("no example answers " + name);
          return undefined;
        }
        const reply = () => {
          if (found.error !== undefined) answer.fail(found.error, found.payload);
          else {
            if (message.isStream && !message.count.many) answer.part(found.payload);
            answer.reply(found.payload);
          }
          step("reply:" + name);
        };
        const isSync = message.channel.via === "prompt";
        if (isSync) reply();
        else setTimeout(() => {
          try {
            reply();
          } catch (wrong) {
            panel.note(String(wrong && wrong.message));
          }
        }, delay);
        return undefined;
      });
    }
  }

  /** Says a message, or asks a request, with a payload or that of the example. */
  async function say(peer, name, payload) {
    const value = payload === undefined ? examplePayload(name) : payload;
    const message = runtime.messages[name];
    step(name);
    if (!message.reply) return peer.send(name, value, message.id === "none" || message.id === "optional" ? {} : { id: 1 });
    try {
      const reply = await peer.request(name, value);
      step("reply:" + name);
      return reply;
    } catch (error) {
      if (error instanceof runtime.Declined) {
        panel.note(name + " was declined: " + error.error);
        return undefined;
      }
      throw error;
    }
  }

  return { namesFrom, examplePayload, answerAll, say };
}
