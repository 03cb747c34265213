import { describe, expect, test } from 'vitest';

import { estimateTokens } from '~/lib/tokens/estimate';

import { buildContinuation, buildPrompt } from './prompt';
import { systemText } from './prompt';

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
      { role: 'system', content: systemText(grounds) },
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

  test('has the same grounding when an answer is continued', () => {
    const grounds = { systemPrompt: 'Rhyme.', grounding: null };
    const history = [question, { role: 'assistant' as const, content: 'Well' }];
    expect(buildContinuation(history, grounds).messages[0]?.content).toBe(systemText(grounds));
  });
});
