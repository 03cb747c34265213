import { trainingModel } from '~/gateways/training/index.server';
import { AppError } from '~/lib/errors';
import { publish } from '~/engine/events/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { JobView, LoraRequest, TrainingEstimate } from '../../media';
import { mediaTexts } from '../../refusals';
import { LORA_IMAGES, trainingMinutes } from '../lora';
import { announcedTokens } from './training';
import { addJob, assertRoom, availableTokens, jobOfKey } from '../../jobs/queue-job.server';
import { startSoon } from '../../jobs/worker.server';
import { jobEvents, viewJob } from '../../jobs/job-view.server';
import { lockedDraft } from '../lora-actions.server';
import type { LoraRow } from '../lora-data.server';
import { beginTraining } from './training-data.server';

/** What a training would cost, and how long it takes. @throws AppError `unavailable` without a provider */
export async function estimateTraining(
  userId: UserScope,
  steps: number,
): Promise<TrainingEstimate> {
  const model = trainingModel();
  if (!model) throw new AppError('unavailable', mediaTexts.noTraining);
  return {
    tokens: announcedTokens(model, steps),
    minutes: trainingMinutes(steps),
    available: await availableTokens(userId),
  };
}

/**
 * Queues the training of a LoRA and reserves its tokens. The same key again returns the same job. `rightsConfirmed`: the
 * owner confirms now that they may use the images; otherwise they must have done so since the last image was added.
 * @throws AppError `not-found`, `invalid`, `conflict`, `unavailable`, `out-of-tokens`
 */
export async function trainLora(
  userId: UserScope,
  id: string | undefined,
  { clientKey, rightsConfirmed }: { clientKey: string; rightsConfirmed: boolean },
): Promise<{ job: JobView; isNew: boolean }> {
  const known = await jobOfKey(userId, clientKey);
  if (known) return { job: known, isNew: false };
  const model = trainingModel();
  if (!model) throw new AppError('unavailable', mediaTexts.noTraining);
  await assertRoom(userId);

  const job = await prismaTransaction(async (tx, sql) => {
    // Of two requests at once, the second waits here, and is refused.
    const lora = await lockedDraft(sql, userId, id);
    const request = requestOf(lora);
    if (!rightsConfirmed && lora.rightsConfirmedAt === null) {
      throw new AppError('invalid', mediaTexts.loraRights);
    }
    const tokens = announcedTokens(model, lora.steps);
    const wanted = { userId, kind: 'lora', clientKey, request, referenceId: null, tokens } as const;
    const job = await addJob({ tx, sql }, wanted, 'training');
    if (!job) throw new AppError('conflict', mediaTexts.loraFixed);
    await beginTraining(tx, userId, { id: lora.id, jobId: job.id, rightsConfirmed });
    await publish(sql, userId, ...(await jobEvents(sql, job)));
    return job;
  });
  startSoon();
  return { job: await viewJob(job), isNew: true };
}

function requestOf({ id, name, triggerWord, steps, rank, images }: LoraRow): LoraRequest {
  if (images < LORA_IMAGES.min) throw new AppError('invalid', mediaTexts.loraFew);
  if (triggerWord === '') throw new AppError('invalid', mediaTexts.loraNoTrigger);
  return { loraId: id, name, triggerWord, steps, rank, images };
}
