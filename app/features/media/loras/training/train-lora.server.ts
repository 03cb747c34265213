import { getBalance, reserve } from '~/features/billing/index.server';
import { trainingModel } from '~/gateways/training/index.server';
import { AppError } from '~/lib/errors';
import { hasRoom } from '~/engine/user-data/index.server';
import { publish } from '~/engine/events/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { afterCommit, sql, transaction } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';

import type { JobView, LoraRequest, TrainingEstimate } from '../../media';
import { mediaTexts } from '../../texts';
import { LORA_IMAGES, trainingMinutes } from '../lora-rules';
import { announcedTokens } from './training';
import { ledgerReference } from '../../jobs/end-job.server';
import { findJobByKey, insertJob } from '../../jobs/job-data.server';
import { mediaTurn, startSoon } from '../../jobs/worker.server';
import { jobEvents, viewJob } from '../../jobs/job-view.server';
import { lockedDraft } from '../lora-actions.server';
import type { LoraRow } from '../lora-data.server';
import { beginTraining } from './training-data.server';

/** What a training would cost, and how long it takes. @throws AppError `unavailable` where nothing trains */
export async function estimateTraining(
  userId: UserScope,
  steps: number,
): Promise<TrainingEstimate> {
  const model = trainingModel();
  if (!model) throw new AppError('unavailable', mediaTexts.noTraining);
  const balance = await getBalance(userId, new Date());
  return {
    tokens: announcedTokens(model, steps),
    minutes: trainingMinutes(steps),
    available: balance.metering === 'off' ? null : balance.available,
  };
}

/**
 * Begins the training of a LoRA: reserves its tokens and puts it into the queue. The same key again gets the same job.
 * `rightsConfirmed`: its owner says now that they may use the images; else they said so since the last one was added.
 * @throws AppError `not-found`, `invalid`, `conflict`, `unavailable`, `out-of-tokens`
 */
export async function trainLora(
  userId: UserScope,
  id: string | undefined,
  { clientKey, rightsConfirmed }: { clientKey: string; rightsConfirmed: boolean },
): Promise<{ job: JobView; isNew: boolean }> {
  const known = await findJobByKey(sql, userId, clientKey);
  if (known) return { job: await viewJob(known), isNew: false };
  const model = trainingModel();
  if (!model) throw new AppError('unavailable', mediaTexts.noTraining);
  if (!(await hasRoom(sql, userId, 1))) throw new AppError('conflict', mediaTexts.storageFull);

  const job = await transaction(async (tx) => {
    // Of two requests at once the second waits here, and is refused.
    const lora = await lockedDraft(tx, userId, id);
    const request = requestOf(lora);
    if (!rightsConfirmed && lora.rightsConfirmedAt === null) {
      throw new AppError('invalid', mediaTexts.loraRights);
    }
    const tokens = announcedTokens(model, lora.steps);
    const job = await insertJob(tx, {
      id: newId(),
      userId,
      kind: 'lora',
      clientKey,
      request,
      referenceId: null,
      tokens,
    });
    if (!job) throw new AppError('conflict', mediaTexts.loraFixed);
    await beginTraining(tx, userId, { id: lora.id, jobId: job.id, rightsConfirmed });
    await enqueue(mediaTurn, {}, tx);
    if (tokens > 0) {
      await reserve(tx, {
        userId,
        reference: ledgerReference(job.id),
        promptTokens: tokens - 1,
        maxTokens: 1,
        weight: 1,
        now: new Date(),
        purpose: 'training',
      });
    }
    afterCommit(tx, () => {
      KILLABLE: killPoint('media: queued, not told');
    });
    // Behind the account's lock, as where jobs end.
    await publish(tx, userId, ...(await jobEvents(tx, job)));
    return job;
  });
  startSoon();
  return { job: await viewJob(job), isNew: true };
}

function requestOf({ id, name, triggerWord, steps, rank, images }: LoraRow): LoraRequest {
  if (images < LORA_IMAGES.fewest) throw new AppError('invalid', mediaTexts.loraFew);
  if (triggerWord === '') throw new AppError('invalid', mediaTexts.loraNoTrigger);
  return { loraId: id, name, triggerWord, steps, rank, images };
}
