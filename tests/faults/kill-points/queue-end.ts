import { expect, vi } from 'vitest';

import { query } from '../../process/setup.ts';
import { expectNoOrphans } from '../invariants.ts';
import type { Studio } from './studio.ts';

/** Runs all scheduled jobs that are due later, and expects that nothing is left. */
export async function nothingLeftBehind(studio: Studio): Promise<void> {
  const { app } = studio;
  await untilQueueIsEmpty(studio);
  await query(app.databaseUrl, 'UPDATE lora_leftovers SET next_try_at = now()');
  await expectNoOrphans(app.settings);
  expect(await query(app.databaseUrl, 'SELECT id FROM lora_leftovers')).toEqual([]);
}

/** Enough for the queue, which repeats a job half a minute after its process died. */
export const QUEUE_PATIENCE = { timeout: 3 * 60_000, interval: 250 };

const QUEUED = `
  SELECT id, name FROM pgboss.job WHERE state IN ('created', 'retry', 'active')
     AND name IN ('training-end', 'prediction-end', 'lora-leftovers')`;

export async function untilQueueIsEmpty({ app }: Studio): Promise<void> {
  await vi.waitFor(
    async () => expect(await query(app.databaseUrl, QUEUED)).toEqual([]),
    QUEUE_PATIENCE,
  );
}
