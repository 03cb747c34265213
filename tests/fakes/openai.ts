import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { readRecording, transcriptionOf, type SeenRecording } from './openai-audio.ts';
import { answerOf, markerOf, PLAIN, type Behavior } from './openai-behavior.ts';
import { type JsonSchema, sampleOf } from './openai-schema.ts';
import { closed, pause, writeStream } from './openai-stream.ts';
import { roundsOf, toolFault } from './openai-tools.ts';
import { reportUsage } from './openai-usage.ts';

export { answerOf, marker, stampNow, type Behavior } from './openai-behavior.ts';

interface ChatBody {
  model: string;
  messages: {
    role: string;
    content: string;
    tool_calls?: { id: string; function: { name: string; arguments: string } }[];
    tool_call_id?: string;
    reasoning_details?: Record<string, unknown>[];
  }[];
  tools?: {
    type: 'function';
    function: { name: string; description: string; parameters: object };
  }[];
  tool_choice?: string;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  reasoning_effort?: string;
  response_format?: { type: 'json_schema'; json_schema: JsonSchema & { schema: JsonSchema } };
}

/** One request as the fake saw it. Times are milliseconds since the epoch. */
export interface SeenRequest {
  number: number;
  at: number;
  /** The client's port. */
  port: number;
  authorization: string | null;
  body: ChatBody;
  sentTokens: number;
  endedAt: number | null;
  /** The client left before the answer was complete. */
  abandoned: boolean;
}

export interface FakeOpenAi {
  /** Ends with /v1. */
  url: string;
  /** The last 2,000 requests, oldest first. */
  requests: SeenRequest[];
  /** The recordings that were sent. */
  recordings: SeenRecording[];
  /** Sets the default behavior. */
  behave(behavior: Behavior): void;
  /** Sets the behaviors of the next requests, one each; then the default applies again. */
  script(...behaviors: Behavior[]): void;
  /** Lets answers continue that wait at this hold, now or later. */
  release(hold: string): void;
  /** Clears behaviors, requests, and releases. */
  reset(): void;
  close(): Promise<void>;
}

const KEPT = 2_000;

