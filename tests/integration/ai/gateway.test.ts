import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { AiError, type AiErrorCode } from '~/gateways/ai/ai-error';
import type { ChatRequest } from '~/gateways/ai/chat';
import { openAiProvider, type Deadlines } from '~/gateways/ai/openai.server';

import { answerOf, startFakeOpenAi, type Behavior, type FakeOpenAi } from '../../fakes/openai.ts';

let fake: FakeOpenAi;

beforeAll(async () => {
  fake = await startFakeOpenAi();
});
afterEach(() => fake.reset());
afterAll(() => fake.close());

const QUICK: Partial<Deadlines> = { firstByteMs: 300, idleMs: 300 };

function provider(deadlines: Partial<Deadlines> = {}, apiKey: string | undefined = 'sk-test-key') {
  return openAiProvider({ source: 'environment', baseUrl: fake.url, apiKey, deadlines });
}

function ask(overrides: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: 'openai/gpt-4o-mini',
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Write three words' },
    ],
    maxTokens: 8000,
    temperature: 0.7,
    signal: new AbortController().signal,
    ...overrides,
  };
}

async function stream(behavior: Behavior, deadlines: Partial<Deadlines> = {}) {
  fake.script(behavior);
  const chunks: string[] = [];
  const end = await provider(deadlines).stream(ask(), (part) => chunks.push(part));
  return { end, pieces: chunks, text: chunks.join('') };
}

async function failure(ended: Promise<unknown>): Promise<AiError> {
  const error: unknown = await ended.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AiError)) throw error;
  return error;
}

