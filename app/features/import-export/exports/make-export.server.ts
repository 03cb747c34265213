import { z } from 'zod';

import { findContact, readPreferences } from '~/features/accounts/index.server';
import { type Lease, LeaseLost, leaseOn, Leases, MAX_DEATHS } from '~/engine/leases/index.server';
import { objects, writeParts } from '~/gateways/objects/index.server';
import { publish } from '~/engine/events/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { userScope, type UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';
import { inTemporary } from '~/lib/temporary.server';

import { estimateArchive, writeArchive } from '../archive/write-archive.server';
import { importExportTexts } from '../texts';
import { changeExport, exportEvents } from './export-events.server';
import { exportEmailJob } from './export-email.server';
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
  type ClaimedExport,
  type ExportClaim,
} from './export-data.server';

const schema = z.object({ userId: z.uuid().transform(userScope), exportId: z.uuid() });

/** Over some ten minutes: a store that is away for longer is a failure. */
const MAX_ATTEMPTS = 8;
const OFFERED_MS = 7 * 24 * 3_600_000;
/** What is everybody's, beside what is counted. */
const BASE_BYTES = 100_000;

/** Writes the archive of an account. A process that dies leaves it to another, which begins anew. */
export const makeExport: QueuedJob<z.output<typeof schema>> = {
  name: 'make-export',
  parse: (data) => schema.parse(data),
  // So that the last attempt is ours to end.
  retries: MAX_ATTEMPTS + 2,
  maxSeconds: 12 * 3_600,
  run: make,
};

/** The queue brings it again. */
const ENDING = 'this process ends, another one makes the export';

interface ExportLease extends Lease<ExportClaim, void> {
  /** How far it is, in percent. */
  progress: number;
  /** What tabs know of that. */
  told: number;
}

/** The exports that this process writes. */
export const heldExports = singleton(
  'exports',
  () => new Leases<ExportLease>({ name: 'exports', beatMs: 1_000, beat: beatExports }),
);

/** Shows that they are being written, and how far they are. */
async function beatExports(leases: readonly ExportLease[]): Promise<ExportClaim[]> {
  const beaten: ExportClaim[] = [];
  for (const lease of leases) {
    const { claim, progress, told } = lease;
    const row = await changeExport((tx) => beat(tx, claim, progress), progress !== told);
    lease.told = progress;
    if (row) beaten.push(claim);
  }
  return beaten;
}

/** Before the process goes: what it writes is begun anew elsewhere, or by the next one. */
export function drainExports(): Promise<void> {
  return heldExports.drain();
}

async function make({ userId, exportId }: z.output<typeof schema>): Promise<void> {
  if (heldExports.draining) throw new Error(ENDING);
  const claim = await claimed(userId, exportId);
  if (!claim) return;
  KILLABLE: killPoint('export: taken up');
  const isDeadly = claim.wasLeft && claim.attempt > MAX_DEATHS;
  if (isDeadly || claim.attempt > MAX_ATTEMPTS) {
    log.error({ id: exportId, attempt: claim.attempt }, 'an export that never ends was given up');
    await dropEarlier(claim);
    return fail(claim, importExportTexts.exportBroken);
  }
  // Whatever an earlier attempt left.
  await dropEarlier(claim);
  const lease: ExportLease = { ...leaseOn<ExportClaim, void>(claim), progress: 0, told: 0 };
  try {
    await heldExports.hold(lease, () => write(lease));
  } catch (err) {
    // Its own alone: there may be one that was begun after it.
    await dropAttempt(claim);
    if (err instanceof LeaseLost || lease.cutBy === 'lost') return;
    if (claim.attempt >= MAX_ATTEMPTS) {
      log.error({ err, id: exportId }, 'an export was given up');
      return fail(claim, importExportTexts.exportAway);
    }
    await changeExport((tx) => putBack(tx, claim));
    throw lease.cutBy === 'death' ? new Error(ENDING) : err;
  }
}

async function claimed(userId: UserScope, exportId: string): Promise<ClaimedExport | null> {
  let claim: ClaimedExport | null = null;
  await changeExport(async (tx) => (claim = await claimExport(tx, userId, exportId)));
  return claim;
}

async function write(lease: ExportLease): Promise<void> {
  const { claim, abort } = lease;
  const { userId } = claim;
  const { signal } = abort;
  const [contact, person] = [await findContact(sql, { userId }), await readPreferences(userId)];
  if (!contact || !person) throw new LeaseLost();
  const expected = BASE_BYTES + (await estimateArchive(userId));
  let bytes = 0;
  const madeAt = new Date();
  const { size } = await inTemporary(async (directory) => {
    const archive = writeArchive({
      userId,
      account: { name: `${person.firstName} ${person.lastName}`.trim(), email: contact.email },
      madeAt,
      signal,
      directory,
      onBytes(more) {
        bytes += more;
        lease.progress = Math.min(99, Math.floor((100 * bytes) / expected));
      },
    });
    return writeParts(await objects(), attemptPrefix(claim), archive, {
      partSize: PART_SIZE,
      type: ARCHIVE_TYPE,
      signal,
    });
  });
  await heldExports.quiet(lease);
  KILLABLE: killPoint('export: written, not ended');
  await finish(claim, size);
}

async function finish(claim: ExportClaim, size: number): Promise<void> {
  const expiresAt = new Date(Date.now() + OFFERED_MS);
  const replaced = await transaction(async (tx) => {
    const ready = await markReady(tx, claim, { size, partSize: PART_SIZE, expiresAt });
    const others = await expireOthers(tx, claim.userId, claim.id);
    await enqueue(exportEmailJob, { userId: claim.userId, exportId: claim.id }, tx);
    await publish(tx, claim.userId, ...exportEvents(...others, ready));
    KILLABLE: killPoint('export: ended, not committed');
    return others;
  });
  KILLABLE: killPoint('export: ended, earlier ones not dropped');
  log.info({ id: claim.id, bytes: size }, 'an export is ready');
  for (const other of replaced) await dropArchive(other);
}

async function fail(claim: ExportClaim, reason: string): Promise<void> {
  await changeExport((tx) => markFailed(tx, claim, reason));
  await dropAttempt(claim);
}
