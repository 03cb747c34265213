import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { pathToFileURL } from 'node:url';

import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { marker, startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts';
import { startApp, type AppProcess } from '../harness/app-process.ts';
import { freePort, installedDataDir } from './setup.ts';
import { signedUp, type SignedUp } from './visitor.ts';

const FAULTS = pathToFileURL('tests/harness/faults.mjs').href;

let provider: FakeOpenAi;
let app: AppProcess;
let dataDir: string;
let person: SignedUp;

beforeAll(async () => {
  provider = await startFakeOpenAi();
  dataDir = await installedDataDir();
  await startAnew();
});

async function startAnew(): Promise<void> {
  app = await startApp({
    dataDir,
    port: await freePort(),
    env: {
      DATABASE_URL: '',
      NODE_OPTIONS: `--import=${FAULTS}`,
      OPENAI_BASE_URL: provider.url,
      OPENAI_API_KEY: 'a key for these tests',
    },
  });
  person = await signedUp(app.url);
}

afterAll(async () => {
  await app?.stop();
  await provider?.close();
});

interface Answer {
  started: Promise<void>;
  /** The whole stream, once it has ended. */
  whole: Promise<string>;
  proceed(): void;
}

/** Requests an answer that pauses after its first words until it's allowed to continue. */
async function answering(): Promise<Answer> {
  const hold = randomUUID();
  const content = `Hello ${marker({ tokens: 60, rate: 400, holdAfter: 5, hold })}`;
  const response = await person.fetch('/api/chat/messages', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ conversationId: null, content, clientKey: randomUUID() }),
  });
  let tellStarted: () => void;
  const started = new Promise<void>((resolve) => (tellStarted = resolve));
  async function read(): Promise<string> {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; ;) {
      const { value, done } = await reader.read();
      if (done) return text;
      text += value;
      // The first words: an event without a name.
      if (text.includes('\n\ndata: ')) tellStarted();
    }
  }
  return { started, whole: read(), proceed: () => provider.release(hold) };
}

const failing = (fault: string) =>
  person
    .fetch('/auth/login', { method: 'POST', headers: { 'x-fault': fault }, body: 'x=1' })
    .then(async (response) => [response.status, await response.text()] as const);

it('an exception in a listener of one request ends only that request', async () => {
  const answer = await answering();
  await answer.started;
  const { pid } = app.child;

  const sentence = 'Something went wrong on our side. Try again in a moment.';
  for (const fault of ['data', 'error']) expect(await failing(fault)).toEqual([500, sentence]);
  for (const fault of ['close', 'finish']) expect((await failing(fault))[0]).toBe(302);
  // A WebSocket frame, and a connection that breaks while it opens.
  const { port, host } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    () => socket.resetAndDestroy(),
  );
  await once(socket, 'close');

  // The client gets its answer before the response's own 'close' event fires.
  await expect
    .poll(() => app.log().match(/"msg":"a listener of a request failed"/g))
    .toHaveLength(4);
  answer.proceed();
  expect(await answer.whole).toMatch(/event: end\ndata: .*"done"/);
  expect(app.child.pid).toBe(pid);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
});

it.each(['timer', 'rejection'])(
  'an exception outside any request (%s) drains the process before ending it',
  async (fault) => {
    if (app.child.exitCode !== null) await startAnew();
    const [ends, waits] = [await answering(), await answering()];
    await Promise.all([ends.started, waits.started]);
    const tab = io(app.url, {
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { cookie: person.cookie(), origin: app.url },
    });
    await once(tab as unknown as NodeJS.EventEmitter, 'hello');
    const exited = once(app.child, 'exit');

    // The request itself is answered; the state of everything else is unknown.
    expect((await failing(fault))[0]).toBe(302);
    await expect.poll(() => app.log()).toContain('because of an unexpected error');
    expect(app.log()).toContain('injected fault');
    ends.proceed();
    // One answer ends by itself; the other is marked interrupted and can be continued.
    expect(await ends.whole).toMatch(/event: end\ndata: .*"done"/);
    expect(await waits.whole).toMatch(/event: end\ndata: .*"interrupted"/);
    expect((await exited)[0]).toBe(1);
    expect(app.log()).not.toContain('Not everything finished');
    tab.disconnect();
  },
);
