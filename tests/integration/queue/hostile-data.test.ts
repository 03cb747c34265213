import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  dataDir,
  fakeImages,
  fakeReplicateTrainings,
  fakeStripe,
  QUEUES,
  type Declaration,
} from './queue-access.ts';
import { queuedJobs } from '~/lifecycle.server';
import { objects } from '~/gateways/objects/index.server';
import { enqueue, startJobs, type QueuedJob } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { newId } from '~/lib/ids.server';

import { readOutbox } from '../../harness/outbox';
import { createUser, removeUser, type TestUser } from '../../factories/users';
import { everyRow } from '../accounts/filled-tables';

// What waits in a queue is not only what this version put there: backups bring work along, and what was given up can be
// asked for again, when those it is about are long gone.

const UNREADABLE: readonly unknown[] = [undefined, true, [], {}, ['x']];
const NO_ID: readonly unknown[] = [
  ...UNREADABLE,
  null,
  7,
  '',
  '0',
  '../account',
  `' OR true --`,
  '%',
  'x'.repeat(5_000),
];

/** Ours, Stripe's, or of a prediction. */
const ID = /[\da-f]{8}-[\da-f-]{27}|[\da-f]{32}|prediction\d+/;

beforeAll(() => {
  Object.assign(env(), { SUPPORT_EMAIL: 'support@example.com', METERING: 'billing' });
});

/** Ids of people of earlier tests: what was begun for them may still be going on. */
const earlier = new Set<string>();
let requestsBefore = 0;
let trainingsBefore = 0;

beforeEach(async () => {
  for (const { id } of await sql.query<{ id: string }>('SELECT id FROM users')) earlier.add(id);
  requestsBefore = fakeImages.requests.length;
  trainingsBefore = fakeReplicateTrainings.trainings.length;
});

const WORD = /[\da-f]{8}-[\da-f-]{27}|\b[a-z]{2,5}_\w+/g;
const NAMES = /"(?:id|customer_id)": "([^"]+)"/g;

/** Words that stand for what is an earlier test's: of its people, of what refers to them, and so on. */
function foreignWords(rows: Map<string, string[]>): Set<string> {
  const foreign = new Set(earlier);
  for (let before = -1; before !== foreign.size;) {
    before = foreign.size;
    for (const row of [...rows.values()].flat()) {
      if (!isForeign(row, foreign)) continue;
      for (const [, name = ''] of row.matchAll(NAMES)) foreign.add(name);
    }
  }
  return foreign;
}

function isForeign(text: string, foreign: ReadonlySet<string>): boolean {
  return (text.match(WORD) ?? []).some((word) => foreign.has(word));
}

/** All that a job could have changed or told, here and at the services, without what is an earlier test's. */
async function everything() {
  const rows = await everyRow();
  // The note that it was given up.
  rows.delete('failed_jobs');
  const foreign = foreignWords(rows);
  const isOwn = (thing: unknown) =>
    !isForeign(typeof thing === 'string' ? thing : JSON.stringify(thing), foreign);
  const { objects: stored } = await (await objects()).list('');
  return {
    rows: new Map([...rows].map(([table, texts]) => [table, texts.filter(isOwn)])),
    stored: stored.map(({ key }) => key).filter(isOwn),
    mails: (await readOutbox(dataDir)).map(({ to, subject }) => `${to}: ${subject}`),
    subscriptions: structuredClone([...fakeStripe.subscriptions.values()]).filter(isOwn),
    sessions: structuredClone([...fakeStripe.sessions.values()]).filter(isOwn),
    asked: fakeImages.requests.slice(requestsBefore).map(({ path }) => path),
    predictions: [...new Set(fakeImages.cancelled)],
    trainings: fakeReplicateTrainings.trainings
      .slice(trainingsBefore)
      .map(({ id, cancelled: canceled }) => ({ id, cancelled: canceled })),
  };
}

/** Has a worker do them all, and waits until nothing of them waits any more, for another try neither. */
async function work(job: QueuedJob<object>, ...data: readonly unknown[]): Promise<void> {
  await sql.query('DELETE FROM pgboss.job WHERE name = $1', [job.name]);
  for (const one of data) await enqueue(job, one as object);
  await vi.waitFor(
    async () => {
      const rows = await sql.query<{ state: string }>(
        'SELECT state::text FROM pgboss.job WHERE name = $1',
        [job.name],
      );
      expect(rows.filter(({ state }) => state !== 'completed')).toEqual([]);
    },
    { interval: 10 },
  );
}

