import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { patientFetch } from './patient-fetch';

beforeEach(() => vi.stubGlobal('location', { href: 'https://app.example/ai-lab' }));
afterEach(() => vi.unstubAllGlobals());

const lost = new TypeError('Failed to fetch');
const waits: number[] = [];
const wait = (ms: number) => Promise.resolve(waits.push(ms));
const answer = new Response('{}');

function failing(times: number, error: Error = lost) {
  waits.length = 0;
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(answer));
  for (let n = 0; n < times; n += 1) fetch.mockRejectedValueOnce(error);
  return fetch;
}

test("a page's data is requested again while the network fails", async () => {
  const fetch = failing(3);
  expect(await patientFetch(fetch, wait)(new URL('https://app.example/ai-lab.data?x'))).toBe(
    answer,
  );
  expect(waits).toEqual([250, 750, 1_500]);
});

test('the failure is reported after the last attempt', async () => {
  await expect(patientFetch(failing(4), wait)('/ai-lab.data')).rejects.toBe(lost);
});

test("aborted requests, and all that aren't for a page's data, are sent once", async () => {
  const abort = new DOMException('given up', 'AbortError');
  await expect(patientFetch(failing(1, abort), wait)('/ai-lab.data')).rejects.toBe(abort);
  await expect(patientFetch(failing(1), wait)('/api/conversations')).rejects.toBe(lost);
  const post = { method: 'POST' };
  await expect(patientFetch(failing(1), wait)('/settings.data', post)).rejects.toBe(lost);
  expect(waits).toEqual([]);
});
