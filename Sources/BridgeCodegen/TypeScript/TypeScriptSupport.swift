/// The declarations that every module has, and the runtime that all modules share.
enum TypeScriptSupport {
  /// `bridge-runtime.js`.
  static var module: String {
    "// Written by bridge-contract: the runtime that all generated modules of a folder share.\n\n"
      + "\(Scripts.runtime)\nexport { bridgeRuntime };\n"
  }

  /// What a module exports besides its types.
  // swift-format-ignore
  static let exports = ##"""
    /** The contract, as far as it is needed at run time. */
    export const contract: JSONValue;
    /** The page's side of the bridge. */
    export function connect(options?: Options): Connection<WebMessages, NativeMessages>;
    /** Native's side: for tests and fakes. */
    export function connectNative(options?: Options): Connection<NativeMessages, WebMessages>;

    type Bodies = WebMessages & NativeMessages;
    /** What is wrong with a body on a channel. */
    export function judge(channel: string, body: unknown): Issue[];
    /** The messages in a good body on a channel. */
    export function decode(channel: string, body: unknown): { name: keyof Bodies; payload: JSONValue; id?: string | number }[];
    /** What a good reply to a request carries. Throws `BridgeError` where the contract refuses it. */
    export function decodeReply(name: keyof Bodies, request: unknown, reply: unknown): { error?: string; payload: JSONValue };
    /** The body of a message, as it goes over the wire. Throws `BridgeError` where the contract refuses it. */
    export function encode<K extends keyof Bodies>(name: K, payload: PayloadOf<Bodies[K]>, options?: { id?: string | number; path?: string }): unknown;
    /** The body of a reply, as it goes over the wire. Throws `BridgeError` where the contract refuses it. */
    export function encodeReply<K extends Asking<Bodies>>(name: K, payload: ReplyOf<Bodies[K]> | PayloadOf<ErrorOf<Bodies[K]>>, options?: { id?: string | number; error?: string }): unknown;
    /** What is wrong with an example: a body and, where it has one, its reply. */
    export function judgeExample(name: keyof Bodies, example: { body: unknown; reply?: unknown }): Issue[];
    /** JSON text with sorted keys: equal values have equal texts. */
    export function canonical(value: unknown): string;

    /** A declared error: thrown by handlers, and what requests are rejected with. */
    export const Declined: typeof DeclinedType;
    export type Declined = DeclinedType;
    /** What the contract refuses, or a request that had no reply. */
    export const BridgeError: typeof BridgeErrorType;
    export type BridgeError = BridgeErrorType;

    """##

  /// `bridge-runtime.d.ts`.
  // swift-format-ignore
  static let declarations = ##"""
    // Written by bridge-contract: the types that all generated modules of a folder share.

    /** Any JSON value. */
    export type JSONValue = null | boolean | number | string | JSONValue[] | { [key: string]: JSONValue };

    /** Something that the contract says against a body: the cause, as `explain` knows it, and where. */
    export interface Issue {
      readonly cause: string;
      /** JSON Pointer into the decoded body. */
      readonly at: string;
      readonly severity: "error" | "warning" | "info";
    }

    /** A line of a log, as `bridge-contract validate` reads it. */
    export interface Line {
      readonly t: number;
      readonly direction: "webToNative" | "nativeToWeb";
      readonly channel?: string;
      readonly call?: string;
      readonly answers?: string;
      readonly error?: string;
      readonly body?: unknown;
    }

    /** Where bodies go, and where they come from; without one, the window's own ways are used. */
    export interface Transport {
      /** Brings a body to the other side; what it returns is the answer where the call itself answers. */
      deliver(encoded: { readonly channel: { readonly key: string; readonly via: string; readonly name: string }; readonly body: unknown; readonly path?: string }): unknown;
      /** Begins to hear; returns what ends it. */
      listen?(peer: { receive(channel: string, body: unknown): unknown }): () => void;
    }

    export interface Options {
      transport?: Transport;
      /** Takes what the contract says against what comes in, and requests without a reply. */
      onFinding?(issue: Issue, message: string | undefined): void;
      /** Takes every line of traffic. */
      onLine?(line: Line): void;
      /** How long requests wait, in milliseconds; default the contract's `within`, else for ever. */
      timeout?: number;
      /** Makes the ids of requests. */
      nextId?(): string | number;
    }

    export type Plain<M> = { [K in keyof M]: M[K] extends { reply: unknown } ? never : K }[keyof M];
    export type Asking<M> = { [K in keyof M]: M[K] extends { reply: unknown } ? K : never }[keyof M];
    export type PayloadOf<T> = T extends { payload: infer P } ? P : never;
    export type ReplyOf<T> = T extends { reply: infer R } ? R : never;
    export type ErrorOf<T> = T extends { error: infer E } ? E : never;
    export type FailWith<E> = E extends { error: infer N; payload: infer P } ? [error: N, payload: P] : never;

    /** How a request is answered: by what the handler returns, or by one of these, at any time. */
    export interface Answer<T> {
      reply(payload: ReplyOf<T>): void;
      /** A part of a stream that is not the last. */
      part(payload: ReplyOf<T>): void;
      fail(...failure: FailWith<ErrorOf<T>>): void;
    }

    /** One side of the bridge: what it says, and what it hears. */
    export interface Connection<Says, Hears> {
      /** Sends a message that nobody answers. Throws `BridgeError` where the contract refuses it. */
      send<K extends Plain<Says>>(name: K, payload: PayloadOf<Says[K]>, options?: { id?: string | number; path?: string }): void;
      /** Sends a request. Rejects with `Declined`, or with `BridgeError` where there is no good reply. */
      request<K extends Asking<Says>>(
        name: K, payload: PayloadOf<Says[K]>,
        options?: { timeout?: number; id?: string | number; path?: string; onPart?(part: ReplyOf<Says[K]>, hasMore: boolean): void },
      ): Promise<ReplyOf<Says[K]>>;
      /** Says what is done when a message comes. Returns what undoes it. */
      on<K extends Plain<Hears>>(name: K, handler: (payload: PayloadOf<Hears[K]>) => void): () => void;
      on<K extends Asking<Hears>>(
        name: K,
        handler: (payload: PayloadOf<Hears[K]>, answer: Answer<Hears[K]>) => ReplyOf<Hears[K]> | void | Promise<ReplyOf<Hears[K]> | void>,
      ): () => void;
      /** Takes a body of the other side, where no transport hears it. */
      receive(channel: string, body: unknown): unknown;
      /** Hears nothing any more; open requests are rejected. */
      close(): void;
    }

    /** A declared error: thrown by handlers, and what requests are rejected with. */
    export class DeclinedType extends Error {
      constructor(error: string, payload?: unknown);
      readonly error: string;
      readonly payload: unknown;
    }

    /** What the contract refuses, or a request that had no reply. */
    export class BridgeErrorType extends Error {
      constructor(text: string, issues?: Issue[]);
      readonly issues: readonly Issue[];
      readonly causes: readonly string[];
    }

    /** Everything about one contract. */
    export function bridgeRuntime(contract: JSONValue): unknown;

    """##
}
