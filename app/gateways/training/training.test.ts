import { describe, expect, it } from 'vitest';

import { logTailOf, progressOf } from './training';

const LOG = `Downloading: 100%|██████████| 24/24 [00:04<00:00]
\u001b[32mloading\u001b[0m https://files.example/a?token=secret now
flux: 0%|          | 0/1000 [00:00<?]\rflux: 36%|███▌      | 360/1000 [01:07<02:00]\r`;

describe('the log of a training', () => {
  it('gives the progress by the bar that counts its steps', () => {
    expect(progressOf(LOG, 1_000)).toBe(36);
    expect(progressOf(LOG, 500)).toBeNull();
    expect(progressOf('', 1_000)).toBeNull();
    expect(progressOf('1000%| | 9000/1000', 9_000)).toBeNull();
  });

  it('is shown as lines, without colors, links, and redrawn bars', () => {
    expect(logTailOf(LOG)).toBe(
      'Downloading: 100%|██████████| 24/24 [00:04<00:00]\nloading (link) now\nflux: 36%|███▌      | 360/1000 [01:07<02:00]',
    );
  });

  it('keeps its last lines, however long it is', () => {
    const long = Array.from({ length: 5_000 }, (_, line) => `line ${line}`).join('\n');
    expect(logTailOf(long).split('\n')).toHaveLength(60);
    expect(logTailOf(long)).toMatch(/line 4999$/);
    expect(logTailOf('x'.repeat(100_000))).toHaveLength(6_000);
    expect(logTailOf('a\0b\ud83d')).toBe('a b\ufffd');
  });
});
