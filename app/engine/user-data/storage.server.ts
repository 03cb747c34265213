import type { Sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

type CountBytes = (sql: Sql, userId: UserScope) => Promise<number>;

const counters = singleton('storage', () => new Map<string, CountBytes>());

/** Registers how a feature counts the bytes of a user's files. */
export function registerStorage(name: string, count: CountBytes): void {
  counters.set(name, count);
}

/** The bytes of all of a user's files. */
async function usedBytes(sql: Sql, userId: UserScope): Promise<number> {
  let used = 0;
  for (const count of counters.values()) used += await count(sql, userId);
  return used;
}

/** Keeps others from adding files for this user until the transaction ends. SQL: an advisory lock. */
export async function lockStorage(tx: Sql, userId: UserScope): Promise<void> {
  await tx.query(`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('storage:' || $1, 0))`, [
    userId,
  ]);
}

/** Whether `bytes` more may be stored. Reliable only while the storage is locked. */
export async function hasRoom(sql: Sql, userId: UserScope, bytes: number): Promise<boolean> {
  return (await usedBytes(sql, userId)) + bytes <= env().STORAGE_QUOTA;
}

/** How many more bytes may be stored. Reliable only while the storage is locked. */
export async function roomLeft(sql: Sql, userId: UserScope): Promise<number> {
  return env().STORAGE_QUOTA - (await usedBytes(sql, userId));
}

/** In bytes, for people to see. */
export async function readStorage(
  sql: Sql,
  userId: UserScope,
): Promise<{ used: number; quota: number }> {
  return { used: await usedBytes(sql, userId), quota: env().STORAGE_QUOTA };
}