/** An OpenAI-compatible server whose behavior is set by calls, by /control, or by a marker in the message. */
export async function startFakeOpenAi({ port = 0 } = {}): Promise<FakeOpenAi> {
  const requests: SeenRequest[] = [];
  const recordings: SeenRecording[] = [];
  const queue: Behavior[] = [];
  const uses = new Map<string, number>();
  const released = new Set<string>();
  const waiting = new Map<string, (() => void)[]>();
  let standard: Behavior = {};
  let count = 0;

  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A fault of the fake must be visible in the test that uses it.
      console.error('fake openai:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.keepAliveTimeout = 60_000;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://fake').pathname;
    const key = `${request.method} ${path}`;
    if (key === 'POST /v1/chat/completions') return answer(request, response);
    if (key === 'POST /v1/audio/transcriptions') return hear(request, response);
    if (key === 'GET /v1/models') {
      const data = ['openai/gpt-4o-mini', 'openai/gpt-4o'].map((id) => ({ id, object: 'model' }));
      return sendJson(response, 200, { object: 'list', data });
    }
    if (key === 'POST /control') {
      behave((await readJson(request)) as Behavior);
      return sendJson(response, 200, { ok: true });
    }
    if (key === 'DELETE /control') {
      reset();
      return sendJson(response, 200, { ok: true });
    }
    if (key === 'GET /control/requests') return sendJson(response, 200, requests);
    if (key === 'POST /control/release') {
      release(((await readJson(request)) as { hold: string }).hold);
      return sendJson(response, 200, { ok: true });
    }
    sendJson(response, 404, { error: { message: `No ${key} here`, code: 'not_found' } });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await readJson(request)) as ChatBody;
    const seen: SeenRequest = {
      number: (count += 1),
      at: Date.now(),
      port: request.socket.remotePort ?? 0,
      authorization: request.headers.authorization ?? null,
      body,
      sentTokens: 0,
      endedAt: null,
      abandoned: false,
    };
    requests.push(seen);
    if (requests.length > KEPT) requests.shift();
    response.on('close', () => {
      seen.endedAt = Date.now();
      seen.abandoned = !response.writableFinished;
    });
    const behavior = inForm(behaviorFor(body), body);
    response.setHeader('x-request-id', `req_fake_${seen.number}`);
    if (behavior.headerDelayMs) await pause(response, behavior.headerDelayMs);
    if (behavior.hangBeforeHeaders) return closed(response);
    const refused = behavior.refuses?.find((name) => body[name] !== undefined);
    if (refused) return refuse(response, refused);
    if (behavior.refusesSchema && body.response_format) {
      const message = 'No endpoints found that support the requested structured outputs.';
      return sendJson(response, behavior.refusesSchema, { error: { message, code: null } });
    }
    if (behavior.refusesTools && body.tools) return refuseTools(response, behavior.refusesTools);
    const fault = toolFault(body.messages);
    if (fault) return sendJson(response, 400, { error: { message: fault, param: 'messages' } });
    if (behavior.status) return fail(response, behavior);
    if (behavior.rubbish) return sendRubbish(response, behavior.rubbish, body);
    const usage = usageOf(behavior, body);
    if (!body.stream) return sendJson(response, 200, completion(body, behavior, usage));
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    await writeStream(response, {
      behavior,
      round: roundsOf(body.messages),
      model: body.model,
      usage: body.stream_options?.include_usage ? usage : undefined,
      onSent: (tokens) => (seen.sentTokens += tokens),
      released: waitFor,
    });
  }

  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await readRecording(request);
    if (typeof seen === 'string') {
      const error = { message: seen, type: 'invalid_request_error', param: 'file', code: null };
      return sendJson(response, 400, { error });
    }
    recordings.push(seen);
    if (recordings.length > KEPT) recordings.shift();
    response.on('close', () => (seen.abandoned = !response.writableFinished));
    const behavior = queue.shift() ?? standard;
    if (behavior.headerDelayMs) await pause(response, behavior.headerDelayMs);
    if (behavior.hangBeforeHeaders) return closed(response);
    if (behavior.status) return fail(response, behavior);
    if (behavior.rubbish) return sendJson(response, 200, { words: ['no text'] });
    sendJson(response, 200, transcriptionOf(behavior));
  }

  function behaviorFor(body: ChatBody): Behavior {
    const base = inRound({ ...PLAIN, ...standard }, body);
    const scripted = queue.shift();
    if (scripted) return inRound({ ...PLAIN, ...scripted }, body);
    const last = textOf(body.messages.findLast((message) => message.role === 'user'));
    const found = markerOf(last);
    if (!body.stream) {
      // What is asked for by a schema gets a sample of it.
      const text = body.response_format ? {} : { text: titleFor(last) };
      return { ...PLAIN, ...text, ...standard.complete, ...found?.behavior.complete };
    }
    if (!found) return base;
    const used = uses.get(found.key) ?? 0;
    uses.set(found.key, used + 1);
    const { times = Infinity } = found.behavior;
    return used < times ? inRound({ ...base, ...found.behavior }, body) : base;
  }

  function waitFor(hold: string): Promise<void> {
    if (released.has(hold)) return Promise.resolve();
    return new Promise((resolve) => waiting.set(hold, [...(waiting.get(hold) ?? []), resolve]));
  }

  function release(hold: string): void {
    released.add(hold);
    for (const resume of waiting.get(hold) ?? []) resume();
    waiting.delete(hold);
  }

  function behave(behavior: Behavior): void {
    standard = behavior;
  }

  function reset(): void {
    standard = {};
    queue.length = 0;
    requests.length = 0;
    recordings.length = 0;
    count = 0;
    uses.clear();
    released.clear();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    recordings,
    behave,
    script: (...behaviors) => queue.push(...behaviors),
    release,
    reset,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** What an answer does by now, after the results of its calls; it makes none where there are no tools. */
function inRound(behavior: Behavior, { messages, tools, tool_choice: choice }: ChatBody): Behavior {
  let present = behavior;
  for (let round = roundsOf(messages); round > 0 && present.then; round -= 1) {
    present = { ...PLAIN, ...present.then };
  }
  const { calls, ...silent } = present;
  if (!calls) return present;
  if (!tools || choice === 'none') return silent;
  return { text: '', ...present };
}

/** Like servers that keep to a schema: an answer that no one wrote is a sample of what was asked for. */
function inForm(behavior: Behavior, { response_format: format }: ChatBody): Behavior {
  const isPlain = behavior.text === undefined && behavior.kind === PLAIN.kind;
  if (!format || !isPlain) return behavior;
  return { ...behavior, text: JSON.stringify(sampleOf(format.json_schema.schema)) };
}

/** The text of a message that may also have images. */
function textOf(message: ChatBody['messages'][number] | undefined): string {
  const content: unknown = message?.content ?? '';
  if (typeof content === 'string') return content;
  const parts = content as { type: string; text?: string }[];
  return parts.map(({ text = '' }) => text).join(' ');
}

/** The title that the fake gives a conversation: the first words, without the marker. */
function titleFor(content: string): string {
  const words = content.replace(/\[\[fake:.*\]\]/s, ' ').split(/\s+/);
  return `About ${words.filter(Boolean).slice(0, 4).join(' ')}`.trim();
}

function completion(body: ChatBody, behavior: Behavior, usage: unknown): unknown {
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: body.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: answerOf(behavior) },
        finish_reason: behavior.finishReason ?? 'stop',
      },
    ],
    ...(usage !== undefined && { usage }),
  };
}