async function expectNothingOf(job: QueuedJob<object>, ...data: readonly unknown[]) {
  const before = await everything();
  await work(job, ...data);
  expect(await everything(), JSON.stringify(data)).toEqual(before);
}

test('every queue is declared', () => {
  expect(Object.keys(QUEUES).sort()).toEqual(queuedJobs.map(({ name }) => name).sort());
});

describe.each(queuedJobs.map((job) => [job.name, job] as const))('%s', (name, job) => {
  const shapes = Object.entries(QUEUES[name] ?? {});
  let running: { stop(): Promise<void> };
  beforeAll(async () => {
    running = await startJobs({ scheduled: [], queued: [job], work: true });
  });
  afterAll(() => running.stop());

  if (shapes.length === 0) {
    test('takes no word of what it is given', async () => {
      const { id } = await createUser();
      for (const data of [null, [], { userId: id, id }, ...NO_ID]) {
        expect(job.parse(data)).toEqual({});
      }
      await expectNothingOf(job, { userId: id, id }, [], { id: '../account' });
    });
  }

  describe.each(shapes)('%s', (_shape, declared) => {
    const person = () => createUser({ emailVerified: !declared.unverified });
    /** The names of the fields that say this. */
    const fields = (...said: Declaration['names'][string][]) =>
      Object.entries(declared.names).flatMap(([field, says]) => (said.includes(says) ? field : []));

    async function expectAfter(
      change: (owner: TestUser) => Promise<unknown>,
      outcome: 'done' | 'nothing',
    ) {
      const owner = await person();
      const data = await declared.of(owner);
      await change(owner);
      const before = await everything();
      await work(job, data);
      if (outcome === 'nothing') expect(await everything()).toEqual(before);
      else expect(await everything()).not.toEqual(before);
    }

    test('says of each field what it names, and does something for whose it is', async () => {
      const data = await declared.of(await person());
      expect(Object.keys(job.parse(data)).sort()).toEqual(Object.keys(declared.names).sort());
      const before = await everything();
      await work(job, data);
      expect(await everything()).not.toEqual(before);
    });

    if (fields('user').length > 0 && fields('thing').length > 0) {
      test('does nothing where a thing is another’s', async () => {
        const mine = await declared.of(await person());
        const theirs = await declared.of(await person());
        for (const field of fields('user')) {
          const [one, other] = [{ [field]: mine[field] }, { [field]: theirs[field] }];
          await expectNothingOf(job, { ...mine, ...other }, { ...theirs, ...one });
        }
      });
    }

    if (declared.forged) {
      test('does nothing that nobody asked for', async () => {
        const owner = await person();
        const forged = await declared.forged!(await declared.of(owner), owner);
        await expectNothingOf(job, ...forged);
      });
    }

    if (fields('user', 'thing', 'account').length > 0) {
      test('does nothing where what it names is not there', async () => {
        const data = await declared.of(await person());
        const lost = fields('user', 'thing', 'account').map((field) => ({
          ...data,
          [field]: String(data[field]).replace(ID, newId()),
        }));
        await expectNothingOf(job, ...lost);
      });
    }

    test('does what it promises for somebody who was locked out since', () =>
      expectAfter(
        ({ id }) => sql.query('UPDATE users SET disabled_at = now() WHERE id = $1::uuid', [id]),
        declared.disabled,
      ));

    test('does what it promises for somebody who has gone since', () =>
      expectAfter(removeUser, declared.gone));

    test('does no harm twice at once', async () => {
      const data = await declared.of(await person());
      await work(job, data, data);
      const before = await everything();
      await work(job, data);
      if (declared.repeated === 'nothing') expect(await everything()).toEqual(before);
      else expect(await everything()).not.toEqual(before);
    });

    test('does nothing with what cannot be read', async () => {
      const data = await declared.of(await person());
      const broken = Object.keys(declared.names).flatMap((field) => {
        const values = fields('user', 'thing').includes(field) ? NO_ID : UNREADABLE;
        return values.map((value) => ({ ...data, [field]: value }));
      });
      await expectNothingOf(job, null, [], {}, ...broken);
    });
  });
});
