import { io } from 'socket.io-client';
import { expect, it } from 'vitest';

import { openInstallation, stop } from '../faults/installation.ts';
import { HANG } from '../harness/eventually.ts';
import { signedUp } from './visitor.ts';

const installation = openInstallation();

/** Each kind of request, with the expected answer while the database is unavailable. */
const ASKED = [
  { path: '/ai-lab', init: {}, words: /<h1[^>]*>Back in a moment<.*Try again in a moment/s },
  { path: '/ai-lab.data', init: {}, words: /Try again in a moment/ },
  { path: '/api/exports', init: {}, words: /^\{"error":"We can’t reach your data right now\./ },
  // Answered by Node, without Remix.
  {
    path: '/api/conversations',
    init: {},
    words: /^\{"error":"We can’t reach your data right now\./,
  },
  {
    path: '/api/chat/messages',
    init: { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    words: /^\{"error":"We can’t reach your data right now\./,
  },
  {
    path: '/api/attachments',
    init: { method: 'POST', body: 'flour', headers: { 'x-file-name': 'list.txt' } },
    words: /^\{"error":"We can’t reach your data right now\./,
  },
] as const;

it('answers 503 with an explanation and Retry-After while PostgreSQL restarts or hangs, then recovers by itself', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const person = await signedUp(address);

  async function expectAway() {
    for (const { path, init, words } of ASKED) {
      const response = await person.fetch(path, init);
      const told = { path, status: response.status, retry: response.headers.get('retry-after') };
      expect(told).toEqual({ path, status: 503, retry: '5' });
      const text = await response.text();
      expect(text).toMatch(words);
      expect(text).not.toMatch(/ECONN|postgres|terminat|timeout|at .*\.js:\d+/i);
    }
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
  }

  /** A new socket is refused with a reason that makes the browser try again. */
  function comingSocket() {
    const socket = io(address, { extraHeaders: { cookie: person.cookie() } });
    const refused = new Promise<string>((resolve) => {
      socket.once('connect_error', ({ message }) => resolve(message));
    });
    const welcomed = new Promise<void>((resolve) => socket.once('newest', () => resolve()));
    return { socket, refused, welcomed };
  }

  database.line.cut();
  await expectAway();
  const coming = comingSocket();
  expect(await coming.refused).toBe('unavailable');
  database.line.restore();
  const status = async () => (await person.fetch('/ai-lab')).status;
  await expect.poll(status, HANG).toBe(200);
  coming.socket.connect();
  await coming.welcomed;
  coming.socket.disconnect();

  database.line.stall();
  // The first requests wait until it's clear that the database hangs.
  await expectAway();
  expect(app.stdout()).toContain('the database does not answer');
  database.line.restore();
  await expect.poll(status, HANG).toBe(200);
  expect(app.stdout()).not.toContain('"status":500');
  await stop(app);
});
