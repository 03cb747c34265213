import { z } from 'zod';

import { input, type Input } from '~/http/input.server';
import { AppError } from '~/lib/errors';

import { clientKey } from '../schema';
import { briefRefusals } from '../texts';
import type { BriefRequest } from './brief';
import { checkBrief } from './check-brief';

const readGiven = input(z.looseObject({}));
const readKey = input(clientKey);

/** @throws AppError `invalid`, with what is wrong at which field */
export const readBrief: Input<
  BriefRequest & { clientKey: string },
  { brief: BriefRequest; clientKey: string }
> = (body) => ({ brief: read(body), ...readKey(body) });

/** The same for the estimate, which goes on while the topic is still being thought of. */
export const readEstimate: Input<BriefRequest, BriefRequest> = (body) =>
  read(body, { topicMayBeMissing: true });

function read(body: unknown, options?: { topicMayBeMissing: boolean }): BriefRequest {
  const { brief, problems } = checkBrief(readGiven(body), options);
  if (brief) return brief;
  throw new AppError('invalid', briefRefusals.problems, { fields: problems });
}
