import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { pageDataFetch } from './page-data';

beforeEach(() =>
  vi.stubGlobal('location', { href: 'https://app.example/ai-lab', pathname: '/ai-lab' }),
);
afterEach(() => vi.unstubAllGlobals());

const lost = new TypeError('Failed to fetch');
const waits: number[] = [];
const opened: string[] = [];
const answer = new Response('{}');

function pageData(fetch: typeof globalThis.fetch) {
  waits.length = 0;
  opened.length = 0;
  return pageDataFetch(fetch, {
    wait: (ms) => Promise.resolve(waits.push(ms)),
    open: (address) => void opened.push(address),
  });
}

function failing(times: number, error: Error = lost) {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(answer));
  for (let n = 0; n < times; n += 1) fetch.mockRejectedValueOnce(error);
  return pageData(fetch);
}

test("a page's data is requested again while the network fails", async () => {
  expect(await failing(3)(new URL('https://app.example/ai-lab.data?x'))).toBe(answer);
  expect(waits).toEqual([250, 750, 1_500]);
});

test('the failure is reported after the last attempt', async () => {
  await expect(failing(4)('/ai-lab.data')).rejects.toBe(lost);
});

test("aborted requests, and all that aren't for a page's data, are sent once", async () => {
  const abort = new DOMException('given up', 'AbortError');
  await expect(failing(1, abort)('/ai-lab.data')).rejects.toBe(abort);
  await expect(failing(1)('/api/conversations')).rejects.toBe(lost);
  const post = { method: 'POST' };
  await expect(failing(1)('/settings.data', post)).rejects.toBe(lost);
  expect(waits).toEqual([]);
});

const ofAnotherBuild = (init?: ResponseInit) => () =>
  Promise.resolve(new Response('{}', { ...init, headers: { 'X-Build': 'another' } }));

test.each([
  ['/ai-lab.data', 'https://app.example/ai-lab'],
  ['/help/chats.data?q=a&_routes=routes%2Fhelp', 'https://app.example/help/chats?q=a'],
  ['/_root.data', 'https://app.example/'],
])("another build's data at %s becomes the document %s", async (data, address) => {
  for (const init of [{ status: 200 }, { status: 409 }]) {
    const answered = vi.fn();
    void pageData(ofAnotherBuild(init))(data).then(answered, answered);
    await vi.waitFor(() => expect(opened).toEqual([address]));
    expect(answered).not.toHaveBeenCalled();
  }
});

test('an action of another build is refused, and its page stays', async () => {
  const sent = pageData(ofAnotherBuild({ status: 409 }))('/settings.data', { method: 'POST' });
  const refusal = (await sent.catch((error: unknown) => error)) as Response;
  expect(refusal.status).toBe(409);
  expect(await refusal.text()).toBe('Brandwright was updated. Reload the page to continue.');
  expect(opened).toEqual([]);
});

test("a proxy's refusal is left to Remix", async () => {
  const refusal = new Response('Bad gateway', { status: 502 });
  expect(await pageData(() => Promise.resolve(refusal))('/ai-lab.data')).toBe(refusal);
});

test('another build’s answer to a request for routes reloads the page, except for its own forms', async () => {
  const reload = new Response(null, { status: 204, headers: { 'X-Remix-Reload-Document': 'yes' } });
  const ask = (search: string) =>
    pageData(() => Promise.resolve(reload))(new URL(`/__manifest?${search}`, location.href));
  expect(await ask('p=%2Fhelp%2Fchats&version=earlier')).toBe(reload);
  expect(await ask('p=%2Fai-lab&p=%2Fhelp&version=earlier')).toBe(reload);
  const none = await ask('p=%2Fai-lab&version=earlier');
  expect([none.status, await none.json()]).toEqual([200, {}]);
});
