import { z } from 'zod';

import { LeaseLost, MAX_DEATHS, storeEnd } from '~/engine/leases/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { prismaTransaction, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { WebsiteError } from '~/gateways/website/index.server';

import { publishSource } from '../source-events.server';
import { sourceTexts } from '../texts';
import { type CrawlOptions, crawlWebsite } from './crawl-website.server';
import { heldSources, leaseOnSource, type SourceLease } from './held-sources.server';
import { readOriginal } from './read-original.server';
import {
  claimSource,
  endSync,
  findNext,
  findWaiting,
  type Held,
  putBack,
  putOff,
  releaseAll,
} from './work-data.server';

const schema = z.object({ sourceId: z.uuid() });

/** How many waiting sources one run of the job queues. */
const MAX_WAITING = 50;
/** After an error without a name. */
const RETRY_SECONDS = 30;

/**
 * Reads a source that waits: a website for a while, everything else to its end. One source of a person at a time, so that the
 * queue is shared between people.
 */
export const readSource: QueuedJob<z.output<typeof schema>> = {
  name: 'read-source',
  parse: (data) => schema.parse(data),
  retries: 2,
  run: async ({ sourceId }) => {
    const next = await workOn(sourceId);
    if (next !== null && !heldSources.draining) await enqueue(readSource, { sourceId: next });
  },
};

/** Claims a source and reads it. Returns the person's source that should be read next; null if there is none. */
export async function workOn(sourceId: string, options?: CrawlOptions): Promise<string | null> {
  if (heldSources.draining) return null;
  const held = await claimSource(sourceId, newId());
  if (!held) return null;
  KILLABLE: killPoint('source: taken up');
  if (held.attempt > MAX_DEATHS) {
    log.error({ source: held.id, starts: held.attempt - 1 }, 'a source was given up');
    await endFailed(held, sourceTexts.broken);
  } else {
    const lease = leaseOnSource(held);
    await heldSources.hold(lease, () => readHeld(lease, options));
  }
  KILLABLE: killPoint('source: read again, the next one not queued');
  return findNext(sql, held.userId);
}

/** Reads a held source and stores what an error means for it. Never rejects. */
async function readHeld(lease: SourceLease, options?: CrawlOptions): Promise<void> {
  const { claim: held } = lease;
  try {
    await prismaTransaction((tx, sql) => publishSource(tx, sql, held.userId, held.id));
    const left =
      held.kind === 'website' ? await crawlWebsite(lease, options) : await readOriginal(lease);
    if (left === 'more') await putBack(sql, held);
  } catch (error) {
    await storeEnd('sources', held, () => endAfter(lease, error));
  }
}

/** Stores what an error means for the source. @throws LeaseLost */
async function endAfter({ claim: held, cutBy }: SourceLease, error: unknown): Promise<void> {
  // It was paused, deleted, or taken over.
  if (error instanceof LeaseLost || cutBy === 'lost') return;
  if (cutBy !== null) return putBack(sql, held);
  if (error instanceof AppError && error.code === 'conflict') {
    return endFailed(held, error.userMessage);
  }
  const isAborted = error instanceof WebsiteError && error.code === 'aborted';
  if (!isAborted) log.error({ err: error, source: held.id }, 'reading a source failed');
  await putOff(sql, held, RETRY_SECONDS);
  const later = { afterSeconds: RETRY_SECONDS + 1 };
  await enqueue(readSource, { sourceId: held.id }, undefined, later);
}

async function endFailed(held: Held, problem: string): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    await endSync(sql, held, { failed: problem });
    await publishSource(tx, sql, held.userId, held.id);
  });
}

/** Before the process ends: another process, or the next one, continues. */
export function drainSources(): Promise<void> {
  return heldSources.drain();
}

/** Queues sources that wait, also those that dead processes left. With `soleProcess`, it needn't wait for their leases. */
export async function resumeSources({ soleProcess = false } = {}): Promise<void> {
  heldSources.draining = false;
  if (soleProcess) await releaseAll(sql);
  for (const sourceId of await findWaiting(sql, MAX_WAITING)) {
    await enqueue(readSource, { sourceId });
  }
}