/** Resolves once `holds` is true; the test's own timeout is the limit. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a streamed answer', () => {
  it('arrives as it was sent, with its usage', async () => {
    const behavior: Behavior = { kind: 'markdown', tokens: 60, rate: 500, comments: true };
    const { end, pieces: chunks, text } = await stream(behavior);
    expect(text).toBe(answerOf(behavior));
    expect(chunks.length).toBeGreaterThan(5);
    expect(end).toEqual({ usage: { promptTokens: 5, completionTokens: 60 }, finishReason: 'stop' });
    expect(fake.requests[0]).toMatchObject({
      authorization: 'Bearer sk-test-key',
      abandoned: false,
      body: {
        model: 'openai/gpt-4o-mini',
        max_tokens: 8000,
        temperature: 0.7,
        stream: true,
        stream_options: { include_usage: true },
      },
    });
  });

  it.each<[string, Behavior]>([
    ['byte by byte', { text: 'Brot 🥖 und Käse 汉字', splitBytes: true }],
    ['with CRLF', { tokens: 30, crlf: true, comments: true }],
    ['of 3 MB', { kind: 'huge' }],
    ['without [DONE]', { tokens: 5, done: false }],
    ['with nothing but an end', { text: '' }],
  ])('arrives whole %s', async (_, behavior) => {
    const { text, end } = await stream(behavior);
    expect(text).toBe(answerOf(behavior));
    expect(end.finishReason).toBe('stop');
  });

  it('joins the deltas of one network read', async () => {
    const { pieces: chunks, text } = await stream({ tokens: 5_000 });
    expect(text).toBe(answerOf({ tokens: 5_000 }));
    expect(chunks.length).toBeLessThan(1_000);
  });

  it('arrives whole with a delta of 10 MB', async () => {
    const { text } = await stream({ text: 'end', bigDelta: 10 * 1024 * 1024 });
    expect(text.length).toBe(10 * 1024 * 1024 + 3);
  });

  it('has replacement characters for invalid UTF-8', async () => {
    const { text } = await stream({ text: 'end', invalidUtf8: true });
    expect(text).toBe('<\ufffd(\ufffd>end');
  });

  it.each<[Behavior['usage']]>([['none'], ['rubbish']])(
    'has no usage if the provider’s is %s',
    async (usage) => {
      expect((await stream({ usage })).end.usage).toBeNull();
    },
  );

  it('is accepted as a whole from a server that can’t stream', async () => {
    const { text, end } = await stream({ rubbish: 'completion-json' });
    expect(text).toBe('All at once.');
    expect(end.finishReason).toBe('stop');
  });

  it('doesn’t wait for a connection that stays open after the end', async () => {
    const { end } = await stream({ tokens: 3, lingers: true });
    expect(end.finishReason).toBe('stop');
  });

  it('reuses connections', async () => {
    const gateway = provider();
    for (let count = 0; count < 3; count += 1) {
      await gateway.stream(ask(), () => {});
      await until(() => fake.requests.every((request) => request.endedAt !== null));
    }
    expect(new Set(fake.requests.map((request) => request.port)).size).toBe(1);
  });

  it('is requested without a key if none is set', async () => {
    await openAiProvider({ source: 'environment', baseUrl: fake.url, apiKey: undefined }).stream(
      ask(),
      () => {},
    );
    expect(fake.requests[0]?.authorization).toBeNull();
  });

  it('rejects with the error that its reader throws', async () => {
    fake.script({ rate: 50, tokens: 500 });
    const broken = new Error('reader');
    const ended = provider().stream(ask(), () => {
      throw broken;
    });
    await expect(ended).rejects.toBe(broken);
    await until(() => fake.requests[0]?.abandoned === true);
  });
});

describe('an abort', () => {
  it('in the middle ends at once, keeps the text, and closes the connection', async () => {
    fake.script({ rate: 200, tokens: 100_000 });
    const abort = new AbortController();
    let text = '';
    const ended = provider().stream(ask({ signal: abort.signal }), (part) => {
      text += part;
      abort.abort();
    });
    await expect(ended).resolves.toEqual({ usage: null, finishReason: 'aborted' });
    expect(text).not.toBe('');
    await until(() => fake.requests[0]?.abandoned === true);
    expect(fake.requests[0]?.sentTokens).toBeLessThan(1_000);
  });

  it('before the headers ends at once', async () => {
    fake.script({ hangBeforeHeaders: true });
    const abort = new AbortController();
    const ended = provider().stream(ask({ signal: abort.signal }), () => {});
    await until(() => fake.requests.length === 1);
    abort.abort();
    await expect(ended).resolves.toEqual({ usage: null, finishReason: 'aborted' });
    await until(() => fake.requests[0]?.abandoned === true);
  });

  it('between two attempts ends at once', async () => {
    fake.script({ status: 429, retryAfter: 5 });
    const abort = new AbortController();
    const ended = provider().stream(ask({ signal: abort.signal }), () => {});
    await until(() => fake.requests.length === 1);
    abort.abort();
    await expect(ended).resolves.toMatchObject({ finishReason: 'aborted' });
    expect(fake.requests).toHaveLength(1);
  });

  it('before the start sends no request', async () => {
    const ended = provider().stream(ask({ signal: AbortSignal.abort() }), () => {});
    await expect(ended).resolves.toMatchObject({ finishReason: 'aborted' });
    expect(fake.requests).toHaveLength(0);
  });

  it('of an unstreamed answer is an error', async () => {
    const ended = provider().complete(ask({ signal: AbortSignal.abort() }));
    expect((await failure(ended)).code).toBe('aborted');
    fake.behave({ complete: { hangBeforeHeaders: true } });
    const late = provider().complete(ask({ signal: AbortSignal.timeout(50) }));
    expect((await failure(late)).code).toBe('timed-out');
  });
});

describe('a failure', () => {
  it.each<[Behavior, AiErrorCode]>([
    [{ status: 401 }, 'key-refused'],
    [{ status: 402 }, 'no-credit'],
    [{ status: 403 }, 'key-refused'],
    [{ status: 404 }, 'unknown-model'],
    [{ status: 413 }, 'too-long'],
    [{ status: 400, code: 'context_length_exceeded' }, 'too-long'],
    [{ status: 400 }, 'refused'],
    [{ rubbish: 'html' }, 'invalid-response'],
    [{ rubbish: 'json' }, 'invalid-response'],
    [{ rubbish: 'structure' }, 'invalid-response'],
    [{ rubbish: 'error-json' }, 'busy'],
    [{ breakAfter: 0 }, 'broken-off'],
    [{ tokens: 20, breakAfter: 10 }, 'broken-off'],
    [{ tokens: 20, endAfter: 10 }, 'broken-off'],
    [{ tokens: 20, errorAfter: 10 }, 'provider-fault'],
    [{ finishReason: 'content_filter' }, 'filtered'],
  ])(
    'with %j is reported as %s after one attempt, without naming the provider or its key',
    async (behavior, code) => {
      const error = await failure(stream(behavior));
      expect(error.code).toBe(code);
      expect(JSON.stringify([error.reason, error.message, error.detail])).not.toContain('sk-');
      expect(fake.requests).toHaveLength(1);
    },
  );

  it('has the request’s id for the log', async () => {
    const error = await failure(stream({ status: 400, code: 'no_such_thing' }));
    expect(error).toMatchObject({ status: 400, requestId: 'req_fake_1', detail: 'no_such_thing' });
    expect((await failure(stream({ tokens: 9, errorAfter: 2 }))).requestId).toBe('req_fake_2');
  });

  it('in the middle keeps the text so far', async () => {
    fake.script({ tokens: 20, breakAfter: 10, rate: 1_000 });
    let text = '';
    const error = await failure(provider().stream(ask(), (part) => (text += part)));
    expect(error.code).toBe('broken-off');
    expect(text).toBe(answerOf({ tokens: 10 }));
  });

  it.each([[429], [500], [503]])('with status %i is retried, and then reported', async (status) => {
    fake.script({ status, retryAfter: 0 }, { tokens: 3 });
    const end = await provider().stream(ask(), () => {});
    expect(end.finishReason).toBe('stop');
    expect(fake.requests).toHaveLength(2);

    fake.reset();
    fake.behave({ status, retryAfter: 0 });
    const error = await failure(provider().stream(ask(), () => {}));
    expect(error.code).toBe(status === 429 ? 'busy' : 'provider-fault');
    expect(fake.requests).toHaveLength(3);
  });

  it('with a long Retry-After is reported at once', async () => {
    fake.behave({ status: 429, retryAfter: 3_600 });
    expect((await failure(provider().stream(ask(), () => {}))).code).toBe('busy');
    expect(fake.requests).toHaveLength(1);
  });

  it('to get headers in time is a timeout', async () => {
    fake.behave({ hangBeforeHeaders: true });
    const each = provider({ headersMs: 50, startMs: 10_000 });
    expect((await failure(each.stream(ask(), () => {}))).code).toBe('timed-out');
    expect(fake.requests).toHaveLength(3);
    const all = provider({ headersMs: 10_000, startMs: 100 });
    expect((await failure(all.stream(ask(), () => {}))).code).toBe('timed-out');
    expect(fake.requests).toHaveLength(4);
    fake.behave({ complete: { hangBeforeHeaders: true } });
    expect((await failure(provider({ completionMs: 100 }).complete(ask()))).code).toBe('timed-out');
  });

  it('to get a first byte in time is a timeout', async () => {
    const silent = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
    });
    const baseUrl = await listen(silent);
    const gateway = openAiProvider({
      source: 'environment',
      baseUrl,
      apiKey: 'x',
      deadlines: { firstByteMs: 100 },
    });
    expect((await failure(gateway.stream(ask(), () => {}))).code).toBe('timed-out');
    silent.closeAllConnections();
    silent.close();
  });

  it('to get the next byte in time is a timeout, and closes the connection', async () => {
    const error = await failure(stream({ tokens: 20, hangAfter: 5 }, QUICK));
    expect(error.code).toBe('timed-out');
    await until(() => fake.requests[0]?.abandoned === true);
  });

  it('to reach the provider is reported as such', async () => {
    const server = createServer();
    const baseUrl = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const error = await failure(
      openAiProvider({ source: 'environment', baseUrl, apiKey: 'x' }).stream(ask(), () => {}),
    );
    expect(error).toMatchObject({ code: 'unreachable', detail: 'ECONNREFUSED' });
  });
});

describe('a model that doesn’t accept every parameter', () => {
  it('gets the request again without the parameter, which is remembered', async () => {
    fake.behave({ refuses: ['temperature', 'max_tokens', 'stream_options'] });
    const gateway = provider();
    expect((await gateway.stream(ask(), () => {})).finishReason).toBe('stop');
    expect(fake.requests).toHaveLength(4);
    expect(fake.requests[3]?.body).toEqual({
      model: 'openai/gpt-4o-mini',
      messages: ask().messages,
      max_completion_tokens: 8000,
      stream: true,
    });
    await gateway.stream(ask(), () => {});
    expect(fake.requests).toHaveLength(5);
  });

  it('answers without the effort that a model refuses', async () => {
    fake.behave({ text: 'Yes', refuses: ['reasoning_effort'] });
    let text = '';
    await provider().stream(ask({ effort: 'high' }), (chunk) => (text += chunk));
    expect(text).toBe('Yes');
    expect(fake.requests.map(({ body }) => body.reasoning_effort)).toEqual(['high', undefined]);
  });

  it('isn’t retried forever', async () => {
    fake.behave({ refuses: ['max_tokens', 'max_completion_tokens'] });
    expect((await failure(provider().stream(ask(), () => {}))).code).toBe('refused');
    expect(fake.requests.length).toBeLessThan(10);
  });
});

describe('an unstreamed answer', () => {
  it('has text and usage', async () => {
    const answer = await provider().complete(ask({ maxTokens: 40 }));
    expect(answer).toEqual({
      text: 'About Write three words',
      usage: { promptTokens: 5, completionTokens: 4 },
    });
    expect(fake.requests[0]?.body).toMatchObject({ max_tokens: 40, stream: false });
  });

  it.each<[Behavior['complete'], AiErrorCode]>([
    [{ status: 401 }, 'key-refused'],
    [{ rubbish: 'html' }, 'invalid-response'],
    [{ rubbish: 'structure' }, 'invalid-response'],
    [{ rubbish: 'error-json' }, 'busy'],
  ])('that fails with %j is reported as %s', async (complete, code) => {
    fake.behave({ complete });
    expect((await failure(provider().complete(ask()))).code).toBe(code);
  });
});

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    });
  });
}
