import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, vi } from 'vitest';

import { HANG_MS } from '../harness/eventually.ts';
import { environment, NODE, query } from '../process/setup.ts';
import type { Reported } from './chatting-user.ts';
import { DAY_MS } from '../../app/lib/time.ts';

/** What must never be true of a database at rest: each query finds the rows that violate it. */
const NEVER: Record<string, string> = {
  'an answer that is still running': `
    SELECT id, state FROM generations WHERE state IN ('queued', 'streaming')`,
  'text of an answer that was not folded into its message': `
    SELECT DISTINCT generation_id FROM generation_chunks`,
  'thoughts of an answer that were not moved into it': `
    SELECT DISTINCT generation_id FROM generation_thoughts`,
  'an answer without its message': `
    SELECT g.id FROM generations g LEFT JOIN messages m ON m.id = g.id
     WHERE g.kind = 'chat' AND m.id IS NULL`,
  'a message that was sent twice': `
    SELECT user_id, content FROM messages WHERE role = 'user' AND content LIKE 'Question %'
     GROUP BY user_id, content HAVING count(*) > 1`,
  'two answers to one question that was asked once': `
    SELECT parent_id FROM messages WHERE role = 'assistant' AND client_key IS NULL
     GROUP BY parent_id HAVING count(*) > 1`,
  'a media job that is still running': `
    SELECT id, state FROM media_jobs WHERE state IN ('queued', 'running')`,
  'a call of a media job that nobody waits for': `
    SELECT c.id FROM media_calls c JOIN media_jobs j ON j.id = c.job_id
     WHERE c.state = 'asked' AND j.state NOT IN ('queued', 'running')`,
  'a bucket of tokens that is not the sum of its entries': `
    SELECT a.user_id FROM billing_accounts a LEFT JOIN LATERAL (
      SELECT coalesce(sum(trial_delta), 0) AS trial, coalesce(sum(allowance_delta), 0) AS allowance,
             coalesce(sum(balance_delta), 0) AS balance
        FROM ledger_entries e WHERE e.user_id = a.user_id) s ON true
     WHERE (a.trial_token, a.allowance_token, a.token_balance) IS DISTINCT FROM (s.trial, s.allowance, s.balance)`,
  'a bucket below nothing': `
    SELECT user_id FROM billing_accounts WHERE least(trial_token, allowance_token, token_balance) < 0`,
  'a reservation that was never settled': `
    SELECT user_id, reference FROM ledger_entries WHERE kind = 'reserve'
    EXCEPT SELECT user_id, reference FROM ledger_entries WHERE kind = 'settle'`,
};

/** Waits until nothing is running, then checks all invariants. */
export async function expectSound(databaseUrl: string, patienceMs = HANG_MS): Promise<void> {
  const found = async () => {
    const faults: Record<string, unknown[]> = {};
    for (const [what, statement] of Object.entries(NEVER)) {
      const rows = await query(databaseUrl, statement);
      if (rows.length > 0) faults[what] = rows;
    }
    return faults;
  };
  // A reader hears of the end before the last rows are cleaned up.
  await vi.waitFor(async () => expect(await found()).toEqual({}), {
    timeout: patienceMs,
    interval: 250,
  });
}

/** Expects that what was read is stored exactly once, below its question. */
export async function expectStored(
  databaseUrl: string,
  reported: readonly Reported[],
): Promise<void> {
  for (const { answerId, question, text } of reported) {
    const rows = await query(
      databaseUrl,
      `SELECT m.content, p.content AS question FROM messages m JOIN messages p ON p.id = m.parent_id
        WHERE m.id = '${answerId}'`,
    );
    expect(rows).toEqual([{ content: text, question: expect.stringContaining(question) }]);
  }
}

/** The row that an object belongs to, by its key's segments: `user` is the second, `id` the third, `part` the fourth. */
const OBJECTS_OF: Record<string, string> = {
  'account-pictures': `SELECT 1 FROM users u WHERE u.id::text = "user" AND u.picture_id::text = k.id`,
  attachments: `SELECT 1 FROM attachments a WHERE a.user_id::text = "user" AND key IN (a.object_key, a.read_key)`,
  exports: `SELECT 1 FROM exports e WHERE e.user_id::text = "user" AND e.id::text = k.id`,
  imports: `SELECT 1 FROM imports i WHERE i.user_id::text = "user" AND i.id::text = k.id
               AND i.state IN ('uploading', 'reading', 'ready', 'importing')`,
  loras: `SELECT 1 FROM loras l WHERE l.user_id::text = "user" AND l.id::text = k.id
             AND CASE part WHEN 'weights' THEN l.trained_at IS NOT NULL
                 ELSE part IN (SELECT i.id::text FROM lora_images i WHERE i.lora_id = l.id) END`,
  media: `SELECT 1 FROM media_items m WHERE m.user_id::text = "user" AND m.id::text = k.id`,
  messages: `SELECT 1 FROM messages m WHERE m.user_id::text = "user" AND m.id::text = k.id
               AND key IN (m.content_url, m.context_url, m.files_url, m.full_content_urls_storage_url)`,
};

const KEYS = `SELECT key, split_part(key, '/', 2) AS "user", split_part(key, '/', 3) AS id,
                     split_part(key, '/', 1) AS place, split_part(key, '/', 4) AS part
                FROM unnest($1::text[]) AS key`;

const ORPHANS = `
  SELECT key FROM (${KEYS}) k WHERE NOT CASE place
    ${Object.entries(OBJECTS_OF)
      .map(([place, named]) => `WHEN '${place}' THEN EXISTS (${named})`)
      .join('\n    ')}
    ELSE false END`;

const MISSING = `
  SELECT key FROM (
    SELECT object_key AS key FROM attachments UNION ALL SELECT read_key FROM attachments
    UNION ALL SELECT 'media/' || user_id || '/' || id || '/file' FROM media_items
    UNION ALL SELECT 'media/' || user_id || '/' || id || '/320' FROM media_items WHERE metadata ? 'poster'
    UNION ALL SELECT 'loras/' || user_id || '/' || id || '/weights/file' FROM loras WHERE trained_at IS NOT NULL
    UNION ALL SELECT 'loras/' || user_id || '/' || lora_id || '/' || id || '/file' FROM lora_images
    UNION ALL SELECT content_url FROM messages WHERE content_overflow) named
   WHERE key NOT LIKE '%/gone' AND key <> ALL ($1::text[])`;

const RUN_SWEEPS = ['tests/faults/run-jobs.ts', String(3 * DAY_MS), '^(tidy|sweep)-'];

/**
 * Runs the purge jobs as of three days from now, for the app with these settings (its environment, with DATABASE_URL and
 * DATA_DIR or S3_BUCKET), and expects that every object belongs to a row and every row's object exists.
 */
export async function expectNoOrphans(settings: Record<string, string>): Promise<void> {
  const { stdout } = await promisify(execFile)(NODE, RUN_SWEEPS, {
    env: environment({ NODE_ENV: 'production', ...settings }),
    maxBuffer: 64 * 1024 * 1024,
  });
  const keys = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as string[];
  const url = settings.DATABASE_URL ?? '';
  expect(await query(url, ORPHANS, [keys])).toEqual([]);
  expect(await query(url, MISSING, [keys])).toEqual([]);
}
