// Runs the scenarios of scenarios.js, each in a process of its own, with and without the recorder.
//   node run.js RECORDER             all of them, one JSON object a line: {name, plain, recorded, log}
//   node run.js RECORDER NAME MODE   one of them
'use strict';
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
const scenarios = require('./scenarios.js');
const [, , recorder, name, mode, saved] = process.argv;

async function one() {
  const scenario = scenarios[name];
  const storage = saved ? JSON.parse(saved) : {};
  const page = require('./page.js')(storage);
  const { native, see, seen } = page;
  const setup = scenario.setup || (() => { native.register('bridge'); });
  setup(native);
  if (mode !== 'plain') {
    globalThis.bridgeRecorderConfig = Object.assign(
      { handlers: ['bridge'], replyHandlers: ['api'], receivers: ['bridgeReceive', 'App.inbox.receive'],
        returns: ['App.ask'], polls: ['App.poll'], events: ['native-message'], messages: 'posted',
        prompt: '^_bridge' }, scenario.config);
    const before = Object.keys(globalThis);
    native.run(fs.readFileSync(recorder, 'utf8'));
    const added = Object.keys(globalThis).filter((key) => !before.includes(key));
    if (added.length) see('the recorder added', added);
    delete globalThis.bridgeRecorderConfig;
  }
  await (saved && scenario.again ? scenario.again : scenario.run)(page);
  await native.tick();
  await native.tick();
  native.leave();
  const recorderObject = globalThis.__bridgeRecorder;
  process.stdout.write(JSON.stringify({
    seen, storage, log: recorderObject ? recorderObject.lines() : ''
  }));
}

function run(name, mode, saved) {
  const args = [__filename, recorder, name, mode].concat(saved ? [saved] : []);
  const done = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (done.status !== 0) return { seen: ['failed: ' + done.stderr], storage: {}, log: '' };
  return JSON.parse(done.stdout);
}

if (name) {
  one().catch((error) => {
    console.error(error);
    process.exit(1);
  });
} else {
  for (const name of Object.keys(scenarios)) {
    const plain = run(name, 'plain');
    const recorded = run(name, 'recorded');
    if (scenarios[name].again) {
      // A reload: the same storage, a new window.
      for (const [result, mode] of [[plain, 'plain'], [recorded, 'recorded']]) {
        const again = run(name, mode, JSON.stringify(result.storage));
        result.seen = result.seen.concat(again.seen);
        result.storage = again.storage;
      }
    }
    const kept = recorded.storage.__bridgeRecorder ? JSON.parse(recorded.storage.__bridgeRecorder) : {};
    console.log(JSON.stringify({
      name, plain: plain.seen, recorded: recorded.seen,
      log: recorded.log + (kept.lines || []).map((line) => line + '\n').join('')
    }));
  }
}
