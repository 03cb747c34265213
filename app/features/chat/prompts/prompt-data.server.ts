import type { Sql } from '~/lib/db/index.server';

import { PREVIEW_LENGTH, MAX_PROMPTS, type Prompt, type PromptItem } from './prompt';

// Owns `prompts` and `hidden_starters`. The owner is part of every condition.

const PROMPT = 'id, name, text, version';

/** All of a user's, by name, without their texts. */
export function selectPrompts(sql: Sql, userId: string): Promise<PromptItem[]> {
  return sql.query<PromptItem>(
    `SELECT id, name, left(text, ${PREVIEW_LENGTH}) AS preview FROM prompts
      WHERE user_id = $1::uuid ORDER BY lower(name), id LIMIT ${MAX_PROMPTS}`,
    [userId],
  );
}

export async function findPrompt(sql: Sql, userId: string, id: string): Promise<Prompt | null> {
  const [row] = await sql.query<Prompt>(
    `SELECT ${PROMPT} FROM prompts WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  return row ?? null;
}

/** False when the user has as many as there can be. */
export async function insertPrompt(
  tx: Sql,
  userId: string,
  prompt: Pick<Prompt, 'id' | 'name' | 'text'>,
): Promise<boolean> {
  // One at a time, or two at once could both be the last.
  await tx.query(`SELECT 1 FROM users WHERE id = $1::uuid FOR NO KEY UPDATE`, [userId]);
  const rows = await tx.query(
    `INSERT INTO prompts (id, user_id, name, text)
     SELECT $2::uuid, $1::uuid, $3, $4
      WHERE (SELECT count(*) FROM prompts WHERE user_id = $1::uuid) < ${MAX_PROMPTS} RETURNING id`,
    [userId, prompt.id, prompt.name, prompt.text],
  );
  return rows.length > 0;
}

/** Whether one of these is this user's. */
export async function hasPrompt(
  sql: Sql,
  userId: string,
  ids: readonly string[],
): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM prompts WHERE user_id = $1::uuid AND id = ANY($2::uuid[])`,
    [userId, ids],
  );
  return rows.length > 0;
}

/** When a new prompt was written elsewhere. */
export async function setTimes(
  tx: Sql,
  userId: string,
  prompt: { id: string; createdAt: Date; updatedAt: Date },
): Promise<void> {
  await tx.query(
    `UPDATE prompts SET created_at = $3::timestamptz, updated_at = $4::timestamptz
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [prompt.id, userId, prompt.createdAt, prompt.updatedAt],
  );
}

/** Null when it is not there, not this user's, or not in that version any more. */
export async function updatePrompt(
  tx: Sql,
  userId: string,
  { id, name, text, version }: Prompt,
): Promise<Prompt | null> {
  const [row] = await tx.query<Prompt>(
    `UPDATE prompts SET name = $4, text = $5, version = version + 1, updated_at = now()
      WHERE id = $1::uuid AND user_id = $2::uuid AND version = $3::int RETURNING ${PROMPT}`,
    [id, userId, version, name, text],
  );
  return row ?? null;
}

/** What was removed; null when it was not there or not this user's. */
export async function removePrompt(tx: Sql, userId: string, id: string): Promise<Prompt | null> {
  const [row] = await tx.query<Prompt>(
    `DELETE FROM prompts WHERE id = $1::uuid AND user_id = $2::uuid RETURNING ${PROMPT}`,
    [id, userId],
  );
  return row ?? null;
}

export async function selectHidden(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql.query<{ starter: string }>(
    `SELECT starter FROM hidden_starters WHERE user_id = $1::uuid`,
    [userId],
    // Asked with each new conversation's page.
    { prepared: true },
  );
  return rows.map(({ starter }) => starter);
}

export async function insertHidden(tx: Sql, userId: string, starter: string): Promise<void> {
  await tx.query(
    `INSERT INTO hidden_starters (user_id, starter) VALUES ($1::uuid, $2) ON CONFLICT DO NOTHING`,
    [userId, starter],
  );
}

export async function removeHidden(tx: Sql, userId: string): Promise<void> {
  await tx.query(`DELETE FROM hidden_starters WHERE user_id = $1::uuid`, [userId]);
}
