// Runs generated clients of both sides against one another over a simulated bridge, in node: every
// message and reply of every contract, timeouts, late and second answers, ids that are taken.
// Arguments: the folder of generated modules, the contracts' files.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
let checks = 0;
let failures = 0;
function hold(what, a, b) {
  checks += 1;
  if (a === b) return;
  failures += 1;
  console.log(`${what}\n  ${a}\n  ${b}`);
}
const pause = (time) => new Promise((done) => setTimeout(done, time));
const settled = (promise) => promise.then((value) => ({ value }), (error) => ({ error }));

for (const file of files) {
  const contract = JSON.parse(readFileSync(file, "utf8"));
  const js = await import(pathToFileURL(`${folder}/${contract.name}.js`));
  const text = (value) => js.canonical(value);
  const findings = [];
  const onFinding = (issue) => findings.push(issue);
  /** Bodies cross as JSON, the way engines copy them. */
  const wire = (peer) => ({
    deliver({ channel, body, path }) {
      const copy = JSON.parse(JSON.stringify(body));
      const isCall = channel.callPattern && !channel.bodyIsCall;
      return peer().receive(channel.key, isCall ? { fn: path, args: [copy] } : copy);
    },
  });
  const sides = {};
  sides.web = js.connect({ transport: wire(() => sides.native), onFinding });
  sides.native = js.connectNative({ transport: wire(() => sides.web), onFinding });

  for (const [name, message] of Object.entries(contract.messages)) {
    if (message.removed) continue;
    const from = contract.channels[message.on].from;
    const asking = sides[from];
    const hearing = sides[from === "web" ? "native" : "web"];
    const good = (message.examples || []).filter((one) => one.fails === undefined);
    let behave;
    hearing.on(name, (payload, answer) => behave(payload, answer));
    for (const [number, example] of good.entries()) {
      const what = `${contract.name} ${name} example ${number}: `;
      const decoded = js.decode(message.on, example.body).find((one) => one.name === name);
      if (!decoded) continue;
      const { payload } = decoded;
      let heard;
      findings.length = 0;
      if (!message.reply) {
        behave = (value) => { heard = value; };
        const id = message.id === "required" ? { id: decoded.id } : {};
        asking.send(name, payload, id);
        hold(what + "arrives", text(heard), text(payload));
        hold(what + "is good", JSON.stringify(findings.filter((one) => one.severity === "error")), "[]");
        continue;
      }
      if (example.reply === undefined) continue;
      const wanted = js.decodeReply(name, example.body, example.reply);
      const isStream = message.reply.count !== undefined && message.reply.count !== "one";
      behave = (value, answer) => {
        heard = value;
        if (wanted.error !== undefined) throw new js.Declined(wanted.error, wanted.payload);
        if (isStream && message.reply.count !== "many") answer.part(wanted.payload);
        return wanted.payload;
      };
      const parts = [];
      // Where the id is a member of the payload it is given, so that the payload stays as it is.
      const own = decoded.id === undefined || message.id === "none" || message.reply.on === "return" ? {} : { id: decoded.id };
      const promise = asking.request(name, payload, { timeout: 100, ...own, onPart: (part) => parts.push(part) });
      if (message.reply.count === "many" && wanted.error === undefined) {
        await settled(promise);
        hold(what + "part", text(parts[0]), text(wanted.payload));
      } else {
        const result = await settled(promise);
        hold(what + "reply", result.error ? text({ error: result.error.error, payload: result.error.payload }) : text({ error: undefined, payload: result.value }), text(wanted));
        if (isStream && wanted.error === undefined) hold(what + "parts", String(parts.length), "2");
      }
      hold(what + "request", text(heard), text(payload));
      await pause(0);
      if (number > 0 || wanted.error !== undefined || isStream) continue;

      // Nobody answers in time; then somebody does.
      let late;
      behave = (_, answer) => { late = answer; };
      findings.length = 0;
      const none = await settled(asking.request(name, payload, { timeout: 20 }));
      hold(what + "timeout", String(none.error && none.error.causes), "reply-missing");
      try {
        late.reply(wanted.payload);
      } catch (error) {
        hold(what + "late", error.message, "");
      }
      await pause(0);
      const causes = findings.map((one) => one.cause);
      const asIs = ["reply-late", "reply-unknown-id"].some((one) => causes.includes(one));
      hold(what + "late answer", asIs ? "told" : causes.join(), "told");

      // A second answer to one request, and a second request with one id.
      let second = "none";
      behave = (_, answer) => {
        answer.reply(wanted.payload);
        try {
          answer.reply(wanted.payload);
        } catch (error) {
          second = error instanceof js.BridgeError ? "refused" : String(error);
        }
      };
      await settled(asking.request(name, payload, { timeout: 100 }));
      hold(what + "second answer", second, "refused");
      if (decoded.id === undefined || message.id === "none" || message.reply.on === "return") continue;
      behave = () => {};
      const open = settled(asking.request(name, payload, { timeout: 30, id: decoded.id }));
      const taken = await settled(asking.request(name, payload, { timeout: 30, id: decoded.id }));
      if (taken.error && !taken.error.causes.includes("reply-missing")) hold(what + "taken id", String(taken.error.causes), "id-reused");
      await open;
    }
  }
  sides.web.close();
  sides.native.close();
}
console.log(`${checks} checks, ${failures} failures`);
process.exitCode = failures === 0 && checks > 0 ? 0 : 1;
