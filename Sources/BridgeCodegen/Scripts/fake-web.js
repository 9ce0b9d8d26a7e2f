// Plays the page's side of the contract's bridge for an app.
function bridgeFakeWeb(contract) {
  "use strict";
  const runtime = bridgeRuntime(contract);
  const panel = bridgePanel("fake page: " + contract.name + " " + contract.version, runtime, true);
  const mind = bridgeMind(runtime, panel);
  panel.addDials();
  const peer = runtime.connect("web", { onLine: panel.line, onFinding: panel.finding });
  mind.answerAll(peer, "native");
  const names = mind.namesFrom("web");
  const say = (name, payload) => mind.say(peer, name, payload);
  panel.sayable(names, mind.examplePayload, say);
  return { dials: panel.dials, findings: panel.findings, log: panel.log, save: panel.save, say, names, runtime };
}
