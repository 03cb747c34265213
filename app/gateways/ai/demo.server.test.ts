import { describe, expect, it } from 'vitest';

import type { ChatRequest } from './chat';
import { demoProvider } from './demo.server';

function ask(content: string, overrides: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: 'any',
    messages: [
      { role: 'system', content: 'You are kind.' },
      { role: 'user', content },
    ],
    maxTokens: 8000,
    temperature: 0.7,
    signal: new AbortController().signal,
    ...overrides,
  };
}

async function answerTo(request: ChatRequest) {
  const chunks: string[] = [];
  const end = await demoProvider({ paceMs: 0 }).stream(request, (chunk) => chunks.push(chunk));
  return { chunks, text: chunks.join(''), end };
}

describe('demoProvider', () => {
  it('streams the same answer to the same question, in Markdown, with the demo label', async () => {
    const question = 'Write a newsletter for a bakery?';
    const { chunks, text, end } = await answerTo(ask(question));
    expect(chunks.length).toBeGreaterThan(50);
    expect(text).toContain('**Three subject lines**');
    expect(text).toContain('Hearth & Crumb');
    expect(text).toMatch(/^\*Demo: .+\*$/m);
    expect(end.finishReason).toBe('stop');
    expect(end.usage?.promptTokens).toBeGreaterThan(5);
    expect(end.usage?.completionTokens).toBeGreaterThan(100);
    expect((await answerTo(ask(question))).text).toBe(text);
    expect((await demoProvider({ paceMs: 0 }).complete(ask(question))).text).toBe(text);
  });

  it('answers the question, not the passages of documents in front of it', async () => {
    const question = 'Write a newsletter for a bakery?';
    const passages = `<sources>\n### [1]\n> Bicycle repairs. ${'A plan for the week. '.repeat(200)}\n</sources>`;
    const { text } = await answerTo(ask(`${passages}\n\n${question}`));
    expect(text).toBe((await answerTo(ask(question))).text);
  });

  it('stops at the token limit', async () => {
    const { text, end } = await answerTo(ask('Hello', { maxTokens: 120 }));
    expect(end.finishReason).toBe('length');
    expect(end.usage?.completionTokens).toBeLessThanOrEqual(120);
    expect(text.length).toBeGreaterThan(100);
  });

  it('ends at once when aborted', async () => {
    const abort = new AbortController();
    const provider = demoProvider({ paceMs: 60_000 });
    const ended = provider.stream(ask('Hello', { signal: abort.signal }), () => {});
    abort.abort();
    await expect(ended).resolves.toEqual({ usage: null, finishReason: 'aborted' });
  });

  it('continues an answer that broke off where it stopped', async () => {
    const request = ask('Give me three taglines.');
    const { text } = await answerTo(request);
    const [prior, rest] = [text.slice(0, 60), text.slice(60)];
    const messages = [
      ...request.messages,
      { role: 'assistant' as const, content: prior },
      { role: 'user' as const, content: 'Continue.' },
    ];
    expect((await answerTo(ask('', { messages }))).text.trim()).toBe(rest.trim());
    expect((await answerTo(ask('', { messages, demo: `${prior} The end.` }))).text.trim()).toBe(
      'The end.',
    );
  });

  it('answers a request for a few words with a title', async () => {
    const title = async (content: string) =>
      (await demoProvider({ paceMs: 0 }).complete(ask(content, { maxTokens: 40 }))).text;
    expect(await title('Write me a **very nice** newsletter for the bakery')).toBe(
      'Write me a very nice newsletter',
    );
    expect(await title('> What does **<b>t</b>** mean?')).toBe('What does <b>t</b> mean?');
    expect(await title('🥖'.repeat(100))).toBe(`${'🥖'.repeat(39)}…`);
    expect(await title('  ')).toBe('A new conversation');
  });

  it('answers long and odd questions in well-formed Markdown', async () => {
    const { text } = await answerTo(ask(`${'# about heading\n```\n'.repeat(80)}\ud83e`));
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toContain('```');
  });
});
