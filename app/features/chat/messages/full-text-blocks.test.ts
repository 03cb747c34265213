import fc from 'fast-check';
import { expect, test } from 'vitest';

import { blocksOf, partsOf } from './full-text-blocks';

test('the parts of a text make up the text, are about as long as requested, and split no character', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('word', ' ', '\n', '🥖'), { maxLength: 200 }),
      fc.integer({ min: 4, max: 40 }),
      (words, length) => {
        const text = words.join('');
        const parts = partsOf(text, length);
        for (const [at, { from, part }] of parts.entries()) {
          const next = parts[at + 1]?.from ?? text.length;
          expect([part, `${part}\n`, '\n']).toContain(text.slice(from, next));
          expect(part.length).toBeLessThanOrEqual(length + 1);
          expect(part.isWellFormed()).toBe(true);
        }
        expect(parts[0]?.from ?? 0).toBe(0);
      },
    ),
  );
});

test('long blocks are split, and the parts of code are code', () => {
  const code = `\`\`\`ts\n${'let bread = 1;\n'.repeat(10)}\`\`\`\n`;
  const blocks = blocksOf(['Hello\n\n', code, 'word '.repeat(20)], 50);
  expect(blocks[0]).toEqual({ from: 0, source: 'Hello\n\n' });
  const fenced = blocks.filter(({ source }) => source.startsWith('```ts\n'));
  expect(fenced.length).toBeGreaterThan(2);
  for (const { source } of fenced) expect(source).toMatch(/^```ts\n(let bread = 1;\n)+```$/);
  expect(new Set(blocks.map(({ from }) => from)).size).toBe(blocks.length);
  expect(blocks.slice(-2).map(({ source }) => source.length)).toEqual([50, 50]);
});
