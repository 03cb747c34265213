import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { estimateTokens } from '~/lib/tokens/estimate';

import {
  buildContinuation,
  buildPrompt,
  type MessageWithContext,
  roomIn,
  systemText,
} from './prompt';

const NONE = { systemPrompt: '', grounding: null };
const PRODUCT =
  'You are the assistant in Brandwright, where a small business keeps its brand, writes its marketing copy, and ' +
  'creates its images and videos. Be useful, specific, and brief. Answer in the language of the question. Use Markdown ' +
  'where it makes the answer easier to read.';

describe('the system text', () => {
  test('is only the product’s own text without settings', () => {
    expect(systemText(NONE)).toBe(PRODUCT);
    expect(systemText({ systemPrompt: ' \n', grounding: '' })).toBe(PRODUCT);
  });

  test('has the brand next and the person’s instructions last', () => {
    const text = systemText({
      systemPrompt: ' Answer in rhymes.\n# The brand\n> not it ',
      grounding: '# The brand\n\n> Rye & Co',
    });
    expect(text).toBe(`${PRODUCT}

# The brand

> Rye & Co

# Instructions for this conversation

The person you work for wrote everything below, for all of your answers here. Where it conflicts with anything above, follow this.

Answer in rhymes.
# The brand
> not it`);
  });

  test('leaves out whole lines of a brand text that is too long', () => {
    const grounding = '> bread\n'.repeat(10_000);
    const text = systemText({ systemPrompt: 'Rhyme.', grounding });
    expect(text.length).toBeLessThan(31_000);
    expect(text).toContain('> bread\n> [shortened]\n\n# Instructions');
    expect(systemText({ systemPrompt: '', grounding: '😀'.repeat(20_000) }).isWellFormed()).toBe(
      true,
    );
  });
});

describe('the prompt', () => {
  const question = { role: 'user' as const, content: 'Hello' };

  test('counts the tokens of its grounding', () => {
    const grounds = { systemPrompt: 'Answer in rhymes. '.repeat(100), grounding: '> Rye & Co' };
    const plain = buildPrompt([question], NONE);
    const grounded = buildPrompt([question], grounds);
    expect(grounded.messages).toEqual([
      { role: 'system', content: systemText(grounds), cache: true },
      { role: 'user', content: 'Hello' },
    ]);
    expect(grounded.tokens - plain.tokens).toBe(
      estimateTokens(systemText(grounds)) - estimateTokens(PRODUCT),
    );
  });

  test('leaves out older messages when it is too long, but never the new one', () => {
    const old = { role: 'user' as const, content: 'word '.repeat(95_000) };
    const { messages } = buildPrompt([old, question], {
      systemPrompt: 'word '.repeat(6_000),
      grounding: null,
    });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[1]).toEqual(question);
  });

  test('begins the question with its passages, before its files, and leaves everything before it as it was', () => {
    const file = { ...question, context: '<sources>\n### [1]\n> Free\n</sources>' };
    const first = { role: 'user' as const, content: 'Hi' };
    const history = [first, { role: 'assistant' as const, content: 'Yes?' }, file];
    const passages = '<sources>\n### [1]\n> 4.50\n</sources>';
    const { messages } = buildPrompt(history, { ...NONE, passages });
    expect(messages.slice(1)).toEqual([
      first,
      { role: 'assistant', content: 'Yes?', cache: true },
      {
        role: 'user',
        content: `${passages}\n\n<attached_files>\n${file.context}\n</attached_files>\n\nHello`,
      },
    ]);
    const { messages: without } = buildPrompt(history, NONE);
    expect(without.slice(0, -1)).toEqual(messages.slice(0, -1));
  });

  test('of a continued answer has the passages where its question has them', () => {
    const history = [question, { role: 'assistant' as const, content: 'Well' }];
    const grounds = { ...NONE, passages: '<sources>…</sources>' };
    const { messages } = buildContinuation(history, grounds);
    expect(messages.slice(0, 2)).toEqual(buildPrompt([question], grounds).messages);
    expect(messages.slice(2).map(({ content }) => content)).toEqual([
      'Well',
      expect.stringContaining('Continue exactly'),
    ]);
    const imported = buildContinuation(history.slice(1), grounds).messages.at(-1)!;
    expect(imported.content).toMatch(/^<sources>…<\/sources>\n\nYour last answer/);
  });

  test('has the same grounding when an answer is continued', () => {
    const grounds = { systemPrompt: 'Rhyme.', grounding: null };
    const history = [question, { role: 'assistant' as const, content: 'Well' }];
    expect(buildContinuation(history, grounds).messages[0]?.content).toBe(systemText(grounds));
  });
});

