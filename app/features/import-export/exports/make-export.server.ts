import { z } from 'zod';

import { findContact, readPreferences } from '~/features/accounts/index.server';
import { objects, writeParts } from '~/gateways/objects/index.server';
import { publish } from '~/engine/events/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { inTemporary } from '~/lib/temporary.server';

import { estimateArchive, writeArchive } from '../archive/write-archive.server';
import { importExportTexts } from '../texts';
import { changeExport, exportEvents } from './export-events.server';
import { exportMail } from './export-mail.server';
import {
  ARCHIVE_TYPE,
  attemptPrefix,
  dropArchive,
  dropAttempt,
  dropEarlier,
  PART_SIZE,
} from './export-objects.server';
import {
  beat,
  claimExport,
  expireOthers,
  markFailed,
  markReady,
  putBack,
  type Claim,
  type ClaimedExport,
  type ExportRow,
} from './export-data.server';

const schema = z.object({ userId: z.uuid(), exportId: z.uuid() });

/** Over some ten minutes: a store that is away for longer is a failure. */
const MAX_ATTEMPTS = 8;
/** An export that may be what its processes die of is not begun again, and no one else's work dies with it. */
const MAX_DEATHS = 3;
const OFFERED_MS = 7 * 24 * 3_600_000;
const BEAT_MS = 1_000;
/** What is everybody's, beside what is counted. */
const BASE_BYTES = 100_000;

/** Writes the archive of an account. A process that dies leaves it to another, which begins anew. */
export const makeExport: QueuedJob<z.output<typeof schema>> = {
  name: 'make-export',
  parse: (data) => schema.parse(data),
  // So that the last attempt is ours to end.
  retries: MAX_ATTEMPTS + 2,
  longestSeconds: 12 * 3_600,
  run: make,
};

async function make({ userId, exportId }: z.output<typeof schema>): Promise<void> {
  const claim = await claimed(userId, exportId);
  if (!claim) return;
  const isDeadly = claim.wasLeft && claim.attempt > MAX_DEATHS;
  if (isDeadly || claim.attempt > MAX_ATTEMPTS) {
    log.error({ id: exportId, attempt: claim.attempt }, 'an export that never ends was given up');
    await dropEarlier(claim);
    return fail(claim, importExportTexts.exportBroken);
  }
  // Whatever an earlier attempt left.
  await dropEarlier(claim);
  try {
    await write(claim);
  } catch (err) {
    // Its own alone: there may be one that was begun after it.
    await dropAttempt(claim);
    if (err instanceof NotOurs) return;
    if (claim.attempt >= MAX_ATTEMPTS) {
      log.error({ err, id: exportId }, 'an export was given up');
      return fail(claim, importExportTexts.exportAway);
    }
    await changeExport((tx) => putBack(tx, claim));
    throw err;
  }
}

async function claimed(userId: string, exportId: string): Promise<ClaimedExport | null> {
  let claim: ClaimedExport | null = null;
  await changeExport(async (tx) => (claim = await claimExport(tx, userId, exportId)));
  return claim;
}

/** It was canceled, or is someone else's now. */
class NotOurs extends Error {}

async function write(claim: ExportRow): Promise<void> {
  const { userId } = claim;
  const [contact, person] = [await findContact(sql, { userId }), await readPreferences(userId)];
  if (!contact || !person) throw new NotOurs();
  const expected = BASE_BYTES + (await estimateArchive(userId));
  const end = new AbortController();
  let bytes = 0;
  const heart = keepBeating(claim, end, () => Math.min(99, Math.floor((100 * bytes) / expected)));
  try {
    const madeAt = new Date();
    const { size } = await inTemporary(async (directory) => {
      const archive = writeArchive({
        userId,
        account: { name: `${person.firstName} ${person.lastName}`.trim(), email: contact.email },
        madeAt,
        signal: end.signal,
        directory,
        onBytes: (more) => {
          bytes += more;
        },
      });
      return writeParts(await objects(), attemptPrefix(claim), archive, {
        partSize: PART_SIZE,
        type: ARCHIVE_TYPE,
        signal: end.signal,
      });
    });
    await heart.stop();
    await finish(claim, size);
  } catch (error) {
    if (end.signal.reason instanceof NotOurs) throw end.signal.reason;
    throw error;
  } finally {
    await heart.stop();
  }
}

async function finish(claim: ExportRow, size: number): Promise<void> {
  const expiresAt = new Date(Date.now() + OFFERED_MS);
  const replaced = await transaction(async (tx) => {
    const ready = await markReady(tx, claim, { size, partSize: PART_SIZE, expiresAt });
    if (!ready) throw new NotOurs();
    const others = await expireOthers(tx, claim.userId, claim.id);
    await enqueue(exportMail, { userId: claim.userId, exportId: claim.id }, tx);
    await publish(tx, claim.userId, ...exportEvents(...others, ready));
    return others;
  });
  log.info({ id: claim.id, bytes: size }, 'an export is ready');
  for (const other of replaced) await dropArchive(other);
}

/** Shows that it is being written, and how far it is; ends the work where that is not wanted any more. */
function keepBeating(claim: ExportRow, end: AbortController, progress: () => number) {
  let told = 0;
  let beating = Promise.resolve();
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    beating = once()
      .catch((err: unknown) => log.warn({ err, id: claim.id }, 'an export’s sign of life failed'))
      .finally(() => {
        idle = true;
      });
  }, BEAT_MS).unref();

  async function once(): Promise<void> {
    const now = progress();
    const row = await changeExport((tx) => beat(tx, claim, now), now !== told);
    told = now;
    if (!row) end.abort(new NotOurs());
  }

  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await beating;
    },
  };
}

async function fail(claim: Claim, reason: string): Promise<void> {
  await changeExport((tx) => markFailed(tx, claim, reason));
  await dropAttempt(claim);
}
