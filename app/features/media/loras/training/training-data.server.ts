import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

// The part of `loras` that trainings write (lora-table.server.ts owns the table). The owner is part of every condition.

/** Its training waits; maybe its owner has just confirmed that they may use the pictures. */
export async function beginTraining(
  tx: Sql,
  userId: UserScope,
  { id, jobId, rightsConfirmed }: { id: string; jobId: string; rightsConfirmed: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE loras SET job_id = $3::uuid, log_tail = '',
            rights_confirmed_at = CASE WHEN $4::boolean THEN now() ELSE rights_confirmed_at END
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId, jobId, rightsConfirmed],
  );
}

/** There is an image that no one has confirmed the right to. */
export async function unconfirmRights(tx: Sql, userId: UserScope, id: string): Promise<void> {
  await tx.query(
    `UPDATE loras SET rights_confirmed_at = NULL WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
}

/** What the provider has of a LoRA, to be found and to be deleted again. False when the LoRA is gone. */
export async function setProviderModel(
  sql: Sql,
  userId: UserScope,
  id: string,
  model: string,
): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE loras SET provider_model = $3 WHERE id = $1::uuid AND user_id = $2::uuid RETURNING id`,
    [id, userId, model],
  );
  return rows.length > 0;
}

/** Null: the next training begins anew. */
export async function setProviderTraining(
  sql: Sql,
  userId: UserScope,
  id: string,
  training: string | null,
): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE loras SET provider_training = $3 WHERE id = $1::uuid AND user_id = $2::uuid RETURNING id`,
    [id, userId, training],
  );
  return rows.length > 0;
}

export async function setTrainingLog(
  sql: Sql,
  userId: UserScope,
  id: string,
  logTail: string,
): Promise<void> {
  await sql.query(
    `UPDATE loras SET log_tail = $3 WHERE id = $1::uuid AND user_id = $2::uuid AND log_tail <> $3`,
    [id, userId, logTail],
  );
}

export interface Trained {
  id: string;
  jobId: string;
  version: string;
  seconds: number | null;
  weightsBytes: number;
}

/** Its weights are here. False when the LoRA is gone, or has another training by now. */
export async function setTrained(tx: Sql, userId: UserScope, trained: Trained): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE loras SET provider_version = $4, training_seconds = $5::float8, weights_bytes = $6::bigint,
            trained_at = now()
      WHERE id = $1::uuid AND user_id = $2::uuid AND job_id = $3::uuid RETURNING id`,
    [trained.id, userId, trained.jobId, trained.version, trained.seconds, trained.weightsBytes],
  );
  return rows.length > 0;
}
