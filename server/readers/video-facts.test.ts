import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { BufferSource } from 'mediabunny';
import { describe, expect, test } from 'vitest';

import { readVideo, type VideoFacts } from './video-facts.ts';

const fixture = (name: string) => readFileSync(`tests/fixtures/videos/${name}`);

async function read(bytes: Buffer): Promise<VideoFacts | string> {
  const answer = await readVideo(new BufferSource(bytes));
  return 'refusal' in answer ? answer.refusal : answer;
}

/** A fixture's bytes with every `from` replaced. */
function changed(name: string, from: string | Buffer, to: string): Buffer {
  const bytes = Buffer.from(fixture(name));
  const [wanted, replacement] = [Buffer.from(from), Buffer.from(to, 'latin1')];
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
    replacement.copy(bytes, at);
  }
  return bytes;
}

describe('readVideo', () => {
  test.each([
    ['avc.mp4', { type: 'video/mp4', width: 320, height: 180, durationMs: 5_000 }],
    ['vp9.mp4', { type: 'video/mp4', width: 320, height: 180, durationMs: 5_000 }],
    ['fragmented.mp4', { type: 'video/mp4', width: 180, height: 320, durationMs: 2_000 }],
    ['vp8.webm', { type: 'video/webm', width: 320, height: 180, durationMs: 5_000 }],
    ['vp9.webm', { type: 'video/webm', width: 320, height: 180, durationMs: 2_000 }],
  ])('reads the facts of %s', async (name, facts) => {
    expect(await read(fixture(name))).toEqual(facts);
  });

  test('takes the last frame as the end of a WebM without a duration', async () => {
    // The duration's element gets an unknown id.
    const without = changed('vp9.webm', Buffer.from([0x44, 0x89, 0x88]), '\x44\x8a\x88');
    expect(await read(without)).toMatchObject({ durationMs: 2_000 });
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'kind'],
    ['a page', Buffer.from('<!doctype html><title>Not a video</title>'), 'kind'],
    ['an image of the same file family', Buffer.from('\0\0\0\x14ftypheic\0\0\0\0mif1'), 'damaged'],
    ['Matroska', changed('vp8.webm', 'webm', 'mkv\0'), 'kind'],
    ['a beginning without the rest', Buffer.from('\0\0\0\x14ftypisom\0\0\0\0mp42'), 'damaged'],
    ['sound only', changed('vp9.mp4', 'vide', 'soun'), 'codec'],
    ['an encrypted video', changed('avc.mp4', 'avc1', 'encv'), 'codec'],
    ['a codec that no browser plays', changed('vp9.mp4', 'vp09', 'dvh1'), 'codec'],
    ['a codec of Matroska', changed('vp8.webm', 'V_VP8', 'V_XXX'), 'codec'],
    ['a page behind the right beginning', liar(), 'damaged'],
  ])('refuses %s', async (_, bytes, refusal) => {
    expect(await read(bytes)).toBe(refusal);
  });

  test('reports a truncated file as damaged, wherever it was cut', async () => {
    for (const name of ['avc.mp4', 'vp9.mp4', 'vp8.webm', 'vp9.webm']) {
      const bytes = fixture(name);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 64, max: bytes.length - 300 }), async (length) => {
          expect(await read(bytes.subarray(0, length))).toBe('damaged');
        }),
        { numRuns: 60 },
      );
    }
  });

  test('reads or refuses a file with any bytes changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        // In other files' tables a number may become billions, which only the reader's time limit stops.
        fc.constantFrom('fragmented.mp4', 'vp8.webm'),
        fc.array(fc.tuple(fc.nat(5_000), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        async (name, changes) => {
          const bytes = Buffer.from(fixture(name));
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const facts = await read(bytes);
          if (typeof facts === 'string') return;
          expect(facts.width).toBeGreaterThan(0);
          expect(facts.durationMs).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});

function liar(): Buffer {
  return Buffer.concat([
    Buffer.from('\0\0\0\x14ftypisom\0\0\0\0mp42', 'latin1'),
    Buffer.from('<!doctype html><script>alert(1)</script>'),
  ]);
}
