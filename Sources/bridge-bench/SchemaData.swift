/// Schemas and documents for the schema workload: as large as those that people use for package
/// files, maps and descriptions of web services, but written for this purpose.
struct SchemaData {
  var name: String
  /// 2020-12.
  var schema: String
  /// One document a line, all valid but every hundredth.
  var documents: [String]

  static let all: [SchemaData] = [
    SchemaData(name: "package", schema: packageSchema, make: packageDocument, count: 4_000),
    SchemaData(name: "geo", schema: geoSchema, make: geoDocument, count: 300),
    SchemaData(name: "openapi", schema: serviceSchema, make: serviceDocument, count: 150),
  ]

  private init(
    name: String, schema: String, make: (inout Random, Bool) -> String, count: Int
  ) {
    self.name = name
    self.schema = schema
    var random = Random(state: 7)
    documents = (1...count).map { make(&random, $0 % 100 == 0) }
  }
}

/// A small seeded generator.
struct Random {
  var state: UInt64

  mutating func below(_ n: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(n))
  }

  mutating func pick(_ words: [String]) -> String { words[below(words.count)] }

  mutating func word() -> String {
    pick(["alpha", "build", "cache", "delta", "event", "frame", "graph", "héllo", "index", "日本語"])
      + String(below(1000))
  }

  mutating func ascii() -> String {
    pick(["ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen"]) + String(below(1000))
  }

  mutating func sentence() -> String {
    (0..<3 + below(12)).map { _ in word() }.joined(separator: " ")
  }

  mutating func version() -> String { "^\(below(20)).\(below(30)).\(below(9))" }

  mutating func list(_ n: Int, _ item: (inout Random) -> String) -> String {
    "[" + (0..<n).map { _ in item(&self) }.joined(separator: ", ") + "]"
  }

  mutating func object(_ n: Int, _ member: (inout Random, Int) -> String) -> String {
    "{" + (0..<n).map { member(&self, $0) }.joined(separator: ", ") + "}"
  }
}

// MARK: A package file

