import { getBalance } from '~/features/billing/index.server';
import { trainingModel } from '~/gateways/training/index.server';
import { AppError } from '~/lib/errors';

import type { TrainingEstimate } from '../../media';
import { mediaTexts } from '../../texts';
import { trainingMinutes } from '../lora-rules';
import { announcedTokens } from './training-price';

/** What a training would cost, and how long it takes. @throws AppError `unavailable` where nothing trains */
export async function estimateTraining(userId: string, steps: number): Promise<TrainingEstimate> {
  const model = trainingModel();
  if (!model) throw new AppError('unavailable', mediaTexts.noTraining);
  const balance = await getBalance(userId, new Date());
  return {
    tokens: announcedTokens(model, steps),
    minutes: trainingMinutes(steps),
    available: balance.metering === 'off' ? null : balance.available,
  };
}
