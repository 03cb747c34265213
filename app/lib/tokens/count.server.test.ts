import { countTokens as exactly } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';

import { countTokens } from './count.server';

const PROSE =
  'A small bakery sells sourdough bread, and its owner would like a newsletter that people actually read; she asks for three short paragraphs and a subject line. ';

function randomLetters(length: number): string {
  let seed = 42;
  return Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return String.fromCharCode(97 + (seed % 26));
  }).join('');
}

describe('countTokens', () => {
  it('counts as the tokenizer does', async () => {
    expect(await countTokens('')).toBe(0);
    expect(await countTokens(PROSE)).toBe(exactly(PROSE));
    const long = PROSE.repeat(200);
    expect(await countTokens(long)).toBe(exactly(long));
  });

  it('treats special tokens in a text as text', async () => {
    const count = await countTokens('<|endoftext|> and <|im_start|>');
    expect(count).toBeGreaterThan(8);
  });

  it('is within one percent for prose without spaces', async () => {
    const chinese =
      '人人生而自由在尊严和权利上一律平等他们赋有理性和良心并应以兄弟关系的精神相对待🥖'.repeat(
        100,
      );
    const counted = await countTokens(chinese);
    const exact = 100 * exactly(chinese.slice(0, chinese.length / 100));
    expect(Math.abs(counted - exact) / exact).toBeLessThan(0.02);
  });

  it('counts a huge text by samples', async () => {
    const huge = PROSE.repeat(20_000);
    const exact = exactly(PROSE.repeat(100)) * 200;
    const counted = await countTokens(huge);
    expect(Math.abs(counted - exact) / exact).toBeLessThan(0.02);
  });

  it('lets other work run while it counts a text that is slow to count', async () => {
    await countTokens('load');
    let longest = 0;
    let last = process.threadCpuUsage();
    const watch = setInterval(() => {
      const { user, system } = process.threadCpuUsage(last);
      longest = Math.max(longest, (user + system) / 1_000);
      last = process.threadCpuUsage();
    }, 1);
    const hard = [randomLetters(150_000), ' '.repeat(150_000), '字'.repeat(150_000)];
    for (const text of hard) expect(await countTokens(text)).toBeGreaterThan(500);
    clearInterval(watch);
    // One unbroken run of this length would block the event loop for minutes.
    expect(longest).toBeLessThan(2_000);
  });
});
