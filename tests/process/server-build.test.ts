import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import { MINUTE_MS } from '../../app/lib/time.ts';
import { prepare } from '../../scripts/prepare.mjs';

const DIRECTORY = 'build/server/assets';

/** The code of each chunk, by its name. */
let chunks: [name: string, code: string][];

beforeAll(async () => {
  await prepare({ build: true });
  chunks = readdirSync(DIRECTORY).map((name) => [
    name,
    readFileSync(join(DIRECTORY, name), 'latin1'),
  ]);
}, 10 * MINUTE_MS);

const namesWith = (pattern: RegExp) =>
  chunks.filter(([, code]) => pattern.test(code)).map(([name]) => name);

it('the server’s code is ASCII, which Node keeps in half the memory', () => {
  expect(chunks.length).toBeGreaterThan(0);
  expect(namesWith(/[^\0-\x7f]/)).toEqual([]);
});

it('the server doesn’t import react-dom, for which Node would read its development build', () => {
  expect(namesWith(/\b(?:from|import)\s*["']react-dom["']/)).toEqual([]);
});
