import type { PrismaTx } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

/** The brand that an answer in a chat was written for; null for none, or if there is no such answer. */
type ReadProfile = (db: PrismaTx, userId: UserScope, answerId: string) => Promise<string | null>;

const registered = singleton('answer-profile', () => ({ read: null as ReadProfile | null }));

/** Registers how the brand of an answer is read, which belongs to a feature that is built on this one. */
export function registerAnswerProfile(read: ReadProfile): void {
  registered.read = read;
}

export async function readAnswerProfile(
  db: PrismaTx,
  userId: UserScope,
  answerId: string,
): Promise<string | null> {
  return (await registered.read?.(db, userId, answerId)) ?? null;
}
