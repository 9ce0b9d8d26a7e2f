// A page in node: a window with WebKit's message handlers, events, storage and a native side, as far
// as a recorder can tell. `globalThis` is the window, so scripts declare real globals.
'use strict';
const util = require('util');
const vm = require('vm');

module.exports = function makePage(storage) {
  const seen = [];
  const see = (...what) => seen.push(what.map((x) => util.inspect(x, { depth: 6 })).join(' '));
  const native = { received: [], replies: {}, handlers: {} };

  globalThis.window = globalThis;
  globalThis.top = globalThis;
  globalThis.document = { readyState: 'loading', head: null, body: null };
  globalThis.location = { origin: 'https://shop.example' };
  globalThis.sessionStorage = {
    getItem: (key) => (Object.hasOwn(storage, key) ? storage[key] : null),
    setItem: (key, value) => { storage[key] = String(value); }
  };
  const events = new EventTarget();
  globalThis.addEventListener = events.addEventListener.bind(events);
  globalThis.removeEventListener = events.removeEventListener.bind(events);
  globalThis.dispatchEvent = events.dispatchEvent.bind(events);
  process.on('unhandledRejection', (reason, promise) => {
    const event = Object.assign(new Event('unhandledrejection'), { reason, promise });
    events.dispatchEvent(event);
  });

  // One prototype for all handlers, and handlers found by live lookup, as in WebKit.
  class UserMessageHandler {
    postMessage(body) {
      if (!(this instanceof UserMessageHandler)) {
        return Promise.reject(new TypeError('Can only call UserMessageHandler.postMessage on instances'));
      }
      if (arguments.length === 0) return Promise.reject(new TypeError('Not enough arguments'));
      let name;
      for (const key in native.handlers) if (native.handlers[key] === this) name = key;
      if (name === undefined) return Promise.reject(new Error('InvalidAccessError'));
      native.received[native.received.length] = [name, body];
      const reply = native.replies[name];
      return reply ? reply(body) : Promise.resolve(undefined);
    }
  }
  native.register = (name, reply) => {
    native.handlers[name] = new UserMessageHandler();
    if (reply) native.replies[name] = reply;
  };
  native.unregister = (name) => { delete native.handlers[name]; };
  const messageHandlers = new Proxy(Object.create(null), {
    get: (_, name) => native.handlers[name],
    has: (_, name) => name in native.handlers,
    ownKeys: () => []
  });
  Object.defineProperty(globalThis, 'webkit', { value: Object.freeze({ messageHandlers }), writable: true, configurable: true });
  globalThis.prompt = function prompt(message, text) {
    native.received.push(['prompt', message, text]);
    return native.answer === undefined ? null : native.answer;
  };

  // A script of the page or of native: a classic script of the global scope.
  native.run = (source) => {
    try {
      return { value: vm.runInThisContext(source) };
    } catch (error) {
      return { error };
    }
  };
  native.tick = () => new Promise((resolve) => setImmediate(resolve));
  native.load = () => {
    document.readyState = 'interactive';
    document.head = {};
    document.body = {};
    dispatchEvent(new Event('DOMContentLoaded'));
    document.readyState = 'complete';
    dispatchEvent(new Event('load'));
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  };
  native.leave = () => dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
  return { native, see, seen };
};
