// Makes elements with a test id reachable for UI tests, which see nothing of a page but its
// accessibility tree: the accessible label becomes "text | test id". A plain script without
// dependencies (ES2019): a user script at document end, in all frames, in a world of its own.
// What it does and does not, rule by rule: Labels.md.
//
// Page scripts may have broken anything that they can reach, forms may have controls named like
// their own methods: nothing is looked up on an element or on the document by name.
(function (config) {
  'use strict';
  var attribute = config.attribute || 'data-testid';
  var separator = typeof config.separator === 'string' ? config.separator : ' | ';
  var maxLength = config.maxLength > 0 ? config.maxLength : 128;
  var labelsAll = config.policy === 'every';
  var quiet = config.quiet > 0 ? config.quiet : 0;

  var API = '__bridgeLocators';
  // Where clones, copies of markup and other worlds see what was written and what stood there.
  var WROTE = 'data-locator-label';
  var AUTHOR = 'data-locator-author';
  // Asks every world of the frame whether the script runs already.
  var PING = 'data-locator-ping';
  var LABEL = 'aria-label';
  var HTML = 'http://www.w3.org/1999/xhtml';
  var SVG = 'http://www.w3.org/2000/svg';
  var XLINK = 'http://www.w3.org/1999/xlink';

  var FRAME_WAIT = 100;
  var COST_FACTOR = 4;
  var LONGEST_WAIT = 250;
  var CONTEST_WRITES = 20;
  var CONTEST_TIME = 1000;
  // A pass that follows the page gives way to it after so many milliseconds.
  var SLICE = 8;

  // MARK: The platform

  var element = Element.prototype;
  var getAttribute = element.getAttribute;
  var hasAttribute = element.hasAttribute;
  var setAttribute = element.setAttribute;
  var removeAttribute = element.removeAttribute;
  var getAttributeNS = element.getAttributeNS;
  var addListener = EventTarget.prototype.addEventListener;
  var removeListener = EventTarget.prototype.removeEventListener;
  var dispatch = EventTarget.prototype.dispatchEvent;
  var assignedNodes = HTMLSlotElement.prototype.assignedNodes;
  var shadowOf = getter(element, 'shadowRoot');
  var nameOf = getter(element, 'localName');
  var spaceOf = getter(element, 'namespaceURI');
  var firstChildOf = getter(Node.prototype, 'firstChild');
  var nextOf = getter(Node.prototype, 'nextSibling');
  var parentOf = getter(Node.prototype, 'parentNode');
  var typeOf = getter(Node.prototype, 'nodeType');
  var textOfNode = getter(Node.prototype, 'textContent');
  var dataOf = getter(CharacterData.prototype, 'data');
  var rootOf = Node.prototype.getRootNode;
  var position = Node.prototype.compareDocumentPosition;
  var controlOf = getter(HTMLLabelElement.prototype, 'control');
  var clock = window.performance;

  function getter(prototype, name) {
    return Object.getOwnPropertyDescriptor(prototype, name).get;
  }

  function all(root, selector) {
    var prototype = typeOf.call(root) === 9 ? Document.prototype : DocumentFragment.prototype;
    return prototype.querySelectorAll.call(root, selector);
  }

  function byId(root, id) {
    var type = typeOf.call(root);
    if (type === 9) return Document.prototype.getElementById.call(root, id);
    return type === 11 ? DocumentFragment.prototype.getElementById.call(root, id) : null;
  }

  // The selector of elements with an attribute, whatever its name.
  function having(name) {
    return '[' + name.replace(/[^\w-]/g, function (unit) {
      return '\\' + unit.charCodeAt(0).toString(16) + ' ';
    }) + ']';
  }

  function set(words) {
    var known = Object.create(null);
    words.split(' ').forEach(function (word) { known[word] = true; });
    return known;
  }

  // MARK: What is known of elements and roles

  var BLOCKS = set('address article aside blockquote body caption center dd details dialog dir div ' +
    'dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li ' +
    'listing main menu nav ol optgroup option p plaintext pre search section summary table tbody td ' +
    'tfoot th thead tr ul xmp');
  var WITHOUT_TEXT = set('script style template noscript select textarea audio video iframe canvas');
  var SVG_WITHOUT_TEXT = set('title desc metadata defs symbol script style clipPath mask pattern ' +
    'marker filter linearGradient radialGradient');
  var INPUT_BUTTONS = set('submit reset button');
  var INPUTS_WITHOUT_TEXT = set('checkbox radio range color file date month week time ' +
    'datetime-local image submit reset button hidden');
  var INTERACTIVE_ROLES = set('button link checkbox radio switch tab combobox textbox searchbox ' +
    'slider spinbutton menuitem menuitemcheckbox menuitemradio option treeitem');
  var FIELD_ROLES = set('textbox searchbox combobox slider spinbutton');
  // WAI-ARIA 1.2 and its modules for graphics and publications: the first of these counts.
  var ROLES = set('alert alertdialog application article associationlist associationlistitemkey ' +
    'associationlistitemvalue banner blockquote button caption cell checkbox code columnheader ' +
    'combobox comment complementary contentinfo definition deletion dialog directory document ' +
    'emphasis feed figure form generic grid gridcell group heading image img insertion link list ' +
    'listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox ' +
    'menuitemradio meter navigation none note option paragraph presentation progressbar radio ' +
    'radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter ' +
    'sectionheader separator slider spinbutton status strong subscript suggestion superscript ' +
    'switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid ' +
    'treeitem graphics-document graphics-object graphics-symbol doc-abstract doc-acknowledgments ' +
    'doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref ' +
    'doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication ' +
    'doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote ' +
    'doc-foreword doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice ' +
    'doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface doc-prologue ' +
    'doc-pullquote doc-qna doc-subtitle doc-tip doc-toc');

  // MARK: Text

  // Most texts need no work, which is cheaper to see than to do.
  var PLAIN = /^[!-~\u00A1-\u00AC\u00AE-\u167F]+(?: [!-~\u00A1-\u00AC\u00AE-\u167F]+)*$/;

  function collapse(text) {
    return PLAIN.test(text) ? text : text.replace(/\s+/g, ' ').trim();
  }

  // Soft hyphens, zero width spaces and word joiners are seen by nobody; ZWJ makes emoji.
  function normal(text) {
    return PLAIN.test(text) ? text : collapse(text.replace(/[\u00AD\u200B\u2060]/g, ''));
  }

  function attributeText(el, name) {
    var value = getAttribute.call(el, name);
    return value === null ? '' : normal(value);
  }

  function isTrue(value) {
    return value !== null && value.trim().toLowerCase() === 'true';
  }

  function isHidden(el) {
    return hasAttribute.call(el, 'hidden') || isTrue(getAttribute.call(el, 'aria-hidden'));
  }

  function isHiddenWithin(el) {
    for (var at = el; at && typeOf.call(at) === 1; at = parentOf.call(at)) {
      if (isHidden(at)) return true;
    }
    return false;
  }

  function inputType(el) {
    var type = getAttribute.call(el, 'type');
    return type === null ? 'text' : type.toLowerCase();
  }

  function isEditable(el) {
    var value = getAttribute.call(el, 'contenteditable');
    if (value === null) return false;
    value = value.toLowerCase();
    return value === '' || value === 'true' || value === 'plaintext-only';
  }

  function roleOf(el) {
    var value = getAttribute.call(el, 'role');
    if (value === null) return '';
    var words = value.toLowerCase().split(/\s+/);
    for (var i = 0; i < words.length; i++) {
      if (ROLES[words[i]]) return words[i];
    }
    return '';
  }

  // The author's label, whatever was written over it; null where there is none.
  function authorLabel(el) {
    var current = getAttribute.call(el, LABEL);
    var wrote = getAttribute.call(el, WROTE);
    // Another value than the one written is the author's new one, none included.
    return wrote !== null && wrote === current ? getAttribute.call(el, AUTHOR) : current;
  }

  function authorText(el) {
    var value = authorLabel(el);
    return value === null ? '' : normal(value);
  }

  // The text of an element that is not asked for its own children: its author's label, or what
  // stands for it. Null where the children have to be walked.
  function ownText(el, name, space) {
    var label = authorText(el);
    if (label) return label;
    if (space === SVG) return name === 'svg' ? svgText(el) : null;
    if (space !== HTML) return null;
    if (WITHOUT_TEXT[name]) return '';
    if (name === 'img' || name === 'area') return attributeText(el, 'alt');
    if (name === 'input') {
      var type = inputType(el);
      if (type === 'image') return attributeText(el, 'alt');
      return INPUT_BUTTONS[type] ? attributeText(el, 'value') : '';
    }
    // What a user types is nobody's label.
    return isEditable(el) ? '' : null;
  }

  function pushChildren(stack, first) {
    var at = stack.length;
    for (var node = first; node; node = nextOf.call(node)) stack.push(node);
    // The first child is visited first: the stack is turned round.
    for (var end = stack.length - 1; at < end; at++, end--) {
      var swap = stack[at];
      stack[at] = stack[end];
      stack[end] = swap;
    }
  }

  function pushContent(stack, el, name, space) {
    if (space === HTML && name === 'slot') {
      var nodes = assignedNodes.call(el, {flatten: true});
      for (var i = nodes.length - 1; i >= 0; i--) stack.push(nodes[i]);
      if (nodes.length) return;
    }
    pushChildren(stack, firstChildOf.call(shadowOf.call(el) || el));
  }

  // The text inside an element, as its reader would hear it. `without` is left out.
  function contentText(root, without) {
    var name = nameOf.call(root);
    var first = firstChildOf.call(root);
    if (first && name !== 'slot' && !nextOf.call(first) && typeOf.call(first) === 3 &&
        !shadowOf.call(root)) {
      // Most controls hold a text and nothing else.
      return normal(dataOf.call(first));
    }
    var out = '';
    var stack = [];
    pushContent(stack, root, name, spaceOf.call(root));
    while (stack.length) {
      // Far more than a label holds is not looked at.
      if (out.length > 16 * maxLength) {
        out = normal(out) + (/\s$/.test(out) ? ' ' : '');
        if (out.length > 4 * maxLength) break;
      }
      var node = stack.pop();
      if (typeof node === 'string') {
        out += node;
        continue;
      }
      var type = typeOf.call(node);
      if (type === 3 || type === 4) {
        out += dataOf.call(node);
      } else if (type === 1 && node !== without && !isHidden(node)) {
        var inner = nameOf.call(node);
        var space = spaceOf.call(node);
        if (space === HTML && inner === 'br') {
          out += ' ';
          continue;
        }
        var isBlock = space === HTML && BLOCKS[inner];
        if (isBlock) {
          out += ' ';
          stack.push(' ');
        }
        var own = ownText(node, inner, space);
        if (own === null) pushContent(stack, node, inner, space);
        else out += own;
      }
    }
    return normal(out);
  }

  // The title and the texts of a drawing, or of a part of one.
  function svgText(root) {
    var out = '';
    for (var child = firstChildOf.call(root); child; child = nextOf.call(child)) {
      if (typeOf.call(child) === 1 && nameOf.call(child) === 'title' && spaceOf.call(child) === SVG) {
        out = textOfNode.call(child);
        break;
      }
    }
    if (nameOf.call(root) === 'text' || nameOf.call(root) === 'tspan') {
      return normal(out + ' ' + contentText(root, null));
    }
    var stack = [];
    pushChildren(stack, firstChildOf.call(root));
    while (stack.length && out.length < 16 * maxLength) {
      var node = stack.pop();
      if (typeOf.call(node) !== 1 || isHidden(node)) continue;
      var name = nameOf.call(node);
      if (SVG_WITHOUT_TEXT[name]) continue;
      var label = authorText(node);
      if (label) out += ' ' + label;
      else if (name === 'text') out += ' ' + textOfNode.call(node);
      else if (name === 'foreignObject') out += ' ' + contentText(node, null);
      else pushChildren(stack, firstChildOf.call(node));
    }
    return normal(out);
  }

  function textInside(el) {
    return spaceOf.call(el) === SVG ? svgText(el) : contentText(el, null);
  }

  // The text of an element that another names: hidden ones count too.
  function referencedText(el) {
    var own = ownText(el, nameOf.call(el), spaceOf.call(el));
    return own === null ? textInside(el) : own;
  }

  // MARK: Elements

  function isNativeControl(el, name, space) {
    if (space === SVG) {
      return name === 'a' &&
        (hasAttribute.call(el, 'href') || getAttributeNS.call(el, XLINK, 'href') !== null);
    }
    if (space !== HTML) return false;
    switch (name) {
      case 'button': case 'textarea': case 'select': return true;
      case 'a': case 'area': return hasAttribute.call(el, 'href');
      case 'input': return inputType(el) !== 'hidden';
      case 'summary': return isFirstSummary(el);
      default: return false;
    }
  }

  function isFirstSummary(el) {
    var parent = parentOf.call(el);
    if (!parent || typeOf.call(parent) !== 1 || nameOf.call(parent) !== 'details' ||
        spaceOf.call(parent) !== HTML) {
      return false;
    }
    for (var child = firstChildOf.call(parent); child !== el; child = nextOf.call(child)) {
      if (typeOf.call(child) === 1 && nameOf.call(child) === 'summary' &&
          spaceOf.call(child) === HTML) {
        return false;
      }
    }
    return true;
  }

  // The labels of the controls of one tree, by one query; null where it has none.
  function labelsIn(root) {
    var labels = null;
    var list = all(root, 'label');
    for (var i = 0; i < list.length; i++) {
      if (spaceOf.call(list[i]) !== HTML) continue;
      var control = controlOf.call(list[i]);
      if (!control) continue;
      if (!labels) labels = new Map();
      if (labels.has(control)) labels.get(control).push(list[i]);
      else labels.set(control, [list[i]]);
    }
    return labels;
  }

  // `labels` are those of the element's tree.
  function labelText(el, labels) {
    var list = labels && labels.get(el);
    if (!list) return '';
    // A button's content is part of the name that its label gives.
    var without = nameOf.call(el) === 'button' ? null : el;
    var texts = [];
    for (var i = 0; i < list.length; i++) {
      var text = isHiddenWithin(list[i]) ? '' :
        authorText(list[i]) || contentText(list[i], without);
      if (text) texts.push(text);
    }
    return texts.join(' ');
  }

  function labelledByText(el) {
    var value = getAttribute.call(el, 'aria-labelledby');
    if (value === null) return '';
    var root = rootOf.call(el);
    var texts = [];
    value.trim().split(/\s+/).forEach(function (id) {
      var target = id && byId(root, id);
      var text = target ? referencedText(target) : '';
      if (text) texts.push(text);
    });
    return texts.join(' ');
  }

  // Why the default policy leaves an element alone: it has a name already.
  function skipReason(el, name, space, labels) {
    if (labelledByText(el)) return 'labelledby';
    if (space === HTML) {
      var type = name === 'input' ? inputType(el) : '';
      if ((name === 'img' || type === 'image') && attributeText(el, 'alt')) return 'alt';
      if (INPUT_BUTTONS[type] && attributeText(el, 'value')) return 'value';
    }
    return labelText(el, labels) ? 'label' : '';
  }

  // What stands for an element of its kind.
  function textByKind(el, name, space, role) {
    if (space === HTML) {
      if (name === 'input') {
        var type = inputType(el);
        if (INPUT_BUTTONS[type]) return attributeText(el, 'value');
        return type === 'image' ? attributeText(el, 'alt') : '';
      }
      if (name === 'textarea' || name === 'select') return '';
      if (name === 'area' || name === 'img') return attributeText(el, 'alt');
    }
    // What a user types is nobody's label.
    if (isEditable(el)) return '';
    return FIELD_ROLES[role] && !isNativeControl(el, name, space) ? '' : textInside(el);
  }

  // What a field says as long as nothing is in it.
  function placeholder(el, name, space, role) {
    var isInput = space === HTML && name === 'input';
    var isField = isInput ? !INPUTS_WITHOUT_TEXT[inputType(el)] :
      space === HTML && name === 'textarea' || isEditable(el);
    if (!isField && !FIELD_ROLES[role]) return '';
    return attributeText(el, 'placeholder') || attributeText(el, 'aria-placeholder');
  }

  function textPart(el, name, space, role, labels) {
    return (labelsAll && labelledByText(el)) || authorText(el) ||
      (labelsAll && labelText(el, labels)) || textByKind(el, name, space, role) ||
      attributeText(el, 'title') || placeholder(el, name, space, role);
  }

  // MARK: Labels

  function endsWith(text, end) {
    return text.length >= end.length && text.slice(text.length - end.length) === end;
  }

  function labelFor(text, identity) {
    var tail = separator + identity;
    while (endsWith(text, tail)) text = text.slice(0, text.length - tail.length).trim();
    if (!text || text === identity) return identity;
    var room = maxLength - tail.length;
    if (text.length > room) {
      if (room < 2) return identity;
      var kept = text.slice(0, room - 1);
      // Half of a surrogate pair does not stay behind.
      if (/[\uD800-\uDBFF]$/.test(kept)) kept = kept.slice(0, -1);
      kept = kept.trim();
      if (!kept) return identity;
      text = kept + '\u2026';
    }
    return text + tail;
  }

  var ASKED = [attribute, WROTE, AUTHOR].map(having).join(',');

  // Long work stops at every `yield`, where whoever drives it may let the page go on.
  function finish(work) {
    for (;;) {
      var step = work.next();
      if (step.done) return step.value;
    }
  }

  // All elements of the frame that matter, in the order of the document; a shadow tree stands between
  // its host and the host's children.
  function* survey() {
    var found = {entries: [], marked: [], roots: []};
    var trees = [open(document)];
    while (trees.length) {
      var tree = trees[trees.length - 1];
      if (!tree.hosts) {
        // Nothing tells the hosts of shadow trees but a look at every element.
        tree.hosts = [];
        var every = all(tree.root, '*');
        for (var i = 0; i < every.length; i++) {
          if (shadowOf.call(every[i])) tree.hosts.push(every[i]);
          if ((i & 255) === 255) yield;
        }
        found.roots.push(tree.root);
      }
      var host = tree.hosts[tree.next];
      while (tree.at < tree.asked.length) {
        var el = tree.asked[tree.at];
        // 4: behind the host, so behind all of its shadow tree.
        if (host && el !== host && position.call(host, el) & 4) break;
        tree.at++;
        if (hasAttribute.call(el, attribute)) found.entries.push(candidate(el, tree));
        if (hasAttribute.call(el, WROTE) || hasAttribute.call(el, AUTHOR)) found.marked.push(el);
        if ((tree.at & 255) === 0) yield;
      }
      if (host) {
        tree.next++;
        trees.push(open(shadowOf.call(host)));
      } else {
        trees.pop();
      }
    }
    return found;
  }

  function open(root) {
    return {root: root, asked: all(root, ASKED), at: 0, hosts: null, next: 0, labels: undefined};
  }

  function candidate(el, tree) {
    return {element: el, tree: tree, name: nameOf.call(el), space: spaceOf.call(el), role: '',
      testId: '', id: '', action: 'label', reason: '', text: '', identity: '', label: ''};
  }

  // What is to be done with every candidate; `act` is given each that gets a label, at once.
  function* decide(found, act) {
    var entries = found.entries;
    var i;
    for (i = 0; i < entries.length; i++) {
      judge(entries[i]);
      if ((i & 31) === 31) yield;
    }
    identify(entries);
    for (i = 0; i < entries.length; i++) {
      var entry = entries[i];
      if (entry.action !== 'label') continue;
      entry.text = textPart(entry.element, entry.name, entry.space, entry.role, labelsOf(entry));
      entry.label = labelFor(entry.text, entry.identity);
      if (act) act(entry);
      if ((i & 31) === 31) yield;
    }
  }

  function labelsOf(entry) {
    if (entry.tree.labels === undefined) entry.tree.labels = labelsIn(entry.tree.root);
    return entry.tree.labels;
  }

  function judge(entry) {
    var el = entry.element;
    entry.testId = collapse(getAttribute.call(el, attribute) || '');
    if (!entry.testId) {
      entry.action = 'blank';
      return;
    }
    entry.role = roleOf(el);
    if (!isNativeControl(el, entry.name, entry.space) && !INTERACTIVE_ROLES[entry.role] &&
        !isEditable(el)) {
      entry.action = 'static';
    } else if (contested.has(el)) {
      entry.action = 'contested';
    } else {
      entry.reason = skipReason(el, entry.name, entry.space, labelsOf(entry));
      if (entry.reason && !labelsAll) entry.action = 'skip';
      else entry.id = collapse(getAttribute.call(el, 'id') || '');
    }
  }

  function identify(entries) {
    var testIds = new Map();
    var ids = new Map();
    var everyTestId = new Set();
    var entry;
    var i;
    for (i = 0; i < entries.length; i++) {
      entry = entries[i];
      if (entry.testId) everyTestId.add(entry.testId);
      if (entry.action !== 'label') continue;
      count(testIds, entry.testId);
      if (entry.id) count(ids, entry.id);
    }
    var numbers = new Map();
    for (i = 0; i < entries.length; i++) {
      entry = entries[i];
      if (entry.action !== 'label') continue;
      if (testIds.get(entry.testId) === 1) {
        entry.identity = entry.testId;
        continue;
      }
      var number = count(numbers, entry.testId);
      if (entry.id && ids.get(entry.id) === 1 && !everyTestId.has(entry.id)) {
        entry.identity = entry.id;
      } else {
        entry.identity = entry.testId + '#' + number;
      }
    }
  }

  function count(map, key) {
    var number = (map.get(key) || 0) + 1;
    map.set(key, number);
    return number;
  }

  // MARK: Writing

  var contested = new WeakSet();
  var written = new WeakMap();
  var rewrites = new WeakMap();
  var stats = {passes: 0, writes: 0, labelled: 0, skipped: 0, contested: 0, shadowRoots: 0,
    errors: 0, lastError: '', milliseconds: 0, firstPass: 0, longestPass: 0, longestSlice: 0};

  // Writes a label and what it hides; tells whether anything changed.
  function write(el, label) {
    var current = getAttribute.call(el, LABEL);
    if (current === label && getAttribute.call(el, WROTE) === label) return false;
    var author = authorLabel(el);
    if (written.get(el) !== undefined && written.get(el) !== current && isContest(el)) {
      contested.add(el);
      stats.contested++;
      restore(el);
      return true;
    }
    if (author === null) removeAttribute.call(el, AUTHOR);
    else setAttribute.call(el, AUTHOR, author);
    setAttribute.call(el, WROTE, label);
    setAttribute.call(el, LABEL, label);
    written.set(el, label);
    return true;
  }

  // Somebody else wrote over what was written here: more than so often within a second is a fight.
  function isContest(el) {
    var now = clock.now();
    var times = rewrites.get(el);
    if (!times) rewrites.set(el, times = []);
    while (times.length && now - times[0] > CONTEST_TIME) times.shift();
    times.push(now);
    return times.length > CONTEST_WRITES;
  }

  // The author's exact state: no attribute where there was none.
  function restore(el) {
    var author = authorLabel(el);
    if (getAttribute.call(el, LABEL) !== author) {
      if (author === null) removeAttribute.call(el, LABEL);
      else setAttribute.call(el, LABEL, author);
    }
    removeAttribute.call(el, WROTE);
    removeAttribute.call(el, AUTHOR);
    written.delete(el);
  }

  // One pass over the page, in steps.
  function* steps(pass) {
    addListener.call(document, PING, answer);
    var found = yield* survey();
    observe(found.roots);
    var kept = new Set();
    yield* decide(found, function (entry) {
      kept.add(entry.element);
      if (write(entry.element, entry.label)) pass.writes++;
    });
    for (var i = 0; i < found.marked.length; i++) {
      var el = found.marked[i];
      // What was written meanwhile is what the next pass finds.
      if (kept.has(el)) continue;
      restore(el);
      pass.writes++;
    }
    stats.labelled = kept.size;
    stats.skipped = found.entries.filter(function (entry) { return entry.action === 'skip'; }).length;
    stats.shadowRoots = found.roots.length - 1;
  }

  // The pass that is under way, if one is.
  var current = null;

  // A whole pass at once; the number of changes.
  function passAtOnce() {
    begin();
    var pass = current;
    proceed(Infinity);
    return pass.writes;
  }

  function begin() {
    observer.takeRecords();
    current = {work: null, writes: 0, milliseconds: 0, isStale: false};
    current.work = steps(current);
  }

  // Goes on with the pass for so many milliseconds.
  function proceed(time) {
    var pass = current;
    var start = clock.now();
    var isDone = false;
    try {
      while (!isDone && clock.now() - start < time) isDone = pass.work.next().done;
    } catch (error) {
      stats.errors++;
      stats.lastError = String(error);
      isDone = true;
    }
    // Own writes are no news; what a page's custom elements did in answer to them is.
    if (observer.takeRecords().some(isNews)) pass.isStale = true;
    var taken = clock.now() - start;
    pass.milliseconds += taken;
    stats.milliseconds += taken;
    if (time < Infinity) stats.longestSlice = Math.max(stats.longestSlice, taken);
    if (isDone) end(pass);
    else giveWay();
  }

  function end(pass) {
    current = null;
    if (!stats.passes) stats.firstPass = pass.milliseconds;
    stats.passes++;
    stats.writes += pass.writes;
    stats.longestPass = Math.max(stats.longestPass, pass.milliseconds);
    earliest = clock.now() + Math.min(COST_FACTOR * pass.milliseconds, LONGEST_WAIT);
    if (pass.isStale) schedule();
  }

  function isNews(record) {
    return record.type !== 'attributes' || record.attributeName !== LABEL ||
      getAttribute.call(record.target, LABEL) !== getAttribute.call(record.target, WROTE);
  }

  // MARK: When

  var observed = new WeakSet();
  var observer = new MutationObserver(function () {
    if (waitsForQuiet) waitForQuiet();
    else schedule();
  });
  var filter = [attribute, LABEL, 'aria-labelledby', 'aria-hidden', 'aria-placeholder', 'role', 'href',
    'placeholder', 'title', 'alt', 'value', 'type', 'id', 'for', 'hidden', 'contenteditable'];
  var frame = 0;
  var timer = 0;
  var delay = 0;
  var earliest = 0;
  var waitsForQuiet = false;
  var isInstalled = true;

  function observe(roots) {
    for (var i = 0; i < roots.length; i++) {
      if (observed.has(roots[i])) continue;
      observed.add(roots[i]);
      observer.observe(roots[i], {childList: true, subtree: true, characterData: true,
        attributes: true, attributeFilter: filter});
    }
  }

  // One pass at the next frame; a timer beside it, since frames stop in a hidden view.
  function schedule() {
    if (current) current.isStale = true;
    if (current || frame || timer || delay || !isInstalled) return;
    var wait = earliest - clock.now();
    if (wait > 0) {
      delay = setTimeout(function () {
        delay = 0;
        await();
      }, wait);
    } else {
      await();
    }
  }

  function await() {
    frame = requestAnimationFrame(run);
    timer = setTimeout(run, FRAME_WAIT);
  }

  function run() {
    forget();
    if (!isInstalled) return;
    begin();
    proceed(SLICE);
  }

  // The rest of a long pass comes after whatever the page has to do; messages are not slowed down in a
  // hidden view.
  var channel = typeof MessageChannel === 'function' ? new MessageChannel() : null;
  var isGivingWay = false;
  if (channel) channel.port1.onmessage = goOn;

  function giveWay() {
    if (isGivingWay) return;
    isGivingWay = true;
    if (channel) channel.port2.postMessage(0);
    else setTimeout(goOn, 0);
  }

  function goOn() {
    isGivingWay = false;
    if (current && isInstalled) proceed(SLICE);
  }

  function forget() {
    if (frame) cancelAnimationFrame(frame);
    clearTimeout(timer);
    clearTimeout(delay);
    frame = timer = delay = 0;
  }

  function waitForQuiet() {
    waitsForQuiet = true;
    clearTimeout(delay);
    delay = setTimeout(function () {
      delay = 0;
      waitsForQuiet = false;
      passAtOnce();
    }, quiet);
  }

  function answer(event) {
    event.preventDefault();
  }

  // MARK: For those who ask

  // A path for people and for `querySelector`, tree by tree: '>>>' leads into a shadow tree.
  function path(el) {
    var parts = [];
    while (el) {
      var id = getAttribute.call(el, 'id');
      var root = rootOf.call(el);
      var name = nameOf.call(el);
      if (id && /^[A-Za-z][\w-]*$/.test(id) && byId(root, id) === el) {
        parts.unshift('#' + id);
        el = null;
      } else {
        var number = 1;
        var alone = true;
        var parent = parentOf.call(el);
        for (var child = parent && firstChildOf.call(parent); child; child = nextOf.call(child)) {
          if (typeOf.call(child) !== 1 || child === el || nameOf.call(child) !== name) continue;
          alone = false;
          if (position.call(el, child) & 2) number++;
        }
        parts.unshift(alone ? name : name + ':nth-of-type(' + number + ')');
        el = parent && typeOf.call(parent) === 1 ? parent : null;
      }
      if (!el && root.host) {
        parts.unshift('>>>');
        el = root.host;
      }
    }
    return parts.join(' > ').replace(/ > >>> > /g, ' >>> ');
  }

  function plan() {
    var found = finish(survey());
    finish(decide(found));
    return found.entries.map(function (entry) {
      return {path: path(entry.element), testId: entry.testId, action: entry.action,
        reason: entry.reason, text: entry.text, identity: entry.identity, label: entry.label};
    });
  }

  // What the script takes an element for.
  function describe(el) {
    var name = nameOf.call(el);
    var space = spaceOf.call(el);
    var role = roleOf(el);
    var isNative = isNativeControl(el, name, space);
    return {name: name, role: role, isNative: isNative,
      isInteractive: isNative || Boolean(INTERACTIVE_ROLES[role]) || isEditable(el)};
  }

  function uninstall() {
    if (!isInstalled) return;
    isInstalled = false;
    current = null;
    observer.disconnect();
    forget();
    removeListener.call(document, PING, answer);
    finish(survey()).marked.forEach(restore);
    delete window[API];
  }

  function refresh() {
    if (!isInstalled) return 0;
    waitsForQuiet = false;
    forget();
    return passAtOnce();
  }

  // Whether nothing is left to do for what has changed so far.
  function isSettled() {
    return !current && !frame && !timer && !delay;
  }

  // Two of it, in one world or in two, would be one too many.
  if (window[API] || !dispatch.call(document, new Event(PING, {cancelable: true}))) return;
  addListener.call(document, PING, answer);
  Object.defineProperty(window, API, {configurable: true, value: Object.freeze({
    refresh: refresh, uninstall: uninstall, stats: stats, plan: plan, path: path,
    describe: describe, isSettled: isSettled})});
  observe([document]);
  if (quiet) waitForQuiet();
  else passAtOnce();
})(/*config*/window.bridgeLocatorsConfig || {}/*config*/);
