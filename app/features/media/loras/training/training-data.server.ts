import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

// The part of `loras` that trainings write (lora-data.server.ts owns the table). The owner is part of every condition.
// SQL: what runs in transactions of the ledger and of the jobs engine, which are of that form.

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
export async function unconfirmRights(tx: PrismaTx, userId: UserScope, id: string): Promise<void> {
  await tx.lora.updateMany({ where: { id, userId }, data: { rightsConfirmedAt: null } });
}

/** What the provider has of a LoRA, to be found and to be deleted again. False when the LoRA is gone. */
export async function setProviderModel(
  userId: UserScope,
  id: string,
  providerModel: string,
): Promise<boolean> {
  const { count } = await prisma.lora.updateMany({
    where: { id, userId },
    data: { providerModel },
  });
  return count > 0;
}

/** Null: the next training begins anew. */
export async function setProviderTraining(
  userId: UserScope,
  id: string,
  providerTraining: string | null,
): Promise<void> {
  await prisma.lora.updateMany({ where: { id, userId }, data: { providerTraining } });
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
