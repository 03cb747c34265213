import type { PrismaTx, Sql } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { VoiceRule, VoiceRules } from './rule';
import { parseRules } from './schema';

// Owns the voice rules of `profiles`. Every condition has the owner.

/** The rules of a profile; null if it isn't there. */
export async function findVoice(
  db: PrismaTx,
  userId: UserScope,
  profileId: string,
): Promise<VoiceRules | null> {
  const row = await db.profile.findFirst({
    where: { id: profileId, userId },
    select: { voiceRules: true, voiceVersion: true },
  });
  return row && { rules: parseRules(row.voiceRules), version: row.voiceVersion };
}

/** Serializes changes to the rules of a profile, which are one value. SQL: locks the row. */
export async function lockVoice(sql: Sql, userId: UserScope, profileId: string): Promise<void> {
  await sql.query(
    `SELECT 1 FROM profiles WHERE id = $1::uuid AND user_id = $2::uuid FOR NO KEY UPDATE`,
    [profileId, userId],
  );
}

/** Replaces the rules of a locked profile, and returns their version. */
export async function updateVoice(
  tx: PrismaTx,
  userId: UserScope,
  profileId: string,
  rules: readonly VoiceRule[],
): Promise<number> {
  const { voiceVersion } = await tx.profile.update({
    where: { id: profileId, userId },
    data: {
      voiceRules: jsonOf(rules),
      voiceVersion: { increment: 1 },
      updatedAt: new Date(),
    },
    select: { voiceVersion: true },
  });
  return voiceVersion;
}

/** Rules as the column takes them. */
export function jsonOf(rules: readonly VoiceRule[]): Prisma.JsonObject[] {
  return rules.map((rule) => ({ ...rule }));
}
