// The page's side of the encoder's engine tests, the same in every engine.
//
// The driver evaluates this file once and keeps its value; then, for each script: begin(), the
// script itself as a global script, end(value, error), which gives one line of ASCII:
// what was called with what, and after it everything that should not have happened.
(function () {
  'use strict';
  const global = globalThis;
  const { getOwnPropertyNames, getOwnPropertySymbols, getPrototypeOf, prototype } = Object;
  const { ownKeys } = Reflect;
  const { isArray } = Array;
  const objectPrototype = prototype;
  const arrayPrototype = Array.prototype;
  const parse = JSON.parse;
  const bits = new Float64Array(1);
  const halves = new Uint32Array(bits.buffer);

  function hex(n, width) {
    let text = n.toString(16);
    while (text.length < width) text = '0' + text;
    return text;
  }

  function units(text) {
    let out = '';
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      const plain = (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
      out += plain ? text[i] : '%' + hex(c, 4);
    }
    return out;
  }

  // A value as text that tells apart all that JSON.parse can make. A loop, since depth is a case.
  function dump(root) {
    const out = [];
    const work = [root];
    const isText = [false];
    while (work.length) {
      const v = work.pop();
      if (isText.pop()) {
        out.push(v);
        continue;
      }
      switch (typeof v) {
        case 'undefined': out.push('u'); break;
        case 'boolean': out.push(v ? 't' : 'f'); break;
        case 'number':
          bits[0] = v;
          out.push('d' + hex(halves[1], 8) + hex(halves[0], 8));
          break;
        case 'string': out.push('s' + units(v)); break;
        case 'object': {
          if (v === null) {
            out.push('n');
            break;
          }
          const list = isArray(v);
          const foreign = getPrototypeOf(v) !== (list ? arrayPrototype : objectPrototype);
          out.push((foreign ? '!' : '') + (list ? '[' : '{'));
          work.push(list ? ']' : '}');
          isText.push(true);
          const keys = ownKeys(v);
          for (let i = keys.length - 1; i >= 0; i--) {
            const key = keys[i];
            if (list && key === 'length') continue;
            work.push(',', v[key]);
            isText.push(true, false);
            if (!list) {
              work.push(typeof key === 'string' ? units(key) + ':' : 'symbol:');
              isText.push(true);
            }
          }
          break;
        }
        default: out.push('?' + typeof v);
      }
    }
    return out.join('');
  }

  let calls = [];
  let planted = 0;

  function note(name) {
    return function (...values) {
      let text = name;
      if (this !== undefined && this !== global && !own.has(this)) text += ' this?';
      for (const value of values) text += ' ' + dump(value);
      calls.push(text);
      // What a page function gives back must not reach the caller of a statement.
      return Promise.resolve(values.length);
    };
  }

  const own = new WeakSet();
  function object(members) {
    own.add(members);
    return members;
  }

  global.window = global;
  global.planted = function () { planted++; };
  global.bridgeReceive = note('bridgeReceive');
  global._12 = note('_12');
  global.$ = note('$');
  global.App = object({
    receive: note('App.receive'),
    inbox: object({ $in_1: note('App.inbox.$in_1') }),
    of: object({ class: object({ new: note('App.of.class.new') }) }),
  });
  global.webkit = object({
    messageHandlers: new Proxy({}, {
      get(_, name) {
        return object({ postMessage: note('handler ' + units(name)) });
      },
    }),
  });
  class FakeEvent {
    constructor(kind, type, init) {
      this.text = kind + ' ' + units(type);
      for (const key of ownKeys(init)) this.text += ' ' + key + '=' + dump(init[key]);
    }
  }
  global.CustomEvent = class CustomEvent extends FakeEvent {
    constructor(type, init) { super('CustomEvent', type, init); }
  };
  global.MessageEvent = class MessageEvent extends FakeEvent {
    constructor(type, init) { super('MessageEvent', type, init); }
  };
  global.document = object({
    dispatchEvent(event) { calls.push('document ' + event.text); return true; },
  });
  global.dispatchEvent = function (event) { calls.push('window ' + event.text); return true; };
  global.postMessage = function (data, origin) {
    calls.push('postMessage ' + dump(data) + ' ' + dump(origin));
  };

  // Everything a script might leave behind.
  const watched = [
    global, objectPrototype, arrayPrototype, Function.prototype, String.prototype, Number.prototype,
    Boolean.prototype, RegExp.prototype, Promise.prototype, Error.prototype, Object, Array, JSON,
    Reflect, global.App, global.App.inbox, global.webkit, global.document,
  ];
  function state() {
    let text = '';
    for (const object of watched) {
      text += getOwnPropertyNames(object).join() + '/' + getOwnPropertySymbols(object).length + ';';
    }
    return text;
  }
  const functions = ['bridgeReceive', '_12', '$', 'App', 'webkit', 'planted', 'postMessage'];
  const held = functions.map((name) => global[name]);
  const clean = state();

  return {
    begin() {
      calls = [];
      planted = 0;
    },
    end(value, error) {
      let text = calls.join(' + ');
      if (error !== undefined) text += ' ERROR ' + units(String(error));
      if (value !== undefined) text += ' VALUE ' + typeof value;
      if (planted) text += ' PLANTED';
      if (state() !== clean) text += ' CHANGED';
      if (JSON.parse !== parse) text += ' PARSE';
      for (let i = 0; i < held.length; i++) {
        if (global[functions[i]] !== held[i]) text += ' REPLACED ' + functions[i];
      }
      return text;
    },
  };
})();
