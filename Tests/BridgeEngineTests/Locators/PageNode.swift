import Foundation
import TestSupport
import Testing

/// A node of a page, as the page told it.
final class PageNode {
  enum Space { case html, svg, other }

  let number: Int
  let name: String
  let space: Space
  /// The data of a text; nil of an element.
  let text: String?
  private(set) var attributes: [String: String] = [:]
  private(set) var children: [PageNode] = []
  private(set) var shadow: [PageNode]?
  /// The nodes that a slot shows.
  private(set) var assigned: [PageNode] = []
  /// The number of the control that a label belongs to.
  let control: Int?
  private(set) weak var parent: PageNode?
  /// Whose shadow tree it is a child of.
  private weak var host: PageNode?
  private let assignedNumbers: [Int]

  /// Writes the document out: numbers, names, attributes, children, shadow trees, what slots show, which
  /// control a label has.
  static let script = """
    (function () {
      // A form's controls may be called like its properties.
      function getter(type, name) {
        var get = Object.getOwnPropertyDescriptor(type.prototype, name).get;
        return function (node) { return get.call(node); };
      }
      var type = getter(Node, 'nodeType'), children = getter(Node, 'childNodes');
      var data = getter(CharacterData, 'data'), name = getter(Element, 'localName');
      var space = getter(Element, 'namespaceURI'), shadow = getter(Element, 'shadowRoot');
      var attributes = getter(Element, 'attributes'), control = getter(HTMLLabelElement, 'control');
      var root = getter(Document, 'documentElement')(document);
      var numbers = new Map(), next = 0, told = [];
      function number(node) {
        if (!numbers.has(node)) numbers.set(node, next++);
        return numbers.get(node);
      }
      function list(nodes) {
        return [...nodes].filter(n => [1, 3, 4].includes(type(n))).map(tell);
      }
      function tell(node) {
        var place = number(node);
        if (type(node) !== 1) {
          told.push({k: place, t: data(node)});
          return place;
        }
        var out = {k: place, n: name(node), s: space(node) || '', a: {},
          c: list(children(node))};
        for (var a of attributes(node)) out.a[a.localName] = a.value;
        if (shadow(node)) out.r = list(children(shadow(node)));
        // Nodes of other documents are of their classes.
        var isHTML = out.s === 'http://www.w3.org/1999/xhtml';
        if (isHTML && out.n === 'slot') {
          out.v = node.assignedNodes({flatten: true}).map(number);
        }
        if (isHTML && out.n === 'label' && control(node)) out.l = number(control(node));
        told.push(out);
        return place;
      }
      tell(root);
      // Not one in another: a page may be deeper than a reader of JSON goes.
      return JSON.stringify(told);
    })()
    """

  static func read(_ json: String) throws -> PageNode {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    var all: [Int: PageNode] = [:]
    var root: PageNode?
    // Children come before what they stand in.
    for told in try #require(object as? [[String: Any]]) {
      let node = try PageNode(told, all)
      all[node.number] = node
      root = node
    }
    for node in all.values { node.assigned = node.assignedNumbers.compactMap { all[$0] } }
    return try #require(root)
  }

  private init(_ object: [String: Any], _ known: [Int: PageNode]) throws {
    number = try #require(object["k"] as? Int)
    text = object["t"] as? String
    name = object["n"] as? String ?? ""
    switch object["s"] as? String {
    case "http://www.w3.org/1999/xhtml": space = .html
    case "http://www.w3.org/2000/svg": space = .svg
    default: space = .other
    }
    attributes = object["a"] as? [String: String] ?? [:]
    control = object["l"] as? Int
    assignedNumbers = object["v"] as? [Int] ?? []
    children = try (object["c"] as? [Int] ?? []).map { try #require(known[$0]) }
    shadow = try (object["r"] as? [Int])?.map { try #require(known[$0]) }
    for child in children { child.parent = self }
    for child in shadow ?? [] { child.host = self }
  }

  /// All elements of the tree that it stands in, without the shadow trees inside.
  var tree: [PageNode] {
    var top = self
    while let parent = top.parent { top = parent }
    let roots = top.host?.shadow ?? [top]
    var out: [PageNode] = []
    func add(_ node: PageNode) {
      if node.text == nil { out.append(node) }
      for child in node.children { add(child) }
    }
    for root in roots { add(root) }
    return out
  }

  /// The author's label under what was written over it.
  var authorLabel: String? {
    let current = attributes["aria-label"]
    guard let wrote = attributes["data-locator-label"], let current,
      Array(wrote.utf8) == Array(current.utf8)
    else { return current }
    return attributes["data-locator-author"]
  }

  /// The names of all attributes in its tree and in the shadow trees inside.
  var attributeNames: Set<String> {
    (children + (shadow ?? [])).reduce(Set(attributes.keys)) { $0.union($1.attributeNames) }
  }

  var allText: String { text ?? children.map(\.allText).joined() }
}
