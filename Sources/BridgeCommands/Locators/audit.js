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

  function api() { return window.__bridgeLocators; }

  function send(report) {
    window.webkit.messageHandlers[HANDLER].postMessage(report);
  }

  // Every element in every open tree.
  function elements() {
    var out = [];
    (function add(root) {
      var list = root.querySelectorAll('*');
      for (var i = 0; i < list.length; i++) {
        out.push(list[i]);
        if (list[i].shadowRoot) add(list[i].shadowRoot);
      }
    })(document);
    return out;
  }

  // Where an element hangs, through slots and shadow trees.
  function parent(el) {
    return el.assignedSlot || el.parentElement || (el.getRootNode().host || null);
  }

  function isSame(el, name, value) {
    return (el.getAttribute(name) || '').trim().toLowerCase() === value;
  }

  // Why an element is not in the accessibility tree, as far as the page knows.
  function absence(el) {
    var reason = '';
    for (var at = el; at; at = parent(at)) {
      var name = at.localName;
      if (isSame(at, 'aria-hidden', 'true')) return 'aria-hidden';
      if (at.hasAttribute('inert')) return 'inert';
      if (at.parentElement && at.parentElement.localName === 'details' &&
          !at.parentElement.open && name !== 'summary') return 'closed-details';
      if (name === 'dialog' && !at.open) return 'dialog';
      if (at.hasAttribute('popover') && !matches(at, ':popover-open')) return 'popover';
      var style = getComputedStyle(at);
      if (style.display === 'none' || (at === el && style.visibility !== 'visible')) {
        reason = reason || 'hidden';
      }
    }
    if (reason) return reason;
    var modal = document.querySelectorAll('dialog[open]');
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
    return el.localName === 'button' ? 'button' : '';
  }

  function matches(el, selector) {
    try { return el.matches(selector); } catch (error) { return false; }
  }

  function isInside(el, other) {
    for (var at = el; at; at = parent(at)) if (at === other) return true;
    return false;
  }

  // A link that is more than text: on iOS its texts are elements, and it is none.
  function isMixed(el) {
    return Array.prototype.some.call(el.querySelectorAll('*'), function (child) {
      return INLINE.indexOf(child.localName) < 0;
    });
  }

  function look(el, key, plan, attribute) {
    var about = api().describe(el);
    var place = path(el);
    var entry = {key: key, path: place, tag: about.name, role: about.role,
      testId: el.hasAttribute(attribute) ? el.getAttribute(attribute) : null,
      isInteractive: about.isInteractive, plan: plan[place] || null, absence: absence(el),
      isVisible: el.getClientRects().length > 0 && getComputedStyle(el).visibility === 'visible'};
    if (el.hasAttribute('onclick')) entry.clickable = true;
    if (el.hasAttribute('tabindex') && el.tabIndex >= 0) entry.focusable = true;
    if (about.name === 'a' && isMixed(el)) entry.mixed = true;
    if (about.name === 'input') entry.type = (el.getAttribute('type') || 'text').toLowerCase();
    if (el.hasAttribute('placeholder') || el.hasAttribute('aria-placeholder')) {
      entry.placeholder = el.getAttribute('placeholder') || el.getAttribute('aria-placeholder');
    }
    return entry;
  }

  // Whatever the audit may ask about, before the locator script says what it takes it for.
  var ASKED = 'button, a[href], area[href], input, select, textarea, summary, [contenteditable], ' +
    '[onclick], [tabindex], [role]:not([role=presentation i]):not([role=none i]), svg a';
  var marks = new Map();

  function markAll(all, prefix, attribute) {
    all.forEach(function (el) {
      if (marks.has(el) || !(el.hasAttribute(attribute) || matches(el, ASKED))) return;
      var key = prefix + '.' + marks.size;
      marks.set(el, key);
      var own = el.getAttribute(MARK);
      el.setAttribute(MARK, own ? own + ' ' + key : key);
    });
  }

  function isAsked(el, attribute) {
    return el.hasAttribute(attribute) || api().describe(el).isInteractive ||
      el.hasAttribute('onclick') || (el.hasAttribute('tabindex') && el.tabIndex >= 0);
  }

  function tell(report, all, attribute) {
    api().refresh();
    var plan = Object.create(null);
    api().plan().forEach(function (entry) { plan[entry.path] = entry; });
    all.forEach(function (el) {
      if (isAsked(el, attribute)) report.entries.push(look(el, marks.get(el) || '', plan, attribute));
    });
    report.stats = api().stats;
  }

  // The same path that the locator script gives, which is not there in the first of both loads.
  function path(el) {
    var parts = [];
    while (el) {
      var id = el.getAttribute('id');
      var root = el.getRootNode();
      if (id && /^[A-Za-z][\w-]*$/.test(id) && root.getElementById(id) === el) {
        parts.unshift('#' + id);
        el = null;
      } else {
        var number = 1;
        var alone = true;
        var parent = el.parentNode;
        var name = el.localName;
        for (var child = parent && parent.firstChild; child; child = child.nextSibling) {
          if (child.nodeType !== 1 || child === el || child.localName !== name) continue;
          alone = false;
          if (el.compareDocumentPosition(child) & 2) number++;
        }
        parts.unshift(alone ? name : name + ':nth-of-type(' + number + ')');
        el = parent && parent.nodeType === 1 ? parent : null;
      }
      if (!el && root.host) {
        parts.unshift('>>>');
        el = root.host;
      }
    }
    return parts.join(' > ').replace(/ > >>> > /g, ' >>> ');
  }

  // Passes a command on to the frames inside.
  function ask(all, report, command) {
    all.forEach(function (el) {
      if (el.localName !== 'iframe' && el.localName !== 'frame') return;
      if (!el.contentWindow) return;
      var name = report.prefix + '-' + report.frames.length;
      var place = path(el);
      report.frames.push({prefix: name, path: place});
      var message = {};
      message[MESSAGE] = Object.assign({}, command, {prefix: name,
        frame: (command.frame ? command.frame + ' >> ' : '') + place});
      el.contentWindow.postMessage(message, '*');
    });
  }

  function run(command) {
    var all = elements();
    var report = {step: command.do, frame: command.frame, prefix: command.prefix, entries: [],
      frames: [], stats: null};
    if (command.do === 'mark') {
      markAll(all, command.prefix, command.attribute);
      marks.forEach(function (key, el) { report.entries.push({key: key, path: path(el)}); });
    }
    if (command.do === 'tell' && api()) {
      markAll(all, command.prefix, command.attribute);
      tell(report, all, command.attribute);
    }
    ask(all, report, command);
    send(report);
  }

  window.addEventListener('message', function (event) {
    var command = event.data && event.data[MESSAGE];
    if (command && event.source === window.parent && window !== window.top) run(command);
  });

  Object.defineProperty(window, HANDLER, {value: {
    run: run,
    // Passes so far, for whoever waits until the script has nothing left to do.
    passes: function () { return api() ? api().stats.passes + ':' + api().stats.writes : 'none'; }
  }});
})();
