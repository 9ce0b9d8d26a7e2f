// The page's half of `locators audit`: runs beside the locator script, in its world, in every frame.
// Marks the elements that the audit asks about, so that they can be told apart in the accessibility
// tree, and tells what only the page knows of them. `aria-keyshortcuts` is what the tree shows of an
// element without using it for its name.
(function () {
  'use strict';
  var MARK = 'aria-keyshortcuts';
  var HANDLER = '__locatorAudit';
  var MESSAGE = 'data-locator-audit';
  var PRESENTATIONAL = ['button', 'checkbox', 'img', 'menuitemcheckbox', 'menuitemradio', 'option',
    'progressbar', 'radio', 'scrollbar', 'separator', 'slider', 'switch', 'tab'];
  var INLINE = ['b', 'i', 'em', 'strong', 'u', 's', 'small', 'code', 'mark', 'sub', 'sup', 'span', 'br',
    'wbr', 'abbr', 'bdi', 'bdo', 'kbd', 'samp', 'var', 'q', 'cite', 'time', 'data', 'del', 'ins'];
  if (window[HANDLER]) return;
  var attribute = /*config*/'data-testid'/*config*/;

  // Controls of a form may hide its methods, and images those of the document.
  var element = Element.prototype;
  function getter(prototype, name) {
    var get = Object.getOwnPropertyDescriptor(prototype, name).get;
    return function (node) { return get.call(node); };
  }
  function method(prototype, name) {
    var call = prototype[name];
    return function (node, value, more) { return call.call(node, value, more); };
  }
  var get = method(element, 'getAttribute');
  var has = method(element, 'hasAttribute');
  var put = method(element, 'setAttribute');
  var fits = method(element, 'matches');
  var inElement = method(element, 'querySelectorAll');
  var inDocument = method(Document.prototype, 'querySelectorAll');
  var inFragment = method(DocumentFragment.prototype, 'querySelectorAll');
  var byIdInDocument = method(Document.prototype, 'getElementById');
  var byIdInFragment = method(DocumentFragment.prototype, 'getElementById');
  var rootOf = method(Node.prototype, 'getRootNode');
  var position = method(Node.prototype, 'compareDocumentPosition');
  var rects = method(element, 'getClientRects');
  var shadowOf = getter(element, 'shadowRoot');
  var nameOf = getter(element, 'localName');
  var slotOf = getter(element, 'assignedSlot');
  var parentElementOf = getter(Node.prototype, 'parentElement');
  var parentOf = getter(Node.prototype, 'parentNode');
  var firstOf = getter(Node.prototype, 'firstChild');
  var nextOf = getter(Node.prototype, 'nextSibling');
  var typeOf = getter(Node.prototype, 'nodeType');

  function all(root, selector) {
    return root === document ? inDocument(root, selector) : inFragment(root, selector);
  }

  function byId(root, id) {
    return root === document ? byIdInDocument(root, id) : root.host ? byIdInFragment(root, id) : null;
  }

  function api() { return window.__bridgeLocators; }

  function send(report) {
    window.webkit.messageHandlers[HANDLER].postMessage(report);
  }

  // Every element in every open tree.
  function elements() {
    var out = [];
    var trees = [{list: all(document, '*'), at: 0}];
    while (trees.length) {
      var tree = trees[trees.length - 1];
      if (tree.at >= tree.list.length) {
        trees.pop();
        continue;
      }
      var el = tree.list[tree.at++];
      out.push(el);
      var shadow = shadowOf(el);
      if (shadow) trees.push({list: all(shadow, '*'), at: 0});
    }
    return out;
  }

  // Where an element hangs, through slots and shadow trees.
  function parent(el) {
    return slotOf(el) || parentElementOf(el) || rootOf(el).host || null;
  }

  function isSame(el, name, value) {
    return (get(el, name) || '').trim().toLowerCase() === value;
  }

  // Why an element is not in the accessibility tree, as far as the page knows.
  function absence(el) {
    var reason = '';
    for (var at = el; at; at = parent(at)) {
      var name = nameOf(at);
      var above = parentElementOf(at);
      if (isSame(at, 'aria-hidden', 'true')) return 'aria-hidden';
      if (has(at, 'inert')) return 'inert';
      if (above && nameOf(above) === 'details' && !has(above, 'open') && name !== 'summary') {
        return 'closed-details';
      }
      if (name === 'dialog' && !has(at, 'open')) return 'dialog';
      if (has(at, 'popover') && !matches(at, ':popover-open')) return 'popover';
      var style = getComputedStyle(at);
      if (style.display === 'none' || (at === el && style.visibility !== 'visible')) {
        reason = reason || 'hidden';
      }
    }
    if (reason) return reason;
    var modal = all(document, 'dialog[open]');
    for (var i = 0; i < modal.length; i++) {
      if (matches(modal[i], ':modal') && !isInside(el, modal[i])) return 'behind-modal';
    }
    for (var up = parent(el); up; up = parent(up)) {
      if (PRESENTATIONAL.indexOf(roleOf(up)) >= 0) return 'swallowed-by-parent';
    }
    return '';
  }

  // The role of controls whose children are presentational.
  function roleOf(el) {
    var about = api().describe(el);
    if (about.role) return about.role;
    return nameOf(el) === 'button' ? 'button' : '';
  }

  function matches(el, selector) {
    try { return fits(el, selector); } catch (error) { return false; }
  }

  function isInside(el, other) {
    for (var at = el; at; at = parent(at)) if (at === other) return true;
    return false;
  }

  // A link that is more than text: on iOS its texts are elements, and it is none.
  function isMixed(el) {
    return Array.prototype.some.call(inElement(el, '*'), function (child) {
      return INLINE.indexOf(nameOf(child)) < 0;
    });
  }

  function look(el, key, plan) {
    var about = api().describe(el);
    var place = path(el);
    var entry = {key: key, path: place, tag: about.name, role: about.role,
      testId: has(el, attribute) ? get(el, attribute) : null,
      isInteractive: about.isInteractive, plan: plan[place] || null, absence: absence(el),
      isVisible: rects(el).length > 0 && getComputedStyle(el).visibility === 'visible'};
    if (has(el, 'onclick')) entry.clickable = true;
    if (isFocusable(el)) entry.focusable = true;
    if (about.name === 'a' && isMixed(el)) entry.mixed = true;
    if (about.name === 'input') entry.type = (get(el, 'type') || 'text').toLowerCase();
    var placeholder = get(el, 'placeholder') || get(el, 'aria-placeholder');
    if (placeholder) entry.placeholder = placeholder;
    return entry;
  }

  function isFocusable(el) {
    return has(el, 'tabindex') && Number(get(el, 'tabindex')) >= 0;
  }

  // Whatever the audit may ask about, before the locator script says what it takes it for.
  var ASKED = 'button, a[href], area[href], input, select, textarea, summary, [contenteditable], ' +
    '[onclick], [tabindex], [role]:not([role=presentation i]):not([role=none i]), svg a';
  var marks = new Map();

  function markAll(list, prefix) {
    list.forEach(function (el) {
      if (marks.has(el) || !(has(el, attribute) || matches(el, ASKED))) return;
      var key = prefix + '.' + marks.size;
      marks.set(el, key);
      var own = get(el, MARK);
      put(el, MARK, own ? own + ' ' + key : key);
    });
  }

  function isAsked(el) {
    return has(el, attribute) || api().describe(el).isInteractive || has(el, 'onclick') ||
      isFocusable(el);
  }

  function tell(report, list) {
    // What the script had not followed by itself.
    report.late = api().refresh();
    var plan = Object.create(null);
    api().plan().forEach(function (entry) { plan[entry.path] = entry; });
    list.forEach(function (el) {
      if (isAsked(el)) report.entries.push(look(el, marks.get(el) || '', plan));
    });
    report.stats = api().stats;
  }

  // The same path that the locator script gives, which is not there in the first of both loads.
  function path(el) {
    var parts = [];
    while (el) {
      var id = get(el, 'id');
      var root = rootOf(el);
      if (id && /^[A-Za-z][\w-]*$/.test(id) && byId(root, id) === el) {
        parts.unshift('#' + id);
        el = null;
      } else {
        var number = 1;
        var alone = true;
        var above = parentOf(el);
        var name = nameOf(el);
        for (var child = above && firstOf(above); child; child = nextOf(child)) {
          if (typeOf(child) !== 1 || child === el || nameOf(child) !== name) continue;
          alone = false;
          if (position(el, child) & 2) number++;
        }
        parts.unshift(alone ? name : name + ':nth-of-type(' + number + ')');
        el = above && typeOf(above) === 1 ? above : null;
      }
      if (!el && root.host) {
        parts.unshift('>>>');
        el = root.host;
      }
    }
    return parts.join(' > ').replace(/ > >>> > /g, ' >>> ');
  }

  // The number of a frame among those of the window around it.
  function number(view) {
    for (var i = 0; i < window.length; i++) if (window[i] === view) return i;
    return -1;
  }

  // The numbers from the page down to this frame.
  function prefix() {
    var out = '';
    for (var view = window; view !== view.parent; view = view.parent) {
      var i = 0;
      while (i < view.parent.length && view.parent[i] !== view) i++;
      out = '-' + i + out;
    }
    return 'k' + out;
  }

  var FRAMES = ['iframe', 'frame', 'object', 'embed'];

  // Passes a step on to the frames inside.
  function ask(list, report, step) {
    list.forEach(function (el) {
      var name = nameOf(el);
      if (FRAMES.indexOf(name) < 0 || !el.contentWindow) return;
      var inner = report.prefix + '-' + number(el.contentWindow);
      var place = path(el);
      report.frames.push({prefix: inner, path: place});
      if (step.do === 'auto') return;
      var message = {};
      message[MESSAGE] = {do: step.do, prefix: inner,
        frame: (step.frame ? step.frame + ' >> ' : '') + place};
      el.contentWindow.postMessage(message, '*');
    });
  }

  function run(step) {
    var list = elements();
    var report = {step: step.do, frame: step.frame, prefix: step.prefix, entries: [], frames: [],
      stats: null};
    markAll(list, step.prefix);
    if (api() && step.do !== 'mark') {
      tell(report, list);
    } else {
      marks.forEach(function (key, el) { report.entries.push({key: key, path: path(el)}); });
    }
    ask(list, report, step);
    send(report);
  }

  window.addEventListener('message', function (event) {
    var step = event.data && event.data[MESSAGE];
    if (step && event.source === window.parent && window !== window.top) run(step);
  });

  Object.defineProperty(window, HANDLER, {value: {
    run: run,
    // Whether the script has nothing left to do; a number that changes where it cannot tell.
    state: function () {
      if (!api()) return 'settled';
      if (api().isSettled) return api().isSettled() ? 'settled' : 'busy';
      return api().stats.passes + ':' + api().stats.writes;
    }
  }});
  // A sandboxed frame runs this script, but none of its listeners: it can only tell now.
  if (window !== window.top) run({do: 'auto', frame: '', prefix: prefix()});
})();
