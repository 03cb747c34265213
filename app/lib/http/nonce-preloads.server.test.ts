import { text } from 'node:stream/consumers';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { noncePreloads } from './nonce-preloads.server';

const LINK = '<link rel="modulepreload" href="/a.js"/>';
const WITH_NONCE = '<link rel="modulepreload" nonce="abc" href="/a.js"/>';

test('every preload gets the nonce, wherever the stream is cut; all else passes as it is', async () => {
  const part = fc.constantFrom(LINK, '<link rel="mod', '<p>ä🍞</p>', '<', LINK + LINK);
  await fc.assert(
    fc.asyncProperty(fc.array(part), fc.array(fc.nat({ max: 40 })), async (parts, cuts) => {
      const page = Buffer.from(parts.join(''));
      const stream = noncePreloads('abc');
      const read = text(stream);
      let from = 0;
      for (const cut of cuts) {
        stream.write(page.subarray(from, from + cut));
        from += cut;
      }
      stream.end(page.subarray(from));
      expect(await read).toBe(parts.join('').replaceAll(LINK, WITH_NONCE));
    }),
  );
});
