import { setTimeout as wait } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { answerOf } from '../fakes/openai.ts';
import { signedUp } from '../process/visitor.ts';
import { openInstallation, stop } from './installation.ts';
import { expectSound, expectStored } from './invariants.ts';
import { openLine } from './line.ts';
import { talk } from './chatting-user.ts';

const EVERY_MS = 5_000;

const installation = openInstallation();

it('a person whose connection drops every five seconds gets every answer whole, and each is requested once', async () => {
  const database = await installation.database();
  const { app, address } = await installation.app(database);
  const line = await openLine(Number(new URL(address).port));
  try {
    // Their requests go through the line.
    const person = await signedUp(`http://127.0.0.1:${line.port}`);
    installation.openAi.reset();
    const stopped = new AbortController();
    const dropping = (async () => {
      while (!stopped.signal.aborted) {
        await wait(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
        line.drop();
      }
    })();
    const told = await Promise.all(
      Array.from({ length: 4 }, (_, index) => talk(person, { tokens: 240 + index, rate: 20 })),
    );
    stopped.abort();
    await dropping;
    for (const [index, { state, text, breaks }] of told.entries()) {
      expect(state).toBe('done');
      expect(text).toBe(answerOf({ tokens: 240 + index }));
      expect(breaks).toBeGreaterThan(1);
    }
    expect(installation.openAi.requests.filter(({ body }) => body.stream)).toHaveLength(4);
    await expectSound(database.url);
    await expectStored(database.url, told);
  } finally {
    await line.close();
  }
  await stop(app);
});
