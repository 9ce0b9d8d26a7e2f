// Records what a page and native say to each other, seen from the page, as lines for
// `bridge-contract validate`. A plain script without dependencies (ES2019): a user script at
// document start, or the first script of the page. How to use it: Recording.md.
//
// It must not change what the page does. Functions are stood in for by proxies that hand on `this`,
// arguments, result and exception as they are; nothing is awaited, no promise is put between; getters
// of bodies are not run. What can be told apart all the same stands in Recording.md.
(function (config) {
  'use strict';
  var root = window;
  if (Object.prototype.hasOwnProperty.call(root, '__bridgeRecorder')) return;

  // The page may replace any of these later.
  var apply = Reflect.apply;
  var define = Object.defineProperty;
  var descriptor = Object.getOwnPropertyDescriptor;
  var prototypeOf = Object.getPrototypeOf;
  var keysOf = Object.keys;
  var isExtensible = Object.isExtensible;
  var isArray = Array.isArray;
  var isView = ArrayBuffer.isView;
  var quote = JSON.stringify;
  var parse = JSON.parse;
  var now = Date.now;
  var toISO = Date.prototype.toISOString;
  var promiseThen = Promise.prototype.then;
  var ProxyType = Proxy;
  var objectPrototype = Object.prototype;

  var maxBody = config.maxBody || 1 << 20;
  var maxDepth = 1000;
  var maxRing = config.maxRing || 1 << 20;
  var storageKey = '__bridgeRecorder';
  var isStopped = false;
  // While a line is handed to the sink, what the sink does is not traffic.
  var isDelivering = false;

  // ---- The body as JSON text ----

  // What native does not get at all (the whole message is lost), by constructor.
  var unsupported = ['Promise', 'WeakMap', 'WeakSet', 'Node', 'Window', 'Location', 'Event', 'URL',
    'URLSearchParams'];
  var asNull = ['Blob', 'File', 'ImageData'];
  var asUndefined = ['DOMRect', 'DOMRectReadOnly', 'DOMMatrix', 'DOMMatrixReadOnly'];
  var asEmpty = ['Map', 'Set', 'RegExp', 'Error', 'ArrayBuffer', 'DataView', 'Boolean', 'Number',
    'BigInt'];

  function isOne(value, names) {
    for (var i = 0; i < names.length; i++) {
      var type = root[names[i]];
      try {
        if (typeof type === 'function' && value instanceof type) return names[i];
      } catch (_) { /* a constructor of the page's own */ }
    }
    return '';
  }

  // The JSON text that a value is recorded as, what JSON could not hold, and whether native gets it.
  // `undefined` stays undefined here; the caller knows what that means at its place.
  function encode(top) {
    // No methods of arrays and sets here: pages replace them, and would see these calls.
    var out = '';
    var losses = [];
    var isLost = false;
    var stack = [];
    var depth = 0;

    function put(text) {
      out += text;
      if (out.length > maxBody) throw tooLong;
    }

    function isOpen(value) {
      for (var i = 0; i < depth; i++) if (stack[i].value === value) return true;
      return false;
    }

    // The first frame is the root, which has no name.
    function path(last) {
      var at = '';
      for (var i = 1; i < depth; i++) at += '/' + escape(stack[i].label);
      return last === undefined ? at : at + '/' + escape(last);
    }

    function lose(was, last) {
      if (losses.length < 16) losses[losses.length] = { at: path(last), was: was };
    }

    // Writes a value, or opens it. False: it is absent for native.
    function write(value, prefix, last) {
      if (value === getter) {
        lose('getter', last);
        return false;
      }
      switch (typeof value) {
        case 'string': put(prefix + quote(value)); return true;
        case 'boolean': put(prefix + (value ? 'true' : 'false')); return true;
        case 'number':
          if (value !== value || value === Infinity || value === -Infinity) {
            lose(value !== value ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity', last);
            put(prefix + 'null');
          } else {
            put(prefix + (value === 0 && 1 / value < 0 ? '-0' : '' + value));
          }
          return true;
        case 'undefined': lose('undefined', last); return false;
        case 'bigint': lose('BigInt', last); return false;
        case 'symbol': lose('Symbol', last); return false;
        case 'function': lose('function', last); isLost = true; return false;
      }
      if (value === null) {
        put(prefix + 'null');
        return true;
      }
      return writeObject(value, prefix, last);
    }

    function writeObject(value, prefix, last) {
      if (isOpen(value)) {
        lose('cycle', last);
        put(prefix + 'null');
        return true;
      }
      if (isArray(value)) {
        put(prefix + '[');
        push(value, null, value.length, last);
        return true;
      }
      var prototype = prototypeOf(value);
      if (prototype !== objectPrototype && prototype !== null) {
        var name;
        if (value instanceof Date) {
          lose('Date', last);
          var text = null;
          try { text = apply(toISO, value, []); } catch (_) { /* an invalid date */ }
          put(prefix + quote(text));
          return true;
        }
        if (isView(value) && !(value instanceof DataView)) {
          lose('typed array', last);
          put(prefix + '{');
          push(value, 'view', value.length, last);
          return true;
        }
        if (value instanceof String) {
          lose('String', last);
          put(prefix + '{');
          push(value, keysOf(value), 0, last);
          return true;
        }
        if ((name = isOne(value, unsupported))) {
          lose(name, last);
          isLost = true;
          return false;
        }
        if ((name = isOne(value, asNull))) {
          lose(name, last);
          put(prefix + 'null');
          return true;
        }
        if ((name = isOne(value, asUndefined))) {
          lose(name, last);
          return false;
        }
        if ((name = isOne(value, asEmpty))) {
          lose(name, last);
          put(prefix + '{}');
          return true;
        }
      }
      if (value === root || value === Math || value === JSON || value === root.console) {
        lose('host object', last);
        isLost = true;
        return false;
      }
      put(prefix + '{');
      push(value, keysOf(value), 0, last);
      return true;
    }

    function push(value, keys, count, last) {
      if (depth === maxDepth) throw tooLong;
      stack[depth++] = {
        value: value, keys: keys, count: count, at: 0, isFirst: true, label: last
      };
    }

    // The value of a member; `getter` for one that only the page's own code could tell.
    function member(object, key) {
      var found = descriptor(object, key);
      if (!found) return undefined;
      if ('value' in found) return found.value;
      if (!config.readGetters) return getter;
      try {
        return object[key];
      } catch (_) {
        isLost = true;
        return getter;
      }
    }

    var isThere = write(top, '', undefined);
    while (depth) {
      var frame = stack[depth - 1];
      var isList = frame.keys === null || frame.keys === 'view';
      var end = isList ? frame.count : frame.keys.length;
      if (frame.at === end) {
        put(frame.keys === null ? ']' : '}');
        depth--;
        continue;
      }
      var key = isList ? frame.at : frame.keys[frame.at];
      frame.at++;
      var comma = frame.isFirst ? '' : ',';
      if (frame.keys === null) {
        frame.isFirst = false;
        var item = member(frame.value, '' + key);
        if (!write(item, comma, key)) put(comma + 'null');
      } else {
        var value = frame.keys === 'view' ? frame.value[key] : member(frame.value, key);
        var before = comma + quote('' + key) + ':';
        if (write(value, before, key)) frame.isFirst = false;
      }
    }
    return { text: isThere ? out : undefined, losses: losses, isLost: isLost };
  }

  var tooLong = {};
  var getter = {};

  function table(names) {
    var out = Object.create(null);
    for (var i = 0; i < names.length; i++) out[names[i]] = true;
    return out;
  }

  function escape(key) {
    var text = '' + key;
    var out = '';
    for (var i = 0; i < text.length; i++) {
      out += text[i] === '~' ? '~0' : text[i] === '/' ? '~1' : text[i];
    }
    return out;
  }

  // ---- Session, page, ring ----

  var isMain = true;
  try { isMain = root.top === root; } catch (_) { isMain = false; }

  function random() {
    var digits = '';
    for (var i = 0; i < 4; i++) {
      digits += ('000' + Math.floor(Math.random() * 65536).toString(16)).slice(-4);
    }
    return digits;
  }

  function load() {
    try {
      var state = parse(root.sessionStorage.getItem(storageKey));
      if (state && typeof state.session === 'string' && typeof state.page === 'number') {
        return { session: state.session, page: state.page, dropped: state.dropped || 0,
          lines: isArray(state.lines) ? state.lines : [] };
      }
    } catch (_) { /* no storage here, or somebody else's text */ }
    return { session: random(), page: 0, dropped: 0, lines: [] };
  }

  function save(withLines) {
    if (!isMain) return;
    var state = { session: session, page: page };
    try {
      if (withLines && (ring.length || dropped)) {
        state.lines = ring;
        state.dropped = dropped;
        root.sessionStorage.setItem(storageKey, quote(state));
        ring = [];
        ringSize = 0;
        dropped = 0;
        return;
      }
    } catch (_) {
      // It did not fit: the session and its pages matter more.
      state = { session: session, page: page, dropped: dropped + ring.length };
    }
    try { root.sessionStorage.setItem(storageKey, quote(state)); } catch (_) { /* none */ }
  }

  var state = load();
  var session = typeof config.session === 'string' ? config.session : state.session;
  var page = isMain ? state.page + 1 : Math.max(1, state.page);
  var ring = isMain ? state.lines : [];
  var dropped = isMain ? state.dropped : 0;
  var ringSize = 0;
  ring.forEach(function (line) { ringSize += line.length; });
  save(false);

  var calls = 0;
  var callPrefix = isMain ? 'p' : 'f' + random().slice(0, 6) + '.';

  function nextCall() { return callPrefix + page + '.' + ++calls; }

  var frame = '{"main":' + isMain;
  try {
    if (typeof root.location.origin === 'string') frame += ',"origin":' + quote(root.location.origin);
  } catch (_) { /* no location */ }
  frame += '}';

  function head() { return '{"t":' + now() + ',"session":' + quote(session) + ',"page":' + page; }

  var tail = ',"origin":"recorded","recorder":"page"}';

  function deliver(line) {
    if (isDelivering) return;
    isDelivering = true;
    try {
      if (typeof config.sink === 'function') {
        config.sink(line);
        return;
      }
      if (typeof config.sink === 'string') {
        var handler = handlers()[config.sink];
        if (handler) {
          var sent = apply(plainPost(handler), handler, [line]);
          try { apply(promiseThen, sent, [undefined, function () {}]); } catch (_) { /* none */ }
          return;
        }
      }
      keep(line);
    } catch (_) {
      keep(line);
    } finally {
      isDelivering = false;
    }
  }

  function keep(line) {
    ring[ring.length] = line;
    ringSize += line.length;
    if (ringSize <= maxRing) return;
    // The oldest make room, an eighth at once so that it is cheap.
    var rest = [];
    var left = maxRing - maxRing / 8;
    for (var i = ring.length - 1; i >= 0 && left >= ring[i].length; i--) left -= ring[i].length;
    dropped += i + 1;
    ringSize = 0;
    for (i++; i < ring.length; i++) {
      rest[rest.length] = ring[i];
      ringSize += ring[i].length;
    }
    ring = rest;
  }

  // Puts a line together and hands it on. `fields.body` is a value, or `fields.json` text.
  function record(fields) {
    if (isStopped || isDelivering) return;
    try {
      var line = head();
      if (fields.direction) line += ',"direction":"' + fields.direction + '"';
      if (fields.channel !== undefined) line += ',"channel":' + quote(fields.channel);
      if (fields.direction) line += ',"frame":' + frame;
      if (fields.event) line += ',"event":' + quote(fields.event);
      var cause = fields.cause;
      var losses = [];
      var body = '';
      if ('body' in fields) {
        var encoded = encode(fields.body);
        losses = encoded.losses;
        if (fields.fn !== undefined) {
          body = ',"body":{"fn":' + quote(fields.fn) + ',"args":' + encoded.text + '}';
        } else {
          body = ',"body":' + (encoded.text === undefined ? 'null' : encoded.text);
        }
        // Native gets nothing of a value that the engine cannot carry.
        if (encoded.isLost && fields.direction === 'webToNative' && !cause && !fields.answers) {
          cause = 'native-not-received';
        }
      }
      if (cause) line += ',"cause":' + quote(cause);
      if (fields.call) line += ',"call":' + quote(fields.call);
      if (fields.answers) line += ',"answers":' + quote(fields.answers);
      if (fields.error !== undefined) line += ',"error":' + quote(fields.error);
      line += body;
      if (losses.length) line += ',"losses":' + quote(losses);
      deliver(line + tail);
    } catch (_) {
      // A body that is too long or that throws when it is looked at: the page must not notice.
      dropped++;
    }
    try { check(); } catch (_) { /* the page's own objects may object */ }
  }

  // ---- The page speaks: handlers ----

  var isReplyName = table(config.replyHandlers || []);
  var handlerNames = (config.handlers || []).concat(config.replyHandlers || []);
  // Lives as long as the page does, and so do handlers.
  var nameOfHandler = new WeakMap();
  var posts = new WeakMap();

  function handlers() {
    try { return (root.webkit && root.webkit.messageHandlers) || {}; } catch (_) { return {}; }
  }

  function plainPost(handler) {
    var post = handler.postMessage;
    return posts.get(post) || post;
  }

  // The name of a handler, and whether it is registered now.
  function named(handler) {
    var all = handlers();
    for (var i = 0; i < handlerNames.length; i++) {
      if (all[handlerNames[i]] === handler) {
        nameOfHandler.set(handler, handlerNames[i]);
        return { name: handlerNames[i], isThere: true };
      }
    }
    var name = nameOfHandler.get(handler);
    return name === undefined ? null : { name: name, isThere: false };
  }

  function checkHandlers() {
    var all = handlers();
    // All handlers have their function from one place: what is done there by way of the sink's holds
    // for a handler that is registered later, between a look of ours and a message of the page.
    var sink = typeof config.sink === 'string' ? all[config.sink] : null;
    if (sink && typeof sink === 'object') wrapPost(sink);
    for (var i = 0; i < handlerNames.length; i++) {
      var handler = all[handlerNames[i]];
      if (!handler || typeof handler !== 'object') continue;
      nameOfHandler.set(handler, handlerNames[i]);
      wrapPost(handler);
    }
  }

  function wrapPost(handler) {
    var holder = handler;
    var found;
    while (holder && !(found = descriptor(holder, 'postMessage'))) holder = prototypeOf(holder);
    if (!found || typeof found.value !== 'function' || posts.has(found.value)) return;
    var original = found.value;
    var stand = new ProxyType(original, { apply: post });
    posts.set(stand, original);
    try {
      define(holder, 'postMessage', {
        value: stand, writable: found.writable, enumerable: found.enumerable,
        configurable: found.configurable
      });
    } catch (_) { /* it cannot be replaced: not recorded */ }
  }

  function post(original, self, args) {
    var found = null;
    try { found = !isStopped && !isDelivering && self ? named(self) : null; } catch (_) { /* none */ }
    if (!found) return apply(original, self, args);
    var call = isReplyName[found.name] && found.isThere ? nextCall() : undefined;
    var fields = { direction: 'webToNative', channel: found.name, call: call };
    if (args.length) fields.body = args[0];
    if (!found.isThere) fields.cause = 'handler-missing';
    else if (!args.length) fields.cause = 'native-not-received';
    record(fields);
    var result;
    try {
      result = apply(original, self, args);
    } catch (error) {
      record({ direction: 'webToNative', channel: found.name, cause: 'native-not-received' });
      throw error;
    }
    if (call) answer(result, call, 'nativeToWeb', found.name);
    return result;
  }

  function text(error) {
    try {
      if (error !== null && typeof error === 'object') {
        var found = descriptor(error, 'message');
        return found && typeof found.value === 'string' ? found.value : '';
      }
      return String(error);
    } catch (_) {
      return '';
    }
  }

  // Records what a promise settles with. The page's own promise is looked at, none is put between.
  function answer(result, call, direction, channel) {
    try {
      apply(promiseThen, result, [
        function (value) {
          record({ direction: direction, answers: call, body: value });
        },
        function (error) {
          if (error && text({ message: error.name }) === 'DataCloneError') {
            record({
              direction: direction === 'nativeToWeb' ? 'webToNative' : 'nativeToWeb',
              channel: channel, cause: 'native-not-received'
            });
          } else {
            record({ direction: direction, answers: call, error: text(error) });
          }
        }
      ]);
      return true;
    } catch (_) {
      return false;
    }
  }

  // A post to a handler that is not there throws before any function is called; WebKit's error text
  // names the expression.
  var missing = /undefined is not an object \(evaluating '.*\bmessageHandlers(?:\.([\w$]+)|\[["']([^"']+)["']\])?/;

  function sawError(message) {
    var match = typeof message === 'string' && missing.exec(message);
    if (!match) return;
    record({ direction: 'webToNative', channel: match[1] || match[2], cause: 'handler-missing' });
  }

  // ---- Native speaks: functions, events, messages ----

  var isAnswering = table(config.returns || []);
  var isPolled = table(config.polls || []);
  var receivers = (config.receivers || []).concat(config.returns || [], config.polls || [])
    .filter(function (path, at, all) { return all.indexOf(path) === at; })
    .map(function (path) { return { path: path, keys: path.replace(/^window\./, '').split('.') }; });
  var stands = new WeakMap();
  var standIns = new WeakSet();
  var watched = new WeakMap();
  var rejections = new WeakMap();

  function standIn(fn, receiver) {
    if (standIns.has(fn)) return fn;
    var made = stands.get(fn);
    if (!made) stands.set(fn, made = {});
    if (made[receiver.path]) return made[receiver.path];
    var stand = new ProxyType(fn, {
      apply: function (target, self, args) { return receive(receiver, target, self, args); }
    });
    standIns.add(stand);
    made[receiver.path] = stand;
    return stand;
  }

  function receive(receiver, original, self, args) {
    if (isStopped || isDelivering) return apply(original, self, args);
    var path = receiver.path;
    var isPoll = isPolled[path] === true;
    var call = isAnswering[path] ? nextCall() : undefined;
    if (!isPoll) {
      record({ direction: 'nativeToWeb', channel: path, fn: path, body: args, call: call });
    }
    var result;
    try {
      result = apply(original, self, args);
    } catch (error) {
      if (call) record({ direction: 'webToNative', answers: call, error: text(error) });
      else record({ direction: 'nativeToWeb', channel: path, cause: 'web-rejected' });
      throw error;
    }
    if (isPoll) record({ direction: 'webToNative', channel: path, body: result });
    else if (call) {
      if (!answer(result, call, 'webToNative', path)) {
        record({ direction: 'webToNative', answers: call, body: result });
      }
    } else if (result instanceof Promise) rejections.set(result, path);
    return result;
  }

  function isObject(value) {
    return value !== null && (typeof value === 'object' || typeof value === 'function');
  }

  // Finds a receiver from a property on, or waits for the property to be set.
  function watch(parent, receiver, at) {
    var key = receiver.keys[at];
    var isLast = at === receiver.keys.length - 1;
    var mine = watched.get(parent);
    if (!mine) watched.set(parent, mine = {});
    var found = descriptor(parent, key);
    if (found && mine[key] && found.get === mine[key].get) {
      if (isLast) mine[key].serve(receiver);
      else if (isObject(mine[key].get())) watch(mine[key].get(), receiver, at + 1);
      return;
    }
    if (found && !('value' in found)) return;
    if (!found && key in parent) {
      inherited(parent, receiver, key, isLast, at);
      return;
    }
    var value = found && found.value;
    if (!isLast && isObject(value)) watch(value, receiver, at + 1);
    if (found && !found.configurable) {
      if (isLast && found.writable && typeof value === 'function') {
        parent[key] = standIn(value, receiver);
      }
      return;
    }
    if (found && !found.writable) {
      if (isLast && typeof value === 'function') {
        define(parent, key, {
          value: standIn(value, receiver), writable: false, enumerable: found.enumerable,
          configurable: true
        });
      }
      return;
    }
    if (found ? !isLast : config.late === false || !isExtensible(parent)) return;
    put(parent, key, isLast ? receiver : null, value, found ? found.enumerable : false, mine);
  }

  // A property that hands out the stand-in of what is put into it.
  function put(parent, key, receiver, value, isEnumerable, mine) {
    function take(next) {
      value = receiver && typeof next === 'function' ? standIn(next, receiver) : next;
    }
    function get() { return value; }
    function set(next) {
      // An object that inherits from this one gets a property of its own, as it would have.
      if (this !== parent && this !== undefined) {
        define(this, key, { value: next, writable: true, enumerable: true, configurable: true });
        return;
      }
      take(next);
      if (!isEnumerable) {
        isEnumerable = true;
        define(parent, key, { get: get, set: set, enumerable: true, configurable: true });
      }
      if (isObject(next)) checkReceivers();
    }
    take(value);
    mine[key] = { get: get, serve: function (last) { receiver = last; take(value); } };
    define(parent, key, { get: get, set: set, enumerable: isEnumerable, configurable: true });
  }

  function inherited(parent, receiver, key, isLast, at) {
    var holder = prototypeOf(parent);
    while (holder && !descriptor(holder, key)) holder = prototypeOf(holder);
    var found = holder && descriptor(holder, key);
    if (!found || !('value' in found)) return;
    if (!isLast) {
      if (isObject(found.value)) watch(found.value, receiver, at + 1);
      return;
    }
    if (typeof found.value !== 'function' || !found.configurable || standIns.has(found.value)) return;
    var original = found.value;
    var stand = new ProxyType(original, {
      apply: function (target, self, args) {
        return self === parent ? receive(receiver, target, self, args) : apply(target, self, args);
      }
    });
    standIns.add(stand);
    define(holder, key, {
      value: stand, writable: found.writable, enumerable: found.enumerable, configurable: true
    });
  }

  function checkReceivers() {
    for (var i = 0; i < receivers.length; i++) {
      try { watch(root, receivers[i], 0); } catch (_) { /* an object that cannot be changed */ }
    }
  }

  function check() {
    if (isStopped) return;
    checkHandlers();
    checkReceivers();
  }

  // ---- prompt ----

  if (config.prompt && typeof root.prompt === 'function') {
    var promptPattern = typeof config.prompt === 'string' ? new RegExp(config.prompt, 'u') : null;
    var promptFound = descriptor(root, 'prompt');
    var plain = function (value) {
      return isObject(value) || typeof value === 'symbol' ? undefined : String(value);
    };
    var promptStand = new ProxyType(root.prompt, {
      apply: function (original, self, args) {
        var message = args.length ? plain(args[0]) : '';
        if (isStopped || isDelivering || promptPattern &&
          (message === undefined || !promptPattern.test(message))) {
          return apply(original, self, args);
        }
        var call = nextCall();
        record({
          direction: 'webToNative', fn: 'prompt', call: call,
          body: [message, args.length > 1 && args[1] !== undefined ? plain(args[1]) : null]
        });
        var result = apply(original, self, args);
        record({ direction: 'nativeToWeb', answers: call, body: result });
        return result;
      }
    });
    try {
      define(root, 'prompt', {
        value: promptStand, writable: true, configurable: true,
        enumerable: promptFound ? promptFound.enumerable : true
      });
    } catch (_) { /* not to be replaced */ }
  }

  // ---- What the window tells ----

  var listeners = [];

  function listen(type, listener) {
    var safe = function (event) {
      if (isStopped) return;
      try { listener(event); } catch (_) { /* the page must not notice */ }
    };
    try {
      root.addEventListener(type, safe, true);
      listeners.push([type, safe]);
    } catch (_) { /* no events here */ }
  }

  (config.events || []).forEach(function (type) {
    listen(type, function (event) {
      record({ direction: 'nativeToWeb', channel: type, body: event.detail });
    });
  });
  if (config.messages) {
    var messageChannel = typeof config.messages === 'string' ? config.messages : undefined;
    listen('message', function (event) {
      // Native's own come from the window itself or from nowhere; frames and workers have a source.
      if (event.source !== null && event.source !== undefined && event.source !== root) return;
      record({ direction: 'nativeToWeb', channel: messageChannel, body: event.data });
    });
  }
  listen('error', function (event) { sawError(event.message); });
  listen('unhandledrejection', function (event) {
    var path = rejections.get(event.promise);
    if (path !== undefined) record({ direction: 'nativeToWeb', channel: path, cause: 'web-rejected' });
    else if (event.reason instanceof Error) sawError(text(event.reason));
  });

  var hasFinished = false;
  function finished() {
    if (hasFinished) return;
    hasFinished = true;
    if (isMain) record({ event: '@loadFinished' });
  }
  listen('DOMContentLoaded', check);
  listen('load', check);
  listen('pageshow', function (event) {
    if (!event.persisted) {
      finished();
      return;
    }
    // Back out of the page cache: native sees a navigation, so it is a page of its own.
    var state = load();
    page = Math.max(page, state.page) + (isMain ? 1 : 0);
    if (isMain && !ring.length) {
      ring = state.lines;
      dropped += state.dropped;
      ringSize = 0;
      ring.forEach(function (line) { ringSize += line.length; });
    }
    save(false);
    if (isMain) {
      record({ event: '@loadCommitted' });
      record({ event: '@loadFinished' });
    }
  });
  listen('pagehide', function () { save(true); });

  // ---- Start ----

  // Only a script that runs before the document has a head has seen the page from its beginning.
  var isAtStart = config.documentStart;
  if (isAtStart === undefined) {
    try {
      isAtStart = root.document.readyState === 'loading' && !root.document.head && !root.document.body;
    } catch (_) {
      isAtStart = false;
    }
  }
  if (isMain && isAtStart) record({ event: '@loadCommitted' });
  check();

  function gap() {
    return dropped
      ? head() + ',"event":"linesDropped","lines":' + dropped + tail + '\n' : '';
  }

  define(root, '__bridgeRecorder', {
    configurable: true, enumerable: false, writable: false,
    value: Object.freeze({
      version: 1,
      session: session,
      // The lines kept so far, each with its line end.
      lines: function () { return gap() + ring.map(function (line) { return line + '\n'; }).join(''); },
      // The same; they are not kept any longer.
      take: function () {
        var all = this.lines();
        ring = [];
        ringSize = 0;
        dropped = 0;
        return all;
      },
      // Looks for handlers and receivers that came into being unseen.
      check: check,
      // Offers the lines as a file, where the browser has downloads.
      download: function (name) {
        var link = root.document.createElement('a');
        link.href = root.URL.createObjectURL(new root.Blob([this.lines()], { type: 'application/jsonl' }));
        link.download = name || 'messages.jsonl';
        link.click();
      },
      // Records nothing more; the stand-ins stay and only hand on.
      stop: function () {
        isStopped = true;
        listeners.forEach(function (entry) { root.removeEventListener(entry[0], entry[1], true); });
      }
    })
  });
})(/*config*/ window.bridgeRecorderConfig || {} /*config*/);
