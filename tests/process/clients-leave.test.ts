import { request } from 'node:http';

import { expect, it } from 'vitest';

import { marker, startFakeOpenAi } from '../fakes/openai.ts';
import { HANG } from '../harness/eventually.ts';
import { start, installedDataDir } from './setup.ts';
import { signedUp } from './visitor.ts';

it('logs no error when clients leave in the middle of a question, an upload, or a form', async () => {
  const openAi = await startFakeOpenAi();
  const app = start({
    dataDir: await installedDataDir(),
    settings: {
      LOG_LEVEL: 'info',
      RATE_LIMITS: 'false',
      OPENAI_BASE_URL: openAi.url,
      OPENAI_API_KEY: 'sk-test',
    },
  });
  const address = await app.ready;
  const person = await signedUp(address);
  const begun = await person.fetch('/api/imports', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ files: [{ name: 'export.zip', size: 5_000_000 }] }),
  });
  const { id: importId } = (await begun.json()) as { id: string };

  /** How many requests ended before their answers did. */
  const cut = () => app.stdout().match(/"cut":true/g)?.length ?? 0;
  const lines = () =>
    app
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{'));

  // A request that waits for the provider.
  const hanging = marker({ complete: { hangBeforeHeaders: true } });
  const leaving = new AbortController();
  const response = person.fetch('/api/tools/helpmenuassistant', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: `How? ${hanging}` }] }),
    signal: leaving.signal,
  });
  response.catch(() => {
    // It is awaited below.
  });
  await expect.poll(() => openAi.requests.length, HANG).toBe(1);
  leaving.abort();
  await expect(response).rejects.toThrow();
  await expect.poll(() => openAi.requests[0]?.abandoned, HANG).toBe(true);

  // Requests that are still being sent.
  const sending = [
    ['POST', '/api/attachments', { 'x-file-name': 'list.txt' }],
    ['PUT', `/api/imports/${importId}/files/0/parts/0`, { 'content-length': 5_000_000 }],
    ['POST', '/api/conversations', { 'content-type': 'application/json' }],
    ['POST', '/api/chat/messages', { 'content-type': 'application/json' }],
    ['POST', '/contact', { 'content-type': 'application/x-www-form-urlencoded' }],
  ] as const;
  for (const [method, path, headers] of sending) {
    const before = cut();
    const half = request(address + path, {
      method,
      headers: { 'content-length': 5_000, ...headers, cookie: person.cookie(), origin: address },
    });
    half.on('error', () => {
      // The test itself disconnects.
    });
    await new Promise<void>((resolve) => half.write('{"half":', () => resolve()));
    half.destroy();
    await expect.poll(cut, HANG).toBe(before + 1);
  }

  await expect.poll(cut, HANG).toBe(sending.length + 1);
  app.kill('SIGTERM');
  await app.ended;
  expect(lines().filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  expect(app.stdout()).toContain('its client left');
  await openAi.close();
});
