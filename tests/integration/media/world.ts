import { vi, expect } from 'vitest';

import * as media from './media';
import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

export const WISH = {
  prompt: 'A loaf of rye on a wooden board',
  model: 'gpt-image-2',
  size: '1024x1024' as const,
  count: 1,
  profileId: null,
  brandText: '',
};

export type ImageInput = Parameters<typeof media.requestImages>[2];

export async function ask(userId: UserScope, wish: Partial<ImageInput> = {}) {
  const { job } = await media.requestImages(userId, newId(), { ...WISH, ...wish });
  return job;
}

/** Waits until the job is in this state; returns it. */
export function until(userId: UserScope, id: string, state: string) {
  return vi.waitFor(
    async () => {
      const job = await media.readJob(userId, id);
      expect(job.state).toBe(state);
      return job;
    },
    { interval: 25 },
  );
}

/** The ledger's entries about a job. */
export function entriesOf(userId: UserScope, jobId: string) {
  return sql.query<{ kind: string; delta: number; tokens: number }>(
    `SELECT kind, trial_delta + allowance_delta + balance_delta AS delta, tokens FROM ledger_entries
      WHERE user_id = $1::uuid AND reference = $2 ORDER BY id`,
    [userId, `media:${jobId}`],
  );
}

/** What the user was charged for a job in total. */
export async function paid(userId: UserScope, jobId: string): Promise<number> {
  const entries = await entriesOf(userId, jobId);
  return entries.reduce((sum, { delta }) => sum - delta, 0);
}

export async function keysOf(userId: UserScope): Promise<string[]> {
  const { objects: listed } = await (await objects()).list(`media/${userId}/`);
  return listed.map(({ key }) => key);
}

/** As if the process that runs it had died: its heartbeat is an hour old. */
export async function orphan(jobId: string): Promise<void> {
  await sql.query(
    `UPDATE media_jobs SET worker_id = $2::uuid, heartbeat_at = now() - interval '1 hour' WHERE id = $1::uuid`,
    [jobId, newId()],
  );
}
