// Gives any browser the native side of the contract's bridge: the first script of the page.
function bridgeFakeNative(contract) {
  "use strict";
  const runtime = bridgeRuntime(contract);
  const panel = bridgePanel("fake app: " + contract.name + " " + contract.version, runtime);
  const mind = bridgeMind(runtime, panel);
  panel.addDials();
  const peer = runtime.connect("native", { onLine: panel.line, onFinding: panel.finding });
  mind.answerAll(peer, "web");
  const names = mind.namesFrom("native");
  const say = (name, payload) => mind.say(peer, name, payload);
  panel.sayable(names, mind.examplePayload, say);
  return { dials: panel.dials, findings: panel.findings, log: panel.log, save: panel.save, say, names, runtime };
}
