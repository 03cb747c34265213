import { expect, vi } from 'vitest';

import { query } from '../process/setup.ts';
import type { Told } from './talker.ts';

/** What must never be in a database that nothing works on any more: each query finds the rows that contradict it. */
const NEVER: Record<string, string> = {
  'an answer that is still running': `
    SELECT id, state FROM generations WHERE state IN ('queued', 'streaming')`,
  'text of an answer that was not folded into its message': `
    SELECT DISTINCT generation_id FROM generation_chunks`,
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

/** Waits until nothing is under way, then looks at everything that must hold. */
export async function expectSound(databaseUrl: string, patienceMs = 30_000): Promise<void> {
  const found = async () => {
    const faults: Record<string, unknown[]> = {};
    for (const [what, statement] of Object.entries(NEVER)) {
      const rows = await query(databaseUrl, statement);
      if (rows.length > 0) faults[what] = rows;
    }
    return faults;
  };
  // An end is told to its reader before its last traces are gone.
  await vi.waitFor(async () => expect(await found()).toEqual({}), {
    timeout: patienceMs,
    interval: 250,
  });
}

/** What somebody read is what is stored, once, and the question stands above it. */
export async function expectStored(databaseUrl: string, told: readonly Told[]): Promise<void> {
  for (const { answerId, question, text } of told) {
    const rows = await query(
      databaseUrl,
      `SELECT m.content, p.content AS question FROM messages m JOIN messages p ON p.id = m.parent_id
        WHERE m.id = '${answerId}'`,
    );
    expect(rows).toEqual([{ content: text, question: expect.stringContaining(question) }]);
  }
}
