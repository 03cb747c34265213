import type { PrismaTx, Sql } from '~/lib/db/index.server';
import type { HiddenStarter, Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import { MAX_PROMPTS, PREVIEW_LENGTH, type Prompt, type PromptItem } from './prompt';

// Owns `prompts` and `hidden_starters`. Every query is limited to the owner.

const PROMPT = { id: true, name: true, text: true, version: true } satisfies Prisma.PromptSelect;

/** All of a user's prompts by name, with only the beginning of each text. SQL: Prisma can't shorten a text or sort by an expression. */
export function selectPrompts(sql: Sql, userId: UserScope): Promise<PromptItem[]> {
  return sql.query<PromptItem>(
    `SELECT id, name, left(text, ${PREVIEW_LENGTH}) AS preview FROM prompts
      WHERE user_id = $1::uuid ORDER BY lower(name), id LIMIT ${MAX_PROMPTS}`,
    [userId],
  );
}

export function findPrompt(
  db: Pick<PrismaTx, 'prompt'>,
  userId: UserScope,
  id: string,
): Promise<Prompt | null> {
  return db.prompt.findFirst({ where: { id, userId }, select: PROMPT });
}

/** False when the user has the maximum. SQL: locks the user, so that two requests can't both add the last one. */
export async function insertPrompt(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  { id, name, text }: Pick<Prompt, 'id' | 'name' | 'text'>,
): Promise<boolean> {
  await sql.query(`SELECT 1 FROM users WHERE id = $1::uuid FOR NO KEY UPDATE`, [userId]);
  if ((await tx.prompt.count({ where: { userId } })) >= MAX_PROMPTS) return false;
  await tx.prompt.create({
    data: { id, userId, name, text },
    select: { id: true },
  });
  return true;
}

/** Null when this user has no such prompt, or not in that version anymore. */
export async function updatePrompt(
  tx: PrismaTx,
  userId: UserScope,
  { id, name, text, version }: Prompt,
): Promise<Prompt | null> {
  const [row] = await tx.prompt.updateManyAndReturn({
    where: { id, userId, version },
    data: { name, text, version: { increment: 1 }, updatedAt: new Date() },
    select: PROMPT,
  });
  return row ?? null;
}

/** Returns what it removed; null when this user has no such prompt. */
export async function removePrompt(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
): Promise<Prompt | null> {
  const prompt = await findPrompt(tx, userId, id);
  const { count } = await tx.prompt.deleteMany({ where: { id, userId } });
  return count === 0 ? null : prompt;
}

/** SQL: hot path, read with each page of the chat. */
export async function selectHidden(sql: Sql, userId: UserScope): Promise<string[]> {
  const rows = await sql.query<Pick<HiddenStarter, 'starter'>>(
    `SELECT starter FROM hidden_starters WHERE user_id = $1::uuid`,
    [userId],
    { prepared: true },
  );
  return rows.map(({ starter }) => starter);
}

export async function insertHidden(
  tx: PrismaTx,
  userId: UserScope,
  starter: string,
): Promise<void> {
  await tx.hiddenStarter.createMany({ data: [{ userId, starter }], skipDuplicates: true });
}

export async function removeHidden(tx: PrismaTx, userId: UserScope): Promise<void> {
  await tx.hiddenStarter.deleteMany({ where: { userId } });
}
