// Runs the scripts on standard input, one a line, in V8: node node.js HARNESS
'use strict';
const fs = require('fs');
const vm = require('vm');

const harness = vm.runInThisContext(fs.readFileSync(process.argv[2], 'utf8'), 'harness.js');
const lines = fs.readFileSync(0, 'latin1').split('\n');
lines.pop();
let out = [];
for (const line of lines) {
  harness.begin();
  let value, error;
  try {
    value = vm.runInThisContext(line);
  } catch (thrown) {
    error = thrown === undefined ? 'undefined' : thrown;
  }
  out.push(harness.end(value, error));
  if (out.length === 1000) {
    fs.writeSync(1, out.join('\n') + '\n');
    out = [];
  }
}
if (out.length) fs.writeSync(1, out.join('\n') + '\n');
