import { z } from 'zod';

import { publish } from '~/engine/events/index.server';
import { stopGeneration } from '~/engine/generation/index.server';
import type { Estimate } from '~/features/billing';
import { getBalance, weighted } from '~/features/billing/index.server';
import { defaultModel, weightOf } from '~/gateways/ai/index.server';
import { input, type Input } from '~/http/input.server';
import { isUniqueViolation, prismaTransaction, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import { buildPrompt } from '../prompt/prompt.server';
import { clientKey } from '../schema';
import { briefRefusals } from '../texts';
import {
  queueVariants,
  requestGrounds,
  taskOf,
  tokenNeeds,
  variantRequests,
} from '../variants/queue-variants.server';
import { listRunning } from '../variants/variant-data.server';
import type { BriefRequest, BriefView } from './brief';
import { deletion, findByClientKey, insertBrief, updateImage } from './brief-data.server';
import { checkBrief } from './check-brief';
import { openBrief } from './open-brief.server';

/**
 * Creates a brief and queues all of its texts, which are written even if the browser leaves. Repeating a request with
 * the same key returns the brief that the first one created.
 * @throws AppError `not-found` for a profile that isn't this user's, `out-of-tokens` when nothing was started
 */
export async function createBrief(request: {
  userId: UserScope;
  clientKey: string;
  brief: BriefRequest;
}): Promise<BriefView> {
  const { userId, clientKey } = request;
  const before = await findByClientKey(userId, clientKey);
  return openBrief(userId, before ?? (await createOnce(request)));
}

async function createOnce({
  userId,
  clientKey,
  brief,
}: {
  userId: UserScope;
  clientKey: string;
  brief: BriefRequest;
}): Promise<string> {
  const grounds = await requestGrounds(userId, brief);
  const tasks = variantRequests(brief).map((request) => ({
    ...request,
    task: taskOf(brief, grounds, request),
  }));
  const id = newId();
  try {
    await transaction(async (tx) => {
      await insertBrief(tx, { userId, id, clientKey, brief });
      const { events } = await queueVariants(tx, {
        ...{ userId, briefId: id, sources: grounds.sources, tasks },
      });
      await publish(tx, userId, { topic: 'brief', data: { type: 'created', id } }, ...events);
    });
    return id;
  } catch (error) {
    if (!isUniqueViolation(error, 'briefs_user_id_client_key_key')) throw error;
    const made = await findByClientKey(userId, clientKey);
    // A concurrent request with the same key created it, and it has been deleted since.
    if (!made) throw new AppError('not-found', briefRefusals.gone, { cause: error });
    return made;
  }
}

/**
 * The estimated cost of a brief: its actual prompts, and texts at the upper end of the requested length.
 * @throws AppError `not-found` for a profile that isn't this user's
 */
export async function estimateBrief(userId: UserScope, brief: BriefRequest): Promise<Estimate> {
  const grounds = await requestGrounds(userId, brief);
  const weight = weightOf(defaultModel());
  const tokens = variantRequests(brief).reduce((sum, request) => {
    const task = taskOf(brief, grounds, request);
    const { promptTokens, leastTokens } = tokenNeeds(task, buildPrompt(task));
    return sum + weighted(promptTokens + leastTokens, weight);
  }, 0);
  const { metering, available } = await getBalance(userId, new Date());
  return { tokens, available: metering === 'off' ? null : available };
}

/**
 * Deletes a brief with its variants, and stops those that are being written. Saved content stays.
 * @throws AppError `not-found`
 */
export async function deleteBrief(userId: UserScope, id: string | undefined): Promise<void> {
  if (!isId(id)) throw new AppError('not-found', briefRefusals.gone);
  await transaction(async (tx) => {
    const [removed] = await deletion.remove(tx, userId, [id]);
    if (removed === undefined) throw new AppError('not-found', briefRefusals.gone);
    await publish(tx, userId, { topic: 'brief', data: { type: 'removed', id } });
  });
  for (const running of await listRunning(userId, id)) await stopGeneration(userId, running);
}

/**
 * Sets the image in previews of its texts; null removes it. Whose image it is doesn't matter here: only its owner is ever
 * served it.
 * @throws AppError `not-found`
 */
export async function chooseImage(
  userId: UserScope,
  id: string | undefined,
  imageId: string | null,
): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    if (!isId(id) || !(await updateImage(tx, userId, id, imageId))) {
      throw new AppError('not-found', briefRefusals.gone);
    }
    await publish(sql, userId, { topic: 'brief', data: { type: 'changed', id } });
  });
}

/** A job: removes briefs for good an hour after they were deleted. */
export async function purgeBriefs(now: Date): Promise<void> {
  const removed = await deletion.purge(new Date(now.getTime() - HOUR_MS));
  if (removed > 0) log.info({ removed }, 'removed deleted briefs');
}

const readBody = input(z.looseObject({}));
const readKey = input(clientKey);

/** @throws AppError `invalid`, with the problem of each field */
export const readBrief: Input<
  BriefRequest & { clientKey: string },
  { brief: BriefRequest; clientKey: string }
> = (body) => ({ brief: read(body), ...readKey(body) });

/** The same for an estimate, which doesn't need a topic yet. */
export const readEstimate: Input<BriefRequest, BriefRequest> = (body) =>
  read(body, { topicMayBeMissing: true });

function read(body: unknown, options?: { topicMayBeMissing: boolean }): BriefRequest {
  const { brief, problems } = checkBrief(readBody(body), options);
  if (brief) return brief;
  throw new AppError('invalid', briefRefusals.problems, { fields: problems });
}
