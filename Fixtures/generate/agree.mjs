// Holds generated JavaScript and generated Swift against each other, on every example of contracts.
// Arguments: the folder of generated modules, the compiled probe, the contracts' files.
// Prints each difference and `N agreements, M differences`; exit status 1 where there is one.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, executable, ...files] = process.argv.slice(2);
const probe = spawn(executable, { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: probe.stdout })[Symbol.asyncIterator]();
/** Functions that contracts only have a pattern for. */
const receivers = { cordova: "callback=cordova.exec.nativeCallback", "duckduckgo-messaging": "subscription=onChange" };
async function ask(...fields) {
  probe.stdin.write([...fields, receivers[fields[1]] || ""].join("\t") + "\n");
  const { value, done } = await lines.next();
  if (done) throw new Error("the probe ended at " + fields.join(" "));
  const [word, ...rest] = value.split("\t");
  return { word, rest };
}

let agreements = 0;
let differences = 0;
function hold(what, a, b) {
  if (a === b) {
    agreements += 1;
    return;
  }
  differences += 1;
  console.log(`${what}\n  ${a}\n  ${b}`);
}

/** A payload without arrays that only hold framing: they stay in a body, and no type names them. */
function named(contract, message, payload) {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return payload;
  const framing = contract.channels[message.on].framing || contract.framing || {};
  const pointers = [framing.kind, framing.id, framing.version].flat().filter((one) => typeof one === "string");
  const properties = message.payload.properties || {};
  const out = { ...payload };
  for (const pointer of pointers) {
    const [, key, index] = pointer.split("/");
    if (/^[0-9]+$/.test(index || "") && !(key in properties)) delete out[key];
  }
  return out;
}

for (const file of files) {
  const contract = JSON.parse(readFileSync(file, "utf8"));
  const js = await import(pathToFileURL(`${folder}/${contract.name}.js`));
  const text = (value) => js.canonical(value);
  for (const [name, message] of Object.entries(contract.messages)) {
    if (message.removed) continue;
    const channel = contract.channels[message.on];
    for (const [number, example] of (message.examples || []).entries()) {
      const what = `${contract.name} ${name} example ${number}: `;
      const issues = js.judgeExample(name, example);
      const errors = issues.filter((one) => one.severity === "error");
      if (example.fails !== undefined) {
        // JavaScript finds the cause that the contract's own check finds.
        const found = issues.find((one) => one.cause === example.fails && (example.at === undefined || example.at === one.at));
        hold(what + "cause in JavaScript", found ? found.cause : JSON.stringify(issues), example.fails);
        if (example.reply === undefined && channel.from === "web") {
          const { word, rest } = await ask("receive", contract.name, message.on, JSON.stringify(example.body));
          const causes = new Set(errors.map((one) => one.cause));
          hold(what + "causes in Swift", word === "no" ? [...new Set(rest[0].split(","))].sort().join() : "", [...causes].sort().join());
        }
        continue;
      }
      hold(what + "is good in JavaScript", JSON.stringify(errors), "[]");
      const decoded = js.decode(message.on, example.body).find((one) => one.name === name);
      if (!decoded) {
        hold(what + "decodes in JavaScript", "nothing", "a payload");
        continue;
      }
      const payload = text(named(contract, message, decoded.payload));
      const round = await ask("payload", contract.name, name, JSON.stringify(decoded.payload));
      hold(what + "round trip of the payload in Swift", text(named(contract, message, JSON.parse(round.rest[0] || "0"))), payload);
      if (channel.from === "web") {
        // What the page says, as the contract wrote it and as JavaScript writes it.
        const own = js.encode(name, decoded.payload, { id: decoded.id });
        for (const body of [example.body, own]) {
          const { word, rest } = await ask("receive", contract.name, message.on, JSON.stringify(body));
          const index = rest.indexOf(name);
          hold(what + "JavaScript to Swift", word === "ok" && index >= 0 ? text(named(contract, message, JSON.parse(rest[index + 1]))) : word + " " + rest.join(" "), payload);
        }
      } else if (!message.reply) {
        const { word, rest } = await ask("send", contract.name, name, JSON.stringify(decoded.payload));
        const back = word === "ok" ? js.decode(message.on, JSON.parse(rest[0])).find((one) => one.name === name) : undefined;
        hold(what + "Swift to JavaScript", back ? text(named(contract, message, back.payload)) : word + " " + rest.join(" "), payload);
      }
      if (example.reply === undefined) continue;
      const reply = js.decodeReply(name, example.body, example.reply);
      const wanted = text(reply);
      if (channel.from === "web") {
        const { word, rest } = await ask(
          "answer", contract.name, name, JSON.stringify(example.body), reply.error || "", JSON.stringify(reply.payload), message.on);
        let back;
        try {
          back = word === "ok" ? text(js.decodeReply(name, example.body, JSON.parse(rest[0]))) : word + " " + rest.join(" ");
        } catch (error) {
          back = error.message + " " + rest[0];
        }
        hold(what + "Swift's answer to JavaScript", back, wanted);
      } else {
        const asked = await ask("request", contract.name, name, JSON.stringify(decoded.payload));
        const request = asked.word === "ok" ? js.decode(message.on, JSON.parse(asked.rest[0])).find((one) => one.name === name) : undefined;
        hold(what + "Swift's request to JavaScript", request ? text(named(contract, message, request.payload)) : asked.rest.join(" "), payload);
        const body = js.encodeReply(name, reply.payload, { id: request ? request.id : undefined, error: reply.error });
        const on = (message.reply.on && message.reply.on !== "return") ? message.reply.on
          : Object.keys(contract.channels).find((key) => contract.channels[key].from === "web");
        const { word, rest } = await ask("replied", contract.name, on, JSON.stringify(body));
        const got = word === "ok" ? { error: undefined, payload: JSON.parse(rest[0]) }
          : word === "declined" ? { error: rest[0], payload: JSON.parse(rest[1]) } : word + " " + rest.join(" ");
        hold(what + "JavaScript's answer to Swift", text(got), wanted);
      }
    }
  }
}
probe.stdin.end();
console.log(`${agreements} agreements, ${differences} differences`);
process.exitCode = differences === 0 && agreements > 0 ? 0 : 1;
