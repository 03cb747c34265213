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

/** The bytes with every `from` in them replaced. */
function changed(name: string, from: string | Buffer, to: string): Buffer {
  const bytes = Buffer.from(fixture(name));
  const [wanted, given] = [Buffer.from(from), Buffer.from(to, 'latin1')];
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
    given.copy(bytes, at);
  }
  return bytes;
}

describe('what a video is', () => {
  test.each([
    ['avc.mp4', { type: 'video/mp4', width: 320, height: 180, durationMs: 5_000 }],
    ['vp9.mp4', { type: 'video/mp4', width: 320, height: 180, durationMs: 5_000 }],
    ['fragmented.mp4', { type: 'video/mp4', width: 180, height: 320, durationMs: 2_000 }],
    ['vp8.webm', { type: 'video/webm', width: 320, height: 180, durationMs: 5_000 }],
    ['vp9.webm', { type: 'video/webm', width: 320, height: 180, durationMs: 2_000 }],
  ])('%s', async (name, facts) => {
    expect(await read(fixture(name))).toEqual(facts);
  });

  test('a WebM without a duration ends with its last picture', async () => {
    // Its element is called something that no one knows instead.
    const without = changed('vp9.webm', Buffer.from([0x44, 0x89, 0x88]), '\x44\x8a\x88');
    expect(await read(without)).toMatchObject({ durationMs: 2_000 });
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'kind'],
    ['a page', Buffer.from('<!doctype html><title>Not a video</title>'), 'kind'],
    ['a picture of the same family', Buffer.from('\0\0\0\x14ftypheic\0\0\0\0mif1'), 'damaged'],
    ['Matroska', changed('vp8.webm', 'webm', 'mkv\0'), 'kind'],
    ['a beginning without the rest', Buffer.from('\0\0\0\x14ftypisom\0\0\0\0mp42'), 'damaged'],
    ['sound only', changed('vp9.mp4', 'vide', 'soun'), 'codec'],
    ['an encrypted film', changed('avc.mp4', 'avc1', 'encv'), 'codec'],
    ['a codec that nobody plays', changed('vp9.mp4', 'vp09', 'dvh1'), 'codec'],
    ['a codec of Matroska', changed('vp8.webm', 'V_VP8', 'V_XXX'), 'codec'],
    ['a page behind the right beginning', liar(), 'damaged'],
  ])('not: %s', async (_, bytes, refusal) => {
    expect(await read(bytes)).toBe(refusal);
  });

  test('half a file is damaged, wherever it was cut', async () => {
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

  test('whatever is changed in one, it is read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        // In the tables of other files a number may become billions: that is what the reader's time limit is for.
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