describe('the room for a prompt', () => {
  test('is a fixed one for a model that isn’t known, and leaves a part of a known one for the answer', () => {
    expect(roomIn(null)).toEqual({ prompt: 100_000, answer: 8_000 });
    expect(roomIn(128_000)).toEqual({ prompt: 108_000, answer: 8_000 });
    expect(roomIn(4_000)).toEqual({ prompt: 2_700, answer: 1_000 });
  });

  /** A conversation in turn, some of whose answers have failed before their first word. */
  const conversations = fc
    .array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 30 })
    .map((lengths) =>
      lengths.map((length, at): MessageWithContext => {
        const role = at % 2 === 0 ? 'user' : 'assistant';
        const content =
          role === 'user' ? `${at} ${'word '.repeat(length)}` : 'word '.repeat(length);
        return { id: String(at), role, content };
      }),
    )
    .map((messages) => (messages.length % 2 === 0 ? messages.slice(0, -1) : messages));
  const room = { prompt: 4_000, answer: 1_000 };

  test('is never exceeded, except by the question itself, and what is left out says so', () => {
    fc.assert(
      fc.property(conversations, (history) => {
        const { messages, tokens, context } = buildPrompt(history, NONE, room);
        const sent = history.slice(context.leftOut).filter(({ content }) => content !== '');
        expect(messages.slice(1).map(({ content }) => content)).toEqual(
          sent.map(({ content }) => content),
        );
        expect(messages.at(-1)?.content).toBe(history.at(-1)?.content);
        expect(context.from).toBe(context.leftOut === 0 ? null : history[context.leftOut]?.id);
        if (messages.length > 2) expect(tokens).toBeLessThanOrEqual(room.prompt);
        if (context.leftOut > 0) {
          expect(messages[1]?.role).toBe('user');
          expect(buildPrompt(history, NONE, { ...room, prompt: Infinity }).tokens).toBeGreaterThan(
            room.prompt,
          );
        }
      }),
    );
  });

  test('reads no more of a conversation than it may send', () => {
    const unread: MessageWithContext = {
      role: 'user',
      get content(): string {
        throw new Error('it was read');
      },
    };
    const long = { role: 'user' as const, content: 'word '.repeat(5_000) };
    const question = { role: 'user' as const, content: 'Hello' };
    const { context } = buildPrompt([unread, long, question], NONE, room);
    expect(context.leftOut).toBe(2);
  });

  test('lets the next question begin where the one before did, as long as that fits', () => {
    const turn = (at: number, contextFrom: string | null): MessageWithContext[] => [
      { id: `q${at}`, role: 'user', content: 'word '.repeat(500) },
      { id: `a${at}`, role: 'assistant', content: 'word '.repeat(100), contextFrom },
    ];
    const history: MessageWithContext[] = [];
    const begins: (string | null)[] = [];
    for (let at = 0; at < 20; at += 1) {
      const question = { id: `q${at}`, role: 'user' as const, content: 'word '.repeat(500) };
      const { context } = buildPrompt([...history, question], NONE, room);
      begins.push(context.from);
      history.push(...turn(at, context.from));
    }
    const kinds = begins.filter((from, at) => from !== begins[at - 1]);
    expect(begins.slice(0, 5)).toEqual([null, null, null, null, null]);
    expect(kinds.length, `it moves seldom: ${begins.join(' ')}`).toBeLessThan(10);
  });
});
