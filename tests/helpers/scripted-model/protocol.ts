/** What a wire protocol must be able to do. Each protocol is one file beside this one. */
import type { SentUsage } from './script.ts';

/** A tool that the client offers. */
export interface OfferedTool {
  readonly name: string;
  /** The group it stands in, or null. */
  readonly namespace: string | null;
  /** True when it takes free text instead of a JSON object. */
  readonly freeText: boolean;
  /** Names of its parameters. */
  readonly parameters: readonly string[];
}

/** A request, read. */
export interface Conversation {
  readonly model: string;
  readonly stream: boolean;
  /** All text that a user, or another agent, wrote. */
  readonly userText: string;
  /** All text that tools gave back. */
  readonly toolText: string;
  readonly tools: readonly OfferedTool[];
  /** Ids of the tool calls so far. */
  readonly callIds: readonly string[];
}

/** A tool call to send. */
export interface Call {
  readonly id: string;
  readonly tool: OfferedTool;
  /** Free text, or the JSON object of the arguments. */
  readonly input: string | Readonly<Record<string, unknown>>;
}

/** What to answer. */
export type Reply =
  | { readonly kind: 'answer'; readonly text: string; readonly usage: SentUsage }
  | { readonly kind: 'calls'; readonly say: string | null; readonly calls: readonly Call[]; readonly usage: SentUsage }
  | { readonly kind: 'empty'; readonly usage: SentUsage }
  | { readonly kind: 'http'; readonly status: number }
  | { readonly kind: 'cut' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'hang' };

/** An answer on the wire. `cut` breaks the connection after the last chunk, `hang` never ends it. */
export interface Wire {
  readonly status: number;
  readonly contentType: string;
  readonly chunks: readonly string[];
  readonly end: 'close' | 'cut' | 'hang';
}

/** One wire protocol; pure, so that it can be tested without a socket. */
export interface Protocol {
  readonly id: string;
  readonly matches: (path: string) => boolean;
  /** Null when the body is not a request of this protocol. The path is given for protocols that say things there. */
  readonly read: (body: unknown, path: string) => Conversation | null;
  /** `number` counts the requests of the server and makes ids differ. */
  readonly write: (reply: Reply, conversation: Conversation, number: number) => Wire;
}

/** Server-sent events, one chunk each. */
export function events(parts: readonly { readonly type: string; readonly data: unknown }[]): string[] {
  return parts.map(({ type, data }) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** A JSON document as the whole answer. */
export function document(status: number, value: unknown): Wire {
  return { status, contentType: 'application/json', chunks: [JSON.stringify(value)], end: 'close' };
}

const ERRORS: Readonly<Record<number, readonly [string, string]>> = {
  400: ['The request is not valid', 'invalid_request_error'],
  401: ['The key was refused', 'invalid_api_key'],
  403: ['This key may not use the model', 'permission_denied'],
  429: ['Too many requests', 'rate_limit_exceeded'],
  500: ['The server failed', 'server_error'],
  503: ['The server is overloaded', 'service_unavailable'],
};

/** A failed request as OpenAI's protocols answer it. */
export function httpError(status: number): Wire {
  const [message, code] = ERRORS[status] ?? ['The request failed', 'error'];
  return document(status, { error: { message, type: code, code, param: null } });
}
