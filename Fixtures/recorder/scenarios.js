// What pages do with a bridge. Each scenario tells what it sees; with the recorder in the page it
// must see the same.
'use strict';

const post = (body) => webkit.messageHandlers.bridge.postMessage(body);
const both = (native) => {
  native.register('bridge');
  native.register('api', (body) =>
    body && body.fail ? Promise.reject(new Error(body.fail)) : Promise.resolve({ got: body }));
};

// Chains that tell how many microtasks something takes.
function race(order, label, promise) {
  promise.then(() => order.push(label + '1')).then(() => order.push(label + '2'))
    .then(() => order.push(label + '3'));
}

module.exports = {
  'order of promises': {
    setup: both,
    async run({ native, see }) {
      const order = [];
      race(order, 'before', Promise.resolve());
      race(order, 'plain', post({ n: 1 }));
      race(order, 'between', Promise.resolve());
      race(order, 'reply', webkit.messageHandlers.api.postMessage({ n: 2 }));
      race(order, 'after', Promise.resolve());
      queueMicrotask(() => order.push('microtask'));
      await native.tick();
      see(order.join(' '));
    }
  },

  'replies and refusals': {
    setup: both,
    async run({ see }) {
      const api = webkit.messageHandlers.api;
      see(await api.postMessage({ n: 1 }));
      try {
        await api.postMessage({ fail: 'no "way"' });
      } catch (error) {
        see(error.constructor === Error, error.message);
      }
      const result = api.postMessage({ n: 2 });
      see(result instanceof Promise, result.constructor === Promise, Object.keys(result));
      await result;
    }
  },

  'misuse of handlers': {
    setup: both,
    async run({ native, see }) {
      const handler = webkit.messageHandlers.bridge;
      const detached = handler.postMessage;
      for (const attempt of [
        () => detached({}), () => handler.postMessage(), () => handler.postMessage(1, 2, 3),
        () => detached.call({}, 1), () => detached.apply(handler, [2]), () => new handler.postMessage(1),
        () => webkit.messageHandlers.nope.postMessage(1)
      ]) {
        try {
          see(await attempt());
        } catch (error) {
          see(error.constructor.name, error.message);
        }
      }
      see(native.received, handler === webkit.messageHandlers.bridge, Object.keys(handler));
      see(handler.postMessage === handler.postMessage, handler.postMessage.name, handler.postMessage.length);
      see(Object.hasOwn(handler, 'postMessage'), 'nope' in webkit.messageHandlers, typeof handler.postMessage);
    }
  },

  'handlers that throw': {
    setup(native) {
      const failure = native.failure = new Error('DataCloneError');
      native.handlers.bridge = { postMessage(body) { native.received.push(body, this); throw failure; } };
    },
    run({ native, see }) {
      const body = {};
      try {
        post(body);
      } catch (error) {
        see(error === native.failure, native.received[0] === body);
        see(native.received[1] === webkit.messageHandlers.bridge);
      }
    }
  },

  'handlers that come and go': {
    setup() {},
    async run({ native, see }) {
      see(typeof webkit.messageHandlers.bridge);
      native.register('bridge');
      see(await post({ n: 1 }));
      const cached = webkit.messageHandlers.bridge;
      native.unregister('bridge');
      see(await cached.postMessage({ n: 2 }).catch((error) => error.message));
      native.register('bridge');
      see(await post({ n: 3 }));
      see(native.received);
    }
  },

  'what is posted is what arrives': {
    run({ native, see }) {
      const counts = { getter: 0, toJSON: 0, iterator: 0, primitive: 0 };
      const body = {
        get secret() { counts.getter++; return 1; },
        toJSON() { counts.toJSON++; return 'x'; }
      };
      Object.defineProperty(body, 'toJSON', { enumerable: false });
      const list = [1, , undefined, NaN, -0, Infinity];
      const cycle = { list };
      cycle.self = cycle;
      const date = new Date(5);
      date.toISOString = () => { counts.primitive++; return ''; };
      const bodies = [body, list, cycle, date, 10n, undefined, null, new Map([[1, 2]]), new Uint8Array(3),
        'text', '\ud800', Object.create(null), new (class Point { constructor() { this.x = 1; } })(),
        () => 1, { f() {} }, Symbol('s'), new String('ab'), new Error('e'), { ['__proto__']: 1, 1: 2, a: 3 }];
      for (const item of bodies) post(item);
      see(native.received.length, native.received.every((entry, at) => Object.is(entry[1], bodies[at])));
      see(counts);
    }
  },

  'bodies that are deep and wide': {
    run({ native, see }) {
      let deep = {};
      for (let n = 0; n < 50000; n++) deep = { deep };
      post(deep);
      post('x'.repeat(3 << 20));
      post(Array.from({ length: 100000 }, (_, n) => n));
      see(native.received.length);
    }
  },

  'pages that replace built-ins': {
    async run({ native, see }) {
      const counts = {};
      for (const [type, name] of [[Array, 'push'], [Array, 'pop'], [Array, 'join'], [Promise, 'then'],
        [Set, 'add'], [String, 'replace'], [Object, 'toString']]) {
        const original = type.prototype[name];
        type.prototype[name] = function (...args) {
          counts[type.name + name] = (counts[type.name + name] || 0) + 1;
          return original.apply(this, args);
        };
      }
      const originals = [JSON.stringify, Object.keys, Reflect.apply];
      JSON.stringify = Object.keys = Reflect.apply = () => { throw new Error('replaced'); };
      post({ a: [1, { b: 'c' }] });
      [JSON.stringify, Object.keys, Reflect.apply] = originals;
      const all = Object.assign({}, counts);
      see(native.received.length, all);
    }
  },

  'receivers in every form': {
    setup: both,
    async run({ native, see }) {
      see(typeof globalThis.bridgeReceive);
      const defined = [
        'function bridgeReceive(a, b) { "use strict"; return [this === undefined, a, b, arguments.length]; }',
        'bridgeReceive = function named(a) { return [this === window, a]; }',
        'var bridgeReceive = (a) => a',
        'window.bridgeReceive = async function (a) { return a; }',
        'window["bridgeReceive"] = class Receiver { constructor(a) { this.a = a; } static s = 1 }'
      ];
      for (const source of defined) {
        native.run(source);
        post('look');
        see(bridgeReceive.name, bridgeReceive.length, Object.keys(globalThis).includes('bridgeReceive'));
        for (const call of ['bridgeReceive(1)', 'bridgeReceive(1, {}, [])', 'window.bridgeReceive("x")',
          'new bridgeReceive(7)', 'bridgeReceive.call({}, 2)', 'bridgeReceive.s']) {
          const { value, error } = native.run(call);
          see(call, error ? error.constructor.name : await value);
        }
      }
      see(new bridgeReceive(3) instanceof bridgeReceive, bridgeReceive.prototype.constructor.name);
    }
  },

  'receivers that throw or reject': {
    async run({ native, see }) {
      const failure = new RangeError('no');
      window.bridgeReceive = (how) => {
        if (how === 'throw') throw failure;
        return Promise.reject(failure);
      };
      see(native.run('bridgeReceive("throw")').error === failure);
      const events = [];
      addEventListener('unhandledrejection', (event) => events.push(event.promise, event.reason));
      const promise = native.run('bridgeReceive("reject")').value;
      await native.tick();
      see(events[0] === promise, events[1] === failure, events.length);
      const handled = native.run('bridgeReceive("reject")').value;
      see(await handled.catch((error) => error === failure));
      await native.tick();
      see(events.length);
    }
  },

  'rejected posts that nobody handles': {
    async run({ native, see }) {
      const events = [];
      addEventListener('unhandledrejection', (event) => events.push(event.reason.message));
      const detached = webkit.messageHandlers.bridge.postMessage;
      detached(1);
      webkit.messageHandlers.bridge.postMessage();
      await native.tick();
      see(events);
    }
  },

  'receivers deep in objects': {
    async run({ native, see }) {
      const App = window.App = { version: 1 };
      see(Object.keys(App), App === window.App);
      App.inbox = { receive(x) { return [this === App.inbox, x]; } };
      see(native.run('App.inbox.receive(1)').value, Object.keys(App), JSON.stringify(App));
      App.inbox = Object.freeze({ receive: (x) => x + 1 });
      see(native.run('App.inbox.receive(1)').value);
      class Inbox { receive(x) { return [this instanceof Inbox, x]; } }
      App.inbox = new Inbox();
      see(native.run('App.inbox.receive(2)').value, new Inbox().receive(3), Object.keys(App.inbox));
      App.inbox = { get receive() { return (x) => -x; } };
      see(native.run('App.inbox.receive(4)').value);
      delete App.inbox;
      see('inbox' in App, native.run('App.inbox.receive(5)').error instanceof TypeError);
      window.App = null;
      see(native.run('App.inbox').error instanceof TypeError);
      const child = Object.create(window.App = {});
      child.inbox = 1;
      see(Object.keys(child), Object.keys(window.App));
    }
  },

  'receivers that are asked and polled': {
    async run({ native, see }) {
      const queue = [{ kind: 'queued' }];
      window.App = {
        ask: async (x) => { if (x < 0) throw new Error('negative'); return x * 2; },
        poll: () => queue.splice(0)
      };
      const order = [];
      race(order, 'ask', native.run('App.ask(1)').value);
      race(order, 'other', Promise.resolve());
      await native.tick();
      see(order.join(' '));
      see(await native.run('App.ask(4)').value);
      see(await native.run('App.ask(-4)').value.catch((error) => error.message));
      see(native.run('App.poll()').value, native.run('App.poll()').value);
    }
  },

  'functions that stay away': {
    config: { late: false },
    run({ native, see }) {
      see('bridgeReceive' in window, native.run('bridgeReceive(1)').error.constructor.name);
      see(typeof App, Object.getOwnPropertyNames(globalThis).includes('App'));
      window.bridgeReceive = (x) => x;
      post('look');
      see(native.run('bridgeReceive(1)').value);
    }
  },

  'prompt': {
    run({ native, see }) {
      native.answer = '{"code":0}';
      see(prompt('_bridge=x', '{"a":1}'), prompt('Your name?'), window.prompt.name, prompt.length);
      let count = 0;
      const message = { toString() { count++; return '_bridge=y'; } };
      see(prompt(message), count);
      native.answer = undefined;
      see(prompt('_bridge'), native.received.length);
    }
  },

  'events and messages': {
    run({ native, see }) {
      const detail = { n: 1 };
      addEventListener('native-message', (event) => {
        see(event.detail === detail, event.defaultPrevented);
        event.preventDefault();
        event.stopImmediatePropagation();
      });
      addEventListener('native-message', () => see('never'));
      see(dispatchEvent(new CustomEvent('native-message', { detail, cancelable: true })));
      addEventListener('message', (event) => see(event.data));
      dispatchEvent(new MessageEvent('message', { data: { n: 2 } }));
    }
  },

  'clean traffic of the sync contract': {
    async run({ native, see }) {
      window.bridgeReceive = (message) => {
        if (message.id === 1) see(message.value);
        else if (message.kind !== 'sync') throw new Error('unknown');
      };
      post({ kind: 'ready', version: 2, id: 1, locale: 'ja' });
      native.run('bridgeReceive(JSON.parse(\'{"id":1,"value":"geheim","revision":7}\'));void 0');
      native.load();
      native.run('bridgeReceive({"kind":"sync","value":"more","revision":8})');
    },
    async again({ native, see }) {
      native.run('function bridgeReceive(message) { return message.id; }');
      post({ kind: 'ready', version: 2, id: 1 });
      see(native.run('bridgeReceive({"id":1,"error":{"code":"unavailable","retryAfter":30}})').value);
      native.load();
    }
  }
};
