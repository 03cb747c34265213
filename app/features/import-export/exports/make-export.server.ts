import { z } from 'zod';

import { findContact, readPreferences } from '~/features/accounts/index.server';
import { deliver } from '~/features/email/index.server';
import { type Lease, LeaseLost, leaseOn, Leases, MAX_DEATHS } from '~/engine/leases/index.server';
import { objects, writeParts } from '~/gateways/objects/index.server';
import { publish } from '~/engine/events/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { prisma, prismaTransaction } from '~/lib/db/index.server';
import { appUrl } from '~/settings/env.server';
import { formatDay } from '~/lib/format/dates';
import { withFormatsOf } from '~/lib/format/context.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { userScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';
import { inTemporary } from '~/lib/files/temporary.server';
import { DAY_MS } from '~/lib/time';

import { estimateArchive, writeArchive } from '../archive/write-archive.server';
import {
  beat,
  claimExport,
  expireOthers,
  findExport,
  markFailed,
  markReady,
  putBack,
  type ExportClaim,
} from './export-data.server';
import { changeExport, exportEvents } from './export-events.server';
import {
  ARCHIVE_TYPE,
  attemptPrefix,
  PART_SIZE,
  removeArchive,
  removeAttempt,
  removeEarlier,
} from './export-objects.server';
import { exportReadyEmail, exportRefusals } from './texts';

const schema = z.object({ userId: z.uuid().transform(userScope), exportId: z.uuid() });

/** They take about ten minutes: an object store that is away for longer fails the export. */
const MAX_ATTEMPTS = 8;
const OFFERED_MS = 7 * DAY_MS;
/** What every archive has, apart from what is counted. */
const BASE_BYTES = 100_000;

/** Writes the archive of an account. When the process dies, another one starts it from the beginning. */
export const makeExport: QueuedJob<z.output<typeof schema>> = {
  name: 'make-export',
  parse: (data) => schema.parse(data),
  // More than the attempts, so that the last one is ended here and not by the queue.
  retries: MAX_ATTEMPTS + 2,
  maxSeconds: 12 * 3_600,
  run: make,
};

/** Thrown to the queue, which runs the job again. */
const ENDING = 'this process ends, another one makes the export';

interface ExportLease extends Lease<ExportClaim, void> {
  /** Percent. */
  progress: number;
  /** The percentage that was published last. */
  published: number;
}

/** The exports that this process writes. */
export const heldExports = singleton(
  'exports',
  () => new Leases<ExportLease>({ name: 'exports', beatMs: 1_000, beat: beatExports }),
);

/** Stores the heartbeat and the progress of each, and publishes progress that has changed. */
async function beatExports(leases: readonly ExportLease[]): Promise<ExportClaim[]> {
  const beaten: ExportClaim[] = [];
  for (const lease of leases) {
    const { claim, progress, published } = lease;
    const row =
      progress === published
        ? await beat(prisma, claim, progress)
        : await changeExport((tx) => beat(tx, claim, progress));
    lease.published = progress;
    if (row) beaten.push(claim);
  }
  return beaten;
}

/** Before the process ends: another process, or the next one, starts its exports from the beginning. */
export function drainExports(): Promise<void> {
  return heldExports.drain();
}

async function make({ userId, exportId }: z.output<typeof schema>): Promise<void> {
  if (heldExports.draining) throw new Error(ENDING);
  const claim = await changeExport((_tx, sql) => claimExport(sql, userId, exportId));
  if (!claim) return;
  KILLABLE: killPoint('export: taken up');
  const isDeadly = claim.wasLeft && claim.attempt > MAX_DEATHS;
  if (isDeadly || claim.attempt > MAX_ATTEMPTS) {
    log.error({ id: exportId, attempt: claim.attempt }, 'an export that never ends was given up');
    await removeEarlier(claim);
    return fail(claim, exportRefusals.broken);
  }
  // What an earlier attempt left.
  await removeEarlier(claim);
  const lease: ExportLease = { ...leaseOn<ExportClaim, void>(claim), progress: 0, published: 0 };
  try {
    await heldExports.hold(lease, () => write(lease));
  } catch (err) {
    // Only this attempt's objects: another process may have started the next attempt.
    await removeAttempt(claim);
    if (err instanceof LeaseLost || lease.cutBy === 'lost') return;
    if (claim.attempt >= MAX_ATTEMPTS) {
      log.error({ err, id: exportId }, 'an export was given up');
      return fail(claim, exportRefusals.storeAway);
    }
    await changeExport((tx) => putBack(tx, claim));
    throw lease.cutBy === 'death' ? new Error(ENDING) : err;
  }
}

async function write(lease: ExportLease): Promise<void> {
  const { claim, abort } = lease;
  const { userId } = claim;
  const { signal } = abort;
  const [contact, person] = [await findContact({ userId }), await readPreferences(userId)];
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
  const replaced = await prismaTransaction(async (tx, sql) => {
    const ready = await markReady(tx, claim, { size, partSize: PART_SIZE, expiresAt });
    const others = await expireOthers(tx, claim.userId, claim.id);
    await enqueue(exportEmailJob, { userId: claim.userId, exportId: claim.id }, sql);
    await publish(sql, claim.userId, ...exportEvents(...others, ready));
    KILLABLE: killPoint('export: ended, not committed');
    return others;
  });
  KILLABLE: killPoint('export: ended, earlier ones not dropped');
  log.info({ id: claim.id, bytes: size }, 'an export is ready');
  for (const other of replaced) await removeArchive(other);
}

async function fail(claim: ExportClaim, reason: string): Promise<void> {
  await changeExport((tx) => markFailed(tx, claim, reason));
  await removeAttempt(claim);
}

/** Emails that an archive is ready, unless it is gone or expired by then. */
export const exportEmailJob: QueuedJob<z.output<typeof schema>> = {
  name: 'export-mail',
  parse: (data) => schema.parse(data),
  retries: 8,
  run: sendEmail,
};

async function sendEmail({ userId, exportId }: z.output<typeof schema>): Promise<void> {
  const user = await findContact({ userId });
  // An unverified address may be anyone's.
  if (!user || user.disabled || !user.emailVerified) return;
  const row = await findExport(userId, exportId);
  if (row?.state !== 'ready' || row.expiresAt === null) return;
  const { expiresAt } = row;
  const content = withFormatsOf(user.reader, () =>
    exportReadyEmail({
      href: `${appUrl()}/settings?tab=importexport`,
      until: formatDay(expiresAt),
    }),
  );
  await deliver(user.email, content, { kind: 'notice' });
}
