/**
 * A scripted model on loopback for tests of real command lines: the same request always gets the same answer. It
 * keeps no state of a conversation; which step comes next stands in the request itself.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import type { Call, Conversation, Protocol, Reply, Wire } from './protocol.ts';
import { responses } from './responses.ts';
import { callId, defaultUsage, entryFor, nextStep, type Scenario, type SentUsage, type Step } from './script.ts';
import { toolFor } from './tools.ts';

const PROTOCOLS: readonly Protocol[] = [chat, gemini, messages, responses];

/** Bounds on what a client can make the server hold. */
const BODY_LIMIT = 32 * 1024 * 1024;
const REQUEST_LIMIT = 100_000;

/** What was asked and what was sent. */
export interface Recorded {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly protocol: string | null;
  /** The key that was presented, or null. */
  readonly presented: string | null;
  readonly model: string | null;
  readonly tools: readonly string[];
  readonly entry: string | null;
  readonly step: number | null;
  readonly sent: Reply['kind'] | 'not_found' | 'bad_request' | 'models';
  /** Usage that was sent, or null when none was: also when the client had gone before the answer. */
  readonly usage: SentUsage | null;
}

/** A running server. */
export interface ScriptedModel {
  /** Base URL of the OpenAI-compatible paths, such as http://127.0.0.1:8080/v1. */
  readonly baseUrl: string;
  readonly port: number;
  readonly requests: readonly Recorded[];
  /** Stops it and breaks open connections. */
  readonly close: () => Promise<void>;
}

/** Options of a server. */
export interface ScriptedModelOptions {
  readonly scenario: Scenario;
  /** The key that must be presented; anything else is answered with 401. Null: any key. */
  readonly key?: string | null;
  readonly port?: number;
}

interface Planned {
  readonly entry: string;
  readonly step: number;
  readonly reply: Reply;
  readonly delayMs: number;
}

function callsOf(
  step: Extract<Step, { do: unknown }>,
  conversation: Conversation,
  key: string,
  number: number,
): Call[] {
  return step.do.flatMap((action, index) => {
    const mapped = toolFor(action, conversation);
    return mapped === null ? [] : [{ id: callId(key, number, index), ...mapped }];
  });
}

function faultReply(step: Extract<Step, { fault: unknown }>, usage: SentUsage): Reply {
  switch (step.fault) {
    case 'http':
      return { kind: 'http', status: step.status };
    case 'empty':
      return { kind: 'empty', usage };
    case 'cut':
      return { kind: 'cut' };
    case 'failed':
      return { kind: 'failed' };
    case 'hang':
      return { kind: 'hang' };
  }
}

/** What to answer. A step for which the client has no tool is passed over; after the last step the answer says so. */
function plan(scenario: Scenario, conversation: Conversation, before: readonly Recorded[]): Planned {
  const { key, steps } = entryFor(scenario, conversation.userText);
  const usageOf = scenario.usage ?? defaultUsage;
  let at = nextStep(key, conversation.callIds);
  for (; at < steps.length; at += 1) {
    const step = steps[at];
    if (step === undefined) break;
    const planned = { entry: key, step: at, delayMs: step.delayMs ?? 0 };
    if ('answer' in step) return { ...planned, reply: { kind: 'answer', text: step.answer, usage: usageOf(at) } };
    if ('fault' in step) {
      const tried = before.filter((one) => one.entry === key && one.step === at).length;
      if (step.times !== undefined && tried >= step.times) continue;
      return { ...planned, reply: faultReply(step, usageOf(at)) };
    }
    const calls = callsOf(step, conversation, key, at);
    if (calls.length > 0)
      return { ...planned, reply: { kind: 'calls', say: step.say ?? null, calls, usage: usageOf(at) } };
  }
  const reply: Reply = { kind: 'answer', text: 'The script has ended.', usage: usageOf(at) };
  return { entry: key, step: at, delayMs: 0, reply };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > BODY_LIMIT) throw new Error('the request is too large');
    chunks.push(bytes);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? null : JSON.parse(text);
}

function send(response: ServerResponse, wire: Wire): void {
  response.writeHead(wire.status, { 'content-type': wire.contentType });
  for (const chunk of wire.chunks) response.write(chunk);
  if (wire.end === 'close') response.end();
  // The last bytes must leave before the connection breaks, or the client sees no stream at all.
  if (wire.end === 'cut') setTimeout(() => response.destroy(), 50);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, { status, contentType: 'application/json', chunks: [JSON.stringify(value)], end: 'close' });
}

function presentedKey(request: IncomingMessage): string | null {
  const { authorization, 'x-api-key': anthropic, 'x-goog-api-key': google } = request.headers;
  const key = google ?? anthropic;
  if (typeof key === 'string') return key;
  return authorization?.startsWith('Bearer ') === true ? authorization.slice('Bearer '.length) : null;
}

interface Running extends ScriptedModelOptions {
  readonly recorded: Recorded[];
  count: number;
}

async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { scenario, key = null, recorded } = running;
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const method = request.method ?? 'GET';
  const presented = presentedKey(request);
  running.count += 1;
  const number = running.count;
  const note = (rest: Partial<Recorded> & Pick<Recorded, 'sent'>) => {
    const nothing = { protocol: null, model: null, tools: [], entry: null, step: null, usage: null };
    if (recorded.length < REQUEST_LIMIT) recorded.push({ number, method, path, presented, ...nothing, ...rest });
  };
  const protocol = PROTOCOLS.find((one) => one.matches(path));
  if (method === 'GET' && path.endsWith('/models')) {
    note({ sent: 'models' });
    sendJson(response, 200, { object: 'list', data: [], models: [] });
    return;
  }
  if (protocol === undefined || method !== 'POST') {
    note({ sent: 'not_found' });
    sendJson(response, 404, { error: { message: 'not found' } });
    return;
  }
  const conversation = protocol.read(await bodyOf(request), path);
  if (conversation === null) {
    note({ sent: 'bad_request', protocol: protocol.id });
    sendJson(response, 400, { error: { message: 'not a request of this protocol' } });
    return;
  }
  const refused = key !== null && presented !== key;
  const planned = plan(scenario, conversation, recorded);
  const reply: Reply = refused ? { kind: 'http', status: 401 } : planned.reply;
  if (planned.delayMs > 0) await sleep(planned.delayMs);
  const gone = response.destroyed;
  note({
    sent: reply.kind,
    protocol: protocol.id,
    model: conversation.model,
    tools: conversation.tools.map((tool) => tool.name),
    entry: planned.entry,
    step: planned.step,
    usage: !gone && 'usage' in reply ? reply.usage : null,
  });
  if (!gone) send(response, protocol.write(reply, conversation, number));
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const recorded: Recorded[] = [];
  const running: Running = { ...options, recorded, count: 0 };
  const server = createServer((request, response) => {
    answer(running, request, response).catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 400, { error: { message: String(error) } });
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    port: address.port,
    requests: recorded,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The sum of the usage that was sent, over all requests. */
export function sentTotals(requests: readonly Recorded[]): SentUsage {
  const total = { input: 0, cached: 0, written: 0, output: 0, reasoning: 0 };
  for (const { usage } of requests) {
    if (usage === null) continue;
    total.input += usage.input;
    total.cached += usage.cached;
    total.written += usage.written;
    total.output += usage.output;
    total.reasoning += usage.reasoning;
  }
  return total;
}