/** The prompt's words and the answer's tokens, so that a test knows what must be charged. */
function usageOf(behavior: Behavior, body: ChatBody): unknown {
  const prompt = body.messages.reduce(
    (sum, message) => sum + textOf(message).split(/\s+/).length,
    0,
  );
  const answer =
    behavior.text === undefined && behavior.kind !== 'huge'
      ? (behavior.tokens ?? 0)
      : answerOf(behavior).split(/\s+/).length;
  if (behavior.usage === 'none') return undefined;
  if (behavior.usage === 'wrong') return usageNumbers(prompt + 100_000, answer + 100_000);
  if (behavior.usage === 'rubbish') return { prompt_tokens: 'many', completion_tokens: -7 };
  const { as, cached = 0, cacheWritten = 0, reasoned = 0 } = behavior.reports ?? {};
  if (!as) return usageNumbers(prompt, answer);
  const fresh = prompt - cached - cacheWritten;
  return reportUsage(as, { fresh, cached, cacheWritten, written: answer, reasoned });
}

function usageNumbers(prompt: number, answer: number): unknown {
  return { prompt_tokens: prompt, completion_tokens: answer, total_tokens: prompt + answer };
}

function refuse(response: ServerResponse, name: string): void {
  sendJson(response, 400, {
    error: {
      message: `Unsupported parameter: '${name}' is not supported with this model.`,
      type: 'invalid_request_error',
      param: name,
      code: 'unsupported_parameter',
    },
  });
}

function refuseTools(response: ServerResponse, as: NonNullable<Behavior['refusesTools']>): void {
  const [status, message] = {
    ollama: [400, 'registry.ollama.ai/library/gemma3:4b does not support tools'],
    openrouter: [
      404,
      'No endpoints found that support tool use. To learn more, visit: https://openrouter.ai/docs',
    ],
    vllm: [
      400,
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    ],
  }[as] as [number, string];
  sendJson(response, status, { error: { message, type: 'api_error', param: null, code: null } });
}

function fail(response: ServerResponse, { status = 500, code, retryAfter }: Behavior): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  // Like real services, it quotes the key, which must never reach a person or a log.
  const message = `Error ${status} for key sk-secret-of-the-operator`;
  sendJson(response, status, { error: { message, type: 'fake_error', code: code ?? null } });
}

function sendRubbish(
  response: ServerResponse,
  rubbish: NonNullable<Behavior['rubbish']>,
  body: ChatBody,
): void {
  const bodies: Record<typeof rubbish, [type: string, text: string]> = {
    html: ['text/html', '<!doctype html><title>Welcome</title><p>Log in to the hotel Wi-Fi'],
    json: ['text/event-stream', 'data: {"choices":[{"delta":{"content":"half\n\n'],
    structure: ['text/event-stream', 'data: {"answer":"hello"}\n\ndata: [DONE]\n\n'],
    'error-json': [
      'application/json',
      JSON.stringify({ error: { code: 429, message: 'slow down' } }),
    ],
    'completion-json': [
      'application/json',
      JSON.stringify(completion(body, { text: 'All at once.' }, {})),
    ],
  };
  const [type, text] = bodies[rubbish];
  response.writeHead(200, { 'content-type': type });
  response.end(text);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
