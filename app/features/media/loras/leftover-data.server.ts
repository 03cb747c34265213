import type { Sql } from '~/lib/db/index.server';

// Owns `lora_leftovers`, which a trigger on `loras` fills.

export interface LeftoverRow {
  id: string;
  userId: string;
  providerModel: string | null;
  providerTraining: string | null;
  tries: number;
}

/** Takes the next one that is due upon itself, until it is tried again after so long. */
export async function takeLeftover(sql: Sql): Promise<LeftoverRow | null> {
  const [row] = await sql.query<LeftoverRow>(
    `UPDATE lora_leftovers SET tries = tries + 1,
            next_try_at = now() + least(interval '1 minute' * power(2, least(tries, 12)), interval '12 hours')
      WHERE id = (
        SELECT id FROM lora_leftovers WHERE next_try_at <= now() ORDER BY next_try_at LIMIT 1
           FOR UPDATE SKIP LOCKED
      )
      RETURNING id, user_id AS "userId", provider_model AS "providerModel",
        provider_training AS "providerTraining", tries`,
  );
  return row ?? null;
}

export async function deleteLeftover(sql: Sql, id: string): Promise<void> {
  await sql.query(`DELETE FROM lora_leftovers WHERE id = $1::uuid`, [id]);
}
