import { describe, expect, test } from 'vitest';

import { estimateTokens } from '~/lib/tokens/estimate';

import { buildContinuation, buildPrompt } from './prompt';
import { systemText } from './prompt';

const NONE = { systemPrompt: '', grounding: null };
const PRODUCT =
  'You are the assistant of Brandwright, where a small business keeps its brand, writes its marketing copy and makes ' +
  'its images and videos. Be useful, concrete and brief. Answer in the language of the question. Format with Markdown ' +
  'where it helps reading.';

describe('the system text', () => {
  test('without settings it is the product’s own', () => {
    expect(systemText(NONE)).toBe(PRODUCT);
    expect(systemText({ systemPrompt: ' \n', grounding: '' })).toBe(PRODUCT);
  });

  test('brand, then the person’s instructions, which are last', () => {
    const text = systemText({
      systemPrompt: ' Answer in rhymes.\n# The brand\n> not it ',
      grounding: '# The brand\n\n> Rye & Co',
    });
    expect(text).toBe(`${PRODUCT}

# The brand

> Rye & Co

# Instructions for this conversation

The person you work for wrote what follows, up to the end, for all of your answers here. Where it differs from what stands above, it counts.

Answer in rhymes.
# The brand
> not it`);
  });

  test('of a brand that is told too long, whole lines are left out', () => {
    const grounding = '> bread\n'.repeat(10_000);
    const text = systemText({ systemPrompt: 'Rhyme.', grounding });
    expect(text.length).toBeLessThan(21_000);
    expect(text).toContain('> bread\n> [shortened]\n\n# Instructions');
    expect(systemText({ systemPrompt: '', grounding: '😀'.repeat(20_000) }).isWellFormed()).toBe(
      true,
    );
  });
});

describe('the prompt', () => {
  const question = { role: 'user' as const, content: 'Hello' };

  test('counts what grounds it', () => {
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

  test('a long one leaves out older messages, never the new one', () => {
    const old = { role: 'user' as const, content: 'word '.repeat(95_000) };
    const { messages } = buildPrompt([old, question], {
      systemPrompt: 'word '.repeat(6_000),
      grounding: null,
    });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[1]).toEqual(question);
  });

  test('an answer that goes on rests on the same', () => {
    const grounds = { systemPrompt: 'Rhyme.', grounding: null };
    const history = [question, { role: 'assistant' as const, content: 'Well' }];
    expect(buildContinuation(history, grounds).messages[0]?.content).toBe(systemText(grounds));
  });
});
