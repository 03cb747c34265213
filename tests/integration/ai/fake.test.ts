import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { openAiProvider } from '~/gateways/ai/openai.server';

import { answerOf, marker, startFakeOpenAi, type FakeOpenAi } from '../../fakes/openai.ts';

let fake: FakeOpenAi;
let origin: string;

beforeAll(async () => {
  fake = await startFakeOpenAi();
  origin = new URL(fake.url).origin;
});
afterEach(() => fake.reset());
afterAll(() => fake.close());

function control(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${origin}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function ask(content: string, onText: (text: string) => void = () => {}) {
  const gateway = openAiProvider({ source: 'environment', baseUrl: fake.url, apiKey: undefined });
  const messages = [{ role: 'user' as const, content }];
  const signal = new AbortController().signal;
  return gateway.stream({ model: 'm', messages, maxTokens: 9, temperature: 1, signal }, onText);
}

describe('the fake provider', () => {
  it('follows the marker in a message, also beside messages with other markers', async () => {
    const texts = ['', '', ''];
    await Promise.all([
      ask(`One ${marker({ text: 'first' })}`, (text) => (texts[0] += text)),
      ask(`Two ${marker({ tokens: 7, kind: 'markdown' })}`, (text) => (texts[1] += text)),
      ask('Three', (text) => (texts[2] += text)),
    ]);
    expect(texts).toEqual(['first', answerOf({ tokens: 7, kind: 'markdown' }), answerOf({})]);
  });

  it('misbehaves only as often as requested', async () => {
    const question = `Flaky ${marker({ breakAfter: 3, times: 1 })}`;
    await expect(ask(question)).rejects.toMatchObject({ code: 'broken-off' });
    await expect(ask(question)).resolves.toMatchObject({ finishReason: 'stop' });
  });

  it('pauses a stream until its hold is released', async () => {
    let text = '';
    const question = `Slow ${marker({ text: 'one two three', holdAfter: 1, hold: 'gate' })}`;
    const ended = ask(question, (part) => (text += part));
    while (text === '') await new Promise((resolve) => setTimeout(resolve, 2));
    expect(text).toBe('one');
    await control('POST', '/control/release', { hold: 'gate' });
    await ended;
    expect(text).toBe('one two three');
  });

  it('can be scripted, inspected, and reset over HTTP', async () => {
    await control('POST', '/control', { text: 'set' });
    let text = '';
    await ask('Hello', (part) => (text += part));
    expect(text).toBe('set');
    const seen = (await (await control('GET', '/control/requests')).json()) as unknown[];
    expect(seen).toMatchObject([{ body: { messages: [{ content: 'Hello' }] }, sentTokens: 1 }]);
    await control('DELETE', '/control');
    expect(await (await control('GET', '/control/requests')).json()).toEqual([]);
  });

  it('lists models, and answers 404 elsewhere', async () => {
    expect(await (await control('GET', '/v1/models')).json()).toMatchObject({ object: 'list' });
    expect((await control('GET', '/v1/files')).status).toBe(404);
  });

  it('sends the requested number of tokens a second', async () => {
    const start = performance.now();
    await ask(`Paced ${marker({ tokens: 21, rate: 100 })}`);
    // The first token comes at once, the others every 10 ms.
    expect(performance.now() - start).toBeGreaterThan(190);
  });
});