private let packageSchema = #"""
  {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
  "$defs": {
    "person": {"anyOf": [{"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "minLength": 1}, "url": {"type": "string"}, "email": {"type": "string", "maxLength": 254}}}, {"type": "string", "minLength": 1}]},
    "versions": {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
    "script": {"type": "string", "description": "a command line"},
    "entry": {"type": ["string", "null"], "pattern": "^\\./"},
    "exported": {"anyOf": [{"$ref": "#/$defs/entry"}, {"$ref": "#/$defs/exportedObject"}, {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/entry"}, {"$ref": "#/$defs/exportedObject"}]}}]},
    "exportedObject": {"type": "object", "properties": {"require": {"$ref": "#/$defs/exported"}, "import": {"$ref": "#/$defs/exported"}, "node": {"$ref": "#/$defs/exported"}, "default": {"$ref": "#/$defs/exported"}, "types": {"$ref": "#/$defs/exported"}}, "patternProperties": {"^[^.0-9]+$": {"$ref": "#/$defs/exported"}}, "additionalProperties": false},
    "license": {"anyOf": [{"type": "string"}, {"enum": ["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "MPL-2.0", "UNLICENSED"]}]},
    "funding": {"oneOf": [{"type": "string", "minLength": 8}, {"type": "object", "required": ["url"], "properties": {"url": {"type": "string"}, "type": {"type": "string"}}, "additionalProperties": false}]}
  },
  "required": ["name", "version"],
  "properties": {
    "name": {"type": "string", "maxLength": 214, "minLength": 1, "pattern": "^(?:@[a-z0-9-~][a-z0-9-._~]*/)?[a-z0-9-~][a-z0-9-._~]*$"},
    "version": {"type": "string", "pattern": "^[0-9]+\\.[0-9]+\\.[0-9]+"}, "description": {"type": "string"},
    "keywords": {"type": "array", "items": {"type": "string"}}, "homepage": {"anyOf": [{"type": "string"}, {"enum": ["."]}]},
    "bugs": {"type": ["object", "string"], "properties": {"url": {"type": "string"}, "email": {"type": "string"}}, "additionalProperties": true},
    "license": {"$ref": "#/$defs/license"}, "licenses": {"type": "array", "items": {"type": "object", "properties": {"type": {"$ref": "#/$defs/license"}, "url": {"type": "string"}}}},
    "author": {"$ref": "#/$defs/person"}, "contributors": {"type": "array", "items": {"$ref": "#/$defs/person"}}, "maintainers": {"type": "array", "items": {"$ref": "#/$defs/person"}},
    "files": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}, "main": {"type": "string"}, "module": {"type": "string"}, "types": {"type": "string"}, "browser": {"type": ["string", "object"]},
    "exports": {"anyOf": [{"$ref": "#/$defs/entry"}, {"type": "object", "properties": {".": {"$ref": "#/$defs/exported"}}, "patternProperties": {"^\\./.+": {"$ref": "#/$defs/exported"}}, "additionalProperties": false}, {"$ref": "#/$defs/exportedObject"}]},
    "bin": {"type": ["string", "object"], "additionalProperties": {"type": "string"}}, "type": {"type": "string", "enum": ["commonjs", "module"], "default": "commonjs"},
    "man": {"type": ["array", "string"], "items": {"type": "string"}}, "directories": {"type": "object", "properties": {"bin": {"type": "string"}, "doc": {"type": "string"}, "lib": {"type": "string"}, "test": {"type": "string"}}},
    "repository": {"type": ["object", "string"], "properties": {"type": {"type": "string"}, "url": {"type": "string"}, "directory": {"type": "string"}}},
    "funding": {"anyOf": [{"$ref": "#/$defs/funding"}, {"type": "array", "items": {"$ref": "#/$defs/funding"}, "minItems": 1, "uniqueItems": true}]},
    "scripts": {"type": "object", "properties": {"lint": {"$ref": "#/$defs/script"}, "prepublish": {"$ref": "#/$defs/script"}, "prepare": {"$ref": "#/$defs/script"}, "preinstall": {"$ref": "#/$defs/script"}, "install": {"$ref": "#/$defs/script"}, "postinstall": {"$ref": "#/$defs/script"}, "pretest": {"$ref": "#/$defs/script"}, "test": {"$ref": "#/$defs/script"}, "posttest": {"$ref": "#/$defs/script"}, "start": {"$ref": "#/$defs/script"}, "stop": {"$ref": "#/$defs/script"}, "build": {"$ref": "#/$defs/script"}}, "additionalProperties": {"type": "string"}},
    "config": {"type": "object"}, "dependencies": {"$ref": "#/$defs/versions"}, "devDependencies": {"$ref": "#/$defs/versions"}, "optionalDependencies": {"$ref": "#/$defs/versions"}, "peerDependencies": {"$ref": "#/$defs/versions"},
    "peerDependenciesMeta": {"type": "object", "additionalProperties": {"type": "object", "additionalProperties": true, "properties": {"optional": {"type": "boolean"}}}},
    "bundledDependencies": {"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "boolean"}]},
    "engines": {"type": "object", "properties": {"node": {"type": "string"}}, "additionalProperties": {"type": "string"}}, "os": {"type": "array", "items": {"type": "string"}}, "cpu": {"type": "array", "items": {"type": "string"}},
    "private": {"anyOf": [{"type": "boolean"}, {"enum": ["false", "true"]}]}, "sideEffects": {"anyOf": [{"type": "boolean"}, {"type": "array", "items": {"type": "string"}}]},
    "publishConfig": {"type": "object", "properties": {"access": {"type": "string", "enum": ["public", "restricted"]}, "tag": {"type": "string"}, "registry": {"type": "string", "format": "uri"}}, "additionalProperties": true},
    "workspaces": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "object", "properties": {"packages": {"type": "array", "items": {"type": "string"}}, "nohoist": {"type": "array", "items": {"type": "string"}}}}]},
    "resolutions": {"type": "object"}, "packageManager": {"type": "string", "pattern": "^(npm|pnpm|yarn|bun)@[0-9]+\\.[0-9]+\\.[0-9]+(-.+)?$"}
  },
  "anyOf": [{"type": "object", "not": {"required": ["bundledDependencies", "bundleDependencies"]}}, {"type": "object", "required": ["bundleDependencies"]}]}
  """#

private func packageDocument(_ r: inout Random, _ isBad: Bool) -> String {
  func versions(_ n: Int) -> String {
    r.object(n) { r, i in "\"\(r.ascii())-\(i)\": \"\(r.version())\"" }
  }
  return #"""
    {"name": "@\#(r.ascii())/\#(r.ascii())", "version": \#(isBad ? "7" : "\"1.\(r.below(9)).0\""), "description": "\#(r.sentence())", "keywords": \#(r.list(6) { "\"\($0.word())\"" }), "license": "MIT", "author": {"name": "\#(r.word())", "email": "a@b.example"}, "contributors": \#(r.list(3) { "{\"name\": \"\($0.word())\", \"url\": \"https://a.example/\"}" }), "repository": {"type": "git", "url": "https://a.example/\#(r.ascii()).git"}, "bugs": {"url": "https://a.example/issues"}, "type": "module", "main": "./dist/index.js", "exports": {".": {"import": "./dist/index.mjs", "require": "./dist/index.cjs", "types": "./dist/index.d.ts"}, "./\#(r.ascii())": "./dist/sub.js"}, "files": ["dist", "src", "README.md"], "scripts": {"build": "tsc -p . && node \#(r.ascii())", "test": "vitest run", "lint": "eslint .", "\#(r.ascii())": "node x.js"}, "engines": {"node": ">=18"}, "dependencies": \#(versions(12)), "devDependencies": \#(versions(25)), "peerDependencies": \#(versions(3)), "publishConfig": {"access": "public"}, "sideEffects": false, "packageManager": "pnpm@8.6.0", "private": false}
    """#.replacingLineEnds()
}

// MARK: A map

private let geoSchema: String = {
  func geometry(_ name: String, _ coordinates: String) -> String {
    #"{"type": "object", "required": ["type", "coordinates"], "properties": {"type": {"type": "string", "enum": ["\#(name)"]}, "coordinates": \#(coordinates), "bbox": {"type": "array", "minItems": 4, "items": {"type": "number"}}}}"#
  }
  let point = #"{"type": "array", "minItems": 2, "items": {"type": "number"}}"#
  func array(_ of: String, _ min: Int) -> String {
    #"{"type": "array", "minItems": \#(min), "items": \#(of)}"#
  }
  let shapes = [
    geometry("Point", point), geometry("LineString", array(point, 2)),
    geometry("Polygon", array(array(point, 4), 0)), geometry("MultiPoint", array(point, 0)),
    geometry("MultiLineString", array(array(point, 2), 0)),
    geometry("MultiPolygon", array(array(array(point, 4), 0), 0)),
  ]
  let collection =
    #"{"type": "object", "required": ["type", "geometries"], "properties": {"type": {"type": "string", "enum": ["GeometryCollection"]}, "geometries": {"type": "array", "items": {"oneOf": [\#(shapes.joined(separator: ", "))]}}}}"#
  let feature =
    #"{"type": "object", "required": ["type", "properties", "geometry"], "properties": {"type": {"type": "string", "enum": ["Feature"]}, "id": {"oneOf": [{"type": "number"}, {"type": "string"}]}, "properties": {"oneOf": [{"type": "null"}, {"type": "object"}]}, "geometry": {"oneOf": [{"type": "null"}, \#(shapes.joined(separator: ", ")), \#(collection)]}, "bbox": {"type": "array", "minItems": 4, "items": {"type": "number"}}}}"#
  let features =
    #"{"type": "object", "required": ["type", "features"], "properties": {"type": {"type": "string", "enum": ["FeatureCollection"]}, "features": {"type": "array", "items": \#(feature)}}}"#
  return
    #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "oneOf": [\#((shapes + [collection, feature, features]).joined(separator: ", "))]}"#
}()

private func geoDocument(_ r: inout Random, _ isBad: Bool) -> String {
  func point(_ r: inout Random) -> String {
    "[\(r.below(360) - 180).\(r.below(900_000) + 100_000), \(r.below(180) - 90).\(r.below(900_000) + 100_000)]"
  }
  func geometry(_ r: inout Random) -> String {
    switch r.below(4) {
    case 0: return "{\"type\": \"Point\", \"coordinates\": \(point(&r))}"
    case 1: return "{\"type\": \"LineString\", \"coordinates\": \(r.list(20, point))}"
    case 2:
      return "{\"type\": \"Polygon\", \"coordinates\": \(r.list(2) { $0.list(25, point) })}"
    default:
      return
        "{\"type\": \"MultiPolygon\", \"coordinates\": \(r.list(3) { $0.list(1) { $0.list(12, point) } })}"
    }
  }
  let features = r.list(30) { r in
    #"{"type": "Feature", "id": \#(r.below(100_000)), "properties": {"name": "\#(r.word())", "population": \#(r.below(1_000_000)), "tags": ["\#(r.word())", "\#(r.word())"]}, "geometry": \#(geometry(&r))}"#
  }
  let last = isBad ? #", {"type": "Feature", "properties": null}]"# : "]"
  return #"{"type": "FeatureCollection", "features": "# + features.dropLast() + last + "}"
}

// MARK: The description of a web service

private let serviceSchema = #"""
  {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["openapi", "info"],
  "properties": {"openapi": {"type": "string", "pattern": "^3\\.1\\.\\d+(-.+)?$"}, "info": {"$ref": "#/$defs/info"}, "servers": {"type": "array", "items": {"$ref": "#/$defs/server"}}, "paths": {"$ref": "#/$defs/paths"}, "components": {"$ref": "#/$defs/components"}, "security": {"type": "array", "items": {"$ref": "#/$defs/security"}}, "tags": {"type": "array", "items": {"$ref": "#/$defs/tag"}}, "externalDocs": {"$ref": "#/$defs/docs"}},
  "anyOf": [{"required": ["paths"]}, {"required": ["components"]}, {"required": ["webhooks"]}], "$ref": "#/$defs/extensions", "unevaluatedProperties": false,
  "$defs": {
    "extensions": {"patternProperties": {"^x-": true}},
    "info": {"type": "object", "properties": {"title": {"type": "string"}, "summary": {"type": "string"}, "description": {"type": "string"}, "termsOfService": {"type": "string", "format": "uri"}, "contact": {"$ref": "#/$defs/contact"}, "license": {"$ref": "#/$defs/license"}, "version": {"type": "string"}}, "required": ["title", "version"], "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "contact": {"type": "object", "properties": {"name": {"type": "string"}, "url": {"type": "string"}, "email": {"type": "string"}}, "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "license": {"type": "object", "properties": {"name": {"type": "string"}, "identifier": {"type": "string"}, "url": {"type": "string"}}, "required": ["name"], "dependentSchemas": {"identifier": {"not": {"required": ["url"]}}}, "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "server": {"type": "object", "properties": {"url": {"type": "string"}, "description": {"type": "string"}, "variables": {"type": "object", "additionalProperties": {"$ref": "#/$defs/variable"}}}, "required": ["url"], "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "variable": {"type": "object", "properties": {"enum": {"type": "array", "items": {"type": "string"}, "minItems": 1}, "default": {"type": "string"}, "description": {"type": "string"}}, "required": ["default"], "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "components": {"type": "object", "properties": {"schemas": {"type": "object", "additionalProperties": {"$ref": "#/$defs/schema"}}, "responses": {"type": "object", "additionalProperties": {"$ref": "#/$defs/responseOrRef"}}, "parameters": {"type": "object", "additionalProperties": {"$ref": "#/$defs/parameterOrRef"}}, "requestBodies": {"type": "object", "additionalProperties": {"$ref": "#/$defs/bodyOrRef"}}, "headers": {"type": "object", "additionalProperties": {"$ref": "#/$defs/headerOrRef"}}}, "patternProperties": {"^(schemas|responses|parameters|examples|requestBodies|headers)$": {"propertyNames": {"pattern": "^[a-zA-Z0-9._-]+$"}}}, "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "paths": {"type": "object", "patternProperties": {"^/": {"$ref": "#/$defs/path"}}, "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "path": {"type": "object", "properties": {"$ref": {"type": "string"}, "summary": {"type": "string"}, "description": {"type": "string"}, "servers": {"type": "array", "items": {"$ref": "#/$defs/server"}}, "parameters": {"type": "array", "items": {"$ref": "#/$defs/parameterOrRef"}}, "get": {"$ref": "#/$defs/operation"}, "put": {"$ref": "#/$defs/operation"}, "post": {"$ref": "#/$defs/operation"}, "delete": {"$ref": "#/$defs/operation"}, "options": {"$ref": "#/$defs/operation"}, "head": {"$ref": "#/$defs/operation"}, "patch": {"$ref": "#/$defs/operation"}, "trace": {"$ref": "#/$defs/operation"}}, "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "operation": {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}, "summary": {"type": "string"}, "description": {"type": "string"}, "externalDocs": {"$ref": "#/$defs/docs"}, "operationId": {"type": "string"}, "parameters": {"type": "array", "items": {"$ref": "#/$defs/parameterOrRef"}}, "requestBody": {"$ref": "#/$defs/bodyOrRef"}, "responses": {"$ref": "#/$defs/responses"}, "deprecated": {"type": "boolean", "default": false}, "security": {"type": "array", "items": {"$ref": "#/$defs/security"}}, "servers": {"type": "array", "items": {"$ref": "#/$defs/server"}}}, "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "docs": {"type": "object", "properties": {"description": {"type": "string"}, "url": {"type": "string"}}, "required": ["url"], "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "parameter": {"type": "object", "properties": {"name": {"type": "string"}, "in": {"enum": ["query", "header", "path", "cookie"]}, "description": {"type": "string"}, "required": {"type": "boolean"}, "deprecated": {"type": "boolean"}, "schema": {"$ref": "#/$defs/schema"}, "content": {"$ref": "#/$defs/content", "minProperties": 1, "maxProperties": 1}}, "required": ["name", "in"], "oneOf": [{"required": ["schema"]}, {"required": ["content"]}], "if": {"properties": {"in": {"const": "query"}}, "required": ["in"]}, "then": {"properties": {"allowEmptyValue": {"type": "boolean"}}}, "dependentSchemas": {"schema": {"properties": {"style": {"type": "string"}, "explode": {"type": "boolean"}}, "allOf": [{"$ref": "#/$defs/pathStyle"}]}}, "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "pathStyle": {"if": {"properties": {"in": {"const": "path"}}, "required": ["in"]}, "then": {"properties": {"style": {"enum": ["matrix", "label", "simple"]}, "required": {"const": true}}, "required": ["required"]}},
    "parameterOrRef": {"if": {"type": "object", "required": ["$ref"]}, "then": {"$ref": "#/$defs/reference"}, "else": {"$ref": "#/$defs/parameter"}},
    "body": {"type": "object", "properties": {"description": {"type": "string"}, "content": {"$ref": "#/$defs/content"}, "required": {"type": "boolean"}}, "required": ["content"], "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "bodyOrRef": {"if": {"type": "object", "required": ["$ref"]}, "then": {"$ref": "#/$defs/reference"}, "else": {"$ref": "#/$defs/body"}},
    "content": {"type": "object", "additionalProperties": {"$ref": "#/$defs/media"}, "propertyNames": {"minLength": 3}},
    "media": {"type": "object", "properties": {"schema": {"$ref": "#/$defs/schema"}, "example": true, "examples": {"type": "object"}}, "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "responses": {"type": "object", "properties": {"default": {"$ref": "#/$defs/responseOrRef"}}, "patternProperties": {"^[1-5](?:[0-9]{2}|XX)$": {"$ref": "#/$defs/responseOrRef"}}, "minProperties": 1, "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "response": {"type": "object", "properties": {"description": {"type": "string"}, "headers": {"type": "object", "additionalProperties": {"$ref": "#/$defs/headerOrRef"}}, "content": {"$ref": "#/$defs/content"}}, "required": ["description"], "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "responseOrRef": {"if": {"type": "object", "required": ["$ref"]}, "then": {"$ref": "#/$defs/reference"}, "else": {"$ref": "#/$defs/response"}},
    "header": {"type": "object", "properties": {"description": {"type": "string"}, "required": {"type": "boolean"}, "schema": {"$ref": "#/$defs/schema"}}, "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "headerOrRef": {"if": {"type": "object", "required": ["$ref"]}, "then": {"$ref": "#/$defs/reference"}, "else": {"$ref": "#/$defs/header"}},
    "tag": {"type": "object", "properties": {"name": {"type": "string"}, "description": {"type": "string"}, "externalDocs": {"$ref": "#/$defs/docs"}}, "required": ["name"], "$ref": "#/$defs/extensions", "unevaluatedProperties": false},
    "reference": {"type": "object", "properties": {"$ref": {"type": "string", "format": "uri-reference"}, "summary": {"type": "string"}, "description": {"type": "string"}}},
    "schema": {"type": ["object", "boolean"], "properties": {"type": {"anyOf": [{"$ref": "#/$defs/typeName"}, {"type": "array", "items": {"$ref": "#/$defs/typeName"}, "minItems": 1, "uniqueItems": true}]}, "properties": {"type": "object", "additionalProperties": {"$ref": "#/$defs/schema"}}, "items": {"$ref": "#/$defs/schema"}, "required": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}, "enum": {"type": "array"}, "allOf": {"type": "array", "items": {"$ref": "#/$defs/schema"}}, "maxLength": {"type": "integer", "minimum": 0}, "minLength": {"type": "integer", "minimum": 0}, "maximum": {"type": "number"}, "minimum": {"type": "number"}, "format": {"type": "string"}, "description": {"type": "string"}}},
    "typeName": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
    "security": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
  }}
  """#

private func serviceDocument(_ r: inout Random, _ isBad: Bool) -> String {
  func schema(_ r: inout Random, _ depth: Int) -> String {
    switch depth > 2 ? r.below(3) : r.below(5) {
    case 0: return #"{"type": "string", "maxLength": \#(r.below(500))}"#
    case 1:
      return #"{"type": ["integer", "null"], "minimum": 0, "description": "\#(r.sentence())"}"#
    case 2: return ##"{"$ref": "#/components/schemas/S\##(r.below(9))"}"##
    case 3: return #"{"type": "array", "items": \#(schema(&r, depth + 1))}"#
    default:
      return
        #"{"type": "object", "required": ["p0"], "properties": \#(r.object(5) { r, i in "\"p\(i)\": \(schema(&r, depth + 1))" })}"#
    }
  }
  func operation(_ r: inout Random, _ name: String) -> String {
    ##"{"tags": ["\##(r.ascii())"], "summary": "\##(r.sentence())", "operationId": "\##(name)", "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}, {"name": "limit", "in": "query", "schema": {"type": "integer"}}, {"$ref": "#/components/parameters/page"}], "requestBody": {"required": true, "content": {"application/json": {"schema": \##(schema(&r, 0))}}}, "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": \##(schema(&r, 0))}}}, "404": {"description": "none"}, "default": {"$ref": "#/components/responses/error"}}}"##
  }
  let paths = r.object(20) { r, i in
    #""/v1/\#(r.ascii())/\#(i)/{id}": {"get": \#(operation(&r, "get\(i)")), "post": \#(operation(&r, "post\(i)"))}"#
  }
  let schemas = r.object(10) { r, i in "\"S\(i)\": \(schema(&r, 0))" }
  return #"""
    {"openapi": "3.1.0", "info": {"title": "\#(r.sentence())", "version": "1.0.0", "license": {"name": "MIT", "identifier": "MIT"}\#(isBad ? ", \"extra\": 1" : "")}, "servers": [{"url": "https://api.example"}], "tags": [{"name": "a", "description": "\#(r.sentence())"}], "paths": \#(paths), "components": {"schemas": \#(schemas), "parameters": {"page": {"name": "page", "in": "query", "schema": {"type": "integer"}}}, "responses": {"error": {"description": "\#(r.sentence())"}}}}
    """#.replacingLineEnds()
}

extension String {
  /// The text on one line.
  fileprivate func replacingLineEnds() -> String {
    String(decoding: utf8.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
  }
}
