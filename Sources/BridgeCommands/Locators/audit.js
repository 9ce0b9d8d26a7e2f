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
    var path = api().path(el);
    var entry = {key: key, path: path, tag: about.name, role: about.role,
      testId: el.hasAttribute(attribute) ? el.getAttribute(attribute) : null,
      isInteractive: about.isInteractive, plan: plan[path] || null, absence: absence(el),
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

  function isAsked(el, attribute) {
    return el.hasAttribute(attribute) || api().describe(el).isInteractive ||
      el.hasAttribute('onclick') || (el.hasAttribute('tabindex') && el.tabIndex >= 0);
  }

  function mark(frame, prefix, attribute) {
    var report = {frame: frame, prefix: prefix, entries: [], frames: [], stats: null};
    var all = elements();
    if (api()) {
      api().refresh();
      var plan = Object.create(null);
      api().plan().forEach(function (entry) { plan[entry.path] = entry; });
      all.forEach(function (el) {
        if (!isAsked(el, attribute)) return;
        var key = prefix + '.' + report.entries.length;
        report.entries.push(look(el, key, plan, attribute));
        var own = el.getAttribute(MARK);
        el.setAttribute(MARK, own ? own + ' ' + key : key);
      });
      report.stats = api().stats;
    }
    ask(all, report, function (path, name) {
      return {do: 'mark', frame: (frame ? frame + ' >> ' : '') + path, prefix: name,
        attribute: attribute};
    });
    send(report);
  }

  // Asks the frames inside to do the same.
  function ask(all, report, command) {
    all.forEach(function (el) {
      if (el.localName !== 'iframe' && el.localName !== 'frame') return;
      if (!el.contentWindow) return;
      var name = report.prefix + '-' + report.frames.length;
      var path = api() ? api().path(el) : el.localName;
      report.frames.push({prefix: name, path: path});
      var message = {};
      message[MESSAGE] = command(path, name);
      el.contentWindow.postMessage(message, '*');
    });
  }

  function run(command) {
    if (command.do === 'mark') {
      mark(command.frame, command.prefix, command.attribute);
    } else if (command.do === 'uninstall') {
      if (api()) api().uninstall();
      var report = {prefix: command.prefix, frames: [], isPlain: true};
      ask(elements(), report, function (path, name) { return {do: 'uninstall', prefix: name}; });
      send(report);
    }
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
