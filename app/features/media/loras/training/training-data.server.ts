import { prisma, type PrismaTx } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

// The part of `loras` that trainings write (lora-data.server.ts owns the table). The owner is part of every condition.

/** Gives a LoRA its new training job. `rightsConfirmed`: its owner has just confirmed the rights to the images. */
export async function beginTraining(
  tx: PrismaTx,
  userId: UserScope,
  { id, jobId, rightsConfirmed }: { id: string; jobId: string; rightsConfirmed: boolean },
): Promise<void> {
  await tx.lora.updateMany({
    where: { id, userId },
    data: { jobId, logTail: '', ...(rightsConfirmed && { rightsConfirmedAt: new Date() }) },
  });
}

/** Records that no one has confirmed the rights to one of the images. */
export async function unconfirmRights(tx: PrismaTx, userId: UserScope, id: string): Promise<void> {
  await tx.lora.updateMany({ where: { id, userId }, data: { rightsConfirmedAt: null } });
}

/** Records the provider's model of a LoRA, so that it is deleted with it. False when the LoRA is gone. */
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

/** Null: the next training starts from scratch. */
export async function setProviderTraining(
  userId: UserScope,
  id: string,
  providerTraining: string | null,
): Promise<void> {
  await prisma.lora.updateMany({ where: { id, userId }, data: { providerTraining } });
}

export async function setTrainingLog(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  logTail: string,
): Promise<void> {
  const where = { id, userId, logTail: { not: logTail } };
  await tx.lora.updateMany({ where, data: { logTail } });
}

export interface Trained {
  id: string;
  jobId: string;
  version: string;
  seconds: number | null;
  weightsBytes: number;
}

/** Records that the weights are stored. False when the LoRA is gone, or has another training by now. */
export async function setTrained(
  tx: PrismaTx,
  userId: UserScope,
  { id, jobId, version, seconds, weightsBytes }: Trained,
): Promise<boolean> {
  const { count } = await tx.lora.updateMany({
    where: { id, userId, jobId },
    data: {
      providerVersion: version,
      trainingSeconds: seconds,
      weightsBytes: BigInt(weightsBytes),
      trainedAt: new Date(),
    },
  });
  return count > 0;
}
