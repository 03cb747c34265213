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

// A queue may hold jobs that this version didn't put there: backups restore jobs, and jobs that were given up can be retried
// long after the rows that they name are gone.

// Imports run in this process: one of their own would spend seconds compiling the sources, and import-process.test.ts
// covers it.
vi.mock('~/features/import-export/imports/work/import-process.server', async () => {
  const { runImportStep } =
    await import('~/features/import-export/imports/work/run-import-step.server');
  return { runStepApart: runImportStep };
});

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

/** An id of ours, of Stripe, or of a prediction. */
const ID = /[\da-f]{8}-[\da-f-]{27}|[\da-f]{32}|prediction\d+/;

beforeAll(() => {
  Object.assign(env(), { SUPPORT_EMAIL: 'support@example.com', METERING: 'billing' });
});

/** The ids of earlier tests' users, for whom jobs may still be running. */
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

/** The ids of everything that belongs to earlier tests: their users, what refers to those, and so on. */
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

/** Everything that a job could change or send, here and at the services, without that of earlier tests. */
async function everything() {
  const rows = await everyRow();
  // Has a row if the job is given up.
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

/** Queues the jobs, and waits until a worker has completed them all. */
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

async function expectNoChange(job: QueuedJob<object>, ...data: readonly unknown[]) {
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
    test('ignores all data', async () => {
      const { id } = await createUser();
      for (const data of [null, [], { userId: id, id }, ...NO_ID]) {
        expect(job.parse(data)).toEqual({});
      }
      await expectNoChange(job, { userId: id, id }, [], { id: '../account' });
    });
  }

  describe.each(shapes)('%s', (_shape, declared) => {
    const person = () => createUser({ emailVerified: !declared.unverified });
    /** The names of the fields with one of these meanings. */
    const fields = (...meanings: Declaration['names'][string][]) =>
      Object.entries(declared.names).flatMap(([field, meaning]) =>
        meanings.includes(meaning) ? field : [],
      );

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

    test('has a declaration for each field of its data, and does something with valid data', async () => {
      const data = await declared.of(await person());
      expect(Object.keys(job.parse(data)).sort()).toEqual(Object.keys(declared.names).sort());
      const before = await everything();
      await work(job, data);
      expect(await everything()).not.toEqual(before);
    });

    if (fields('user').length > 0 && fields('thing').length > 0) {
      test('does nothing if a thing belongs to another user', async () => {
        const mine = await declared.of(await person());
        const theirs = await declared.of(await person());
        for (const field of fields('user')) {
          const [one, other] = [{ [field]: mine[field] }, { [field]: theirs[field] }];
          await expectNoChange(job, { ...mine, ...other }, { ...theirs, ...one });
        }
      });
    }

    if (declared.forged) {
      test('does nothing that no one requested', async () => {
        const owner = await person();
        const forged = await declared.forged!(await declared.of(owner), owner);
        await expectNoChange(job, ...forged);
      });
    }

    if (fields('user', 'thing', 'account').length > 0) {
      test('does nothing if what it names doesn’t exist', async () => {
        const data = await declared.of(await person());
        const lost = fields('user', 'thing', 'account').map((field) => ({
          ...data,
          [field]: String(data[field]).replace(ID, newId()),
        }));
        await expectNoChange(job, ...lost);
      });
    }

    test('does what is declared for a person whose account was disabled meanwhile', () =>
      expectAfter(
        ({ id }) => sql.query('UPDATE users SET disabled_at = now() WHERE id = $1::uuid', [id]),
        declared.disabled,
      ));

    test('does what is declared for a person whose account was removed meanwhile', () =>
      expectAfter(removeUser, declared.gone));

    test('does no harm when it runs twice at once', async () => {
      const data = await declared.of(await person());
      await work(job, data, data);
      const before = await everything();
      await work(job, data);
      if (declared.repeated === 'nothing') expect(await everything()).toEqual(before);
      else expect(await everything()).not.toEqual(before);
    });

    test('does nothing with unreadable data', async () => {
      const data = await declared.of(await person());
      const broken = Object.keys(declared.names).flatMap((field) => {
        const values = fields('user', 'thing').includes(field) ? NO_ID : UNREADABLE;
        return values.map((value) => ({ ...data, [field]: value }));
      });
      await expectNoChange(job, null, [], {}, ...broken);
    });
  });
});
