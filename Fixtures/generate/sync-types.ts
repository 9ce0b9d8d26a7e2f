// Compiled with `tsc --strict` against the generated module of sync: what must compile, and, behind
// each `@ts-expect-error`, what must not.
import { BridgeError, Declined, connect, connectNative, judge } from "./sync.js";
import type { ReadyV2Reply, SyncPayload } from "./sync.js";

const page = connect({ timeout: 5000, onFinding: (issue) => console.log(issue.cause, issue.at) });

const off: () => void = page.on("sync", (payload) => {
  const value: string = payload.value;
  const revision: number | undefined = payload.revision;
  console.log(value, revision);
});

export async function ask(): Promise<ReadyV2Reply | undefined> {
  try {
    return await page.request("ready.v2", { locale: "ja" });
  } catch (error) {
    if (error instanceof Declined) console.log(error.error, error.payload);
    if (error instanceof BridgeError) console.log(error.causes);
    off();
    return undefined;
  }
}

const native = connectNative();
native.on("ready.v2", (payload, answer) => {
  if (payload.locale === "xx") answer.fail("unavailable", { code: "unavailable", retryAfter: 3 });
  else answer.reply({ value: "ok" });
});
native.on("ready.v2", async () => ({ value: "later", revision: 1 }));
native.send("sync", { value: "new" });
console.log(judge("bridge", { kind: "ready", version: 1 }).length);

// @ts-expect-error no such message
page.send("redy", {});
// @ts-expect-error native says it, not the page
page.send("sync", { value: "ok" });
// @ts-expect-error a request is no plain message
page.send("ready.v2", {});
// @ts-expect-error a plain message has no reply
page.request("ready", {});
// @ts-expect-error of another type
page.request("ready.v2", { locale: 1 });
// @ts-expect-error a field that the contract does not have
page.request("ready.v2", { locle: "ja" });
// @ts-expect-error no such field of the reply
page.request("ready.v2", {}).then((reply) => reply.valeu);
// @ts-expect-error a required field is missing
native.send("sync", {});
// @ts-expect-error no such error
native.on("ready.v2", (_, answer) => answer.fail("busy", {}));
// @ts-expect-error another error's payload
native.on("ready.v2", (_, answer) => answer.fail("signedOut", { code: "unavailable", retryAfter: 1 }));
// @ts-expect-error a reply without its required field
native.on("ready.v2", () => ({ revision: 1 }));
// @ts-expect-error a field may be absent, but is not null
const wrong: SyncPayload = { value: "ok", revision: null };
console.log(wrong);
