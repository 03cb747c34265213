import { publish } from '~/engine/events/index.server';
import { isUniqueViolation, sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import type { BriefRequest, BriefView } from './brief';
import { findByClientKey, insertBrief } from './brief-data.server';
import { openBrief } from './open-brief.server';
import { ownGrounding, queuePieces, taskOf, wantedBy } from '../pieces/queue-pieces.server';
import { briefRefusals } from '../refusals';

/**
 * Keeps a brief and sets everything that it asks for going at once; the texts belong to the server from here on.
 * Repeated with the same key, it gets what the first has made.
 * @throws AppError `not-found` for a profile that is not this user's, `out-of-tokens` with nothing begun.
 */
export async function createBrief(request: {
  userId: string;
  clientKey: string;
  brief: BriefRequest;
}): Promise<BriefView> {
  const { userId, clientKey } = request;
  const before = await findByClientKey(sql, userId, clientKey);
  return openBrief(userId, before ?? (await createOnce(request)));
}

async function createOnce({
  userId,
  clientKey,
  brief,
}: {
  userId: string;
  clientKey: string;
  brief: BriefRequest;
}): Promise<string> {
  const grounding = await ownGrounding(userId, brief);
  const tasks = wantedBy(brief).map((wanted) => ({
    ...wanted,
    task: taskOf(brief, grounding, wanted),
  }));
  const id = newId();
  try {
    await transaction(async (tx) => {
      await insertBrief(tx, { userId, id, clientKey, brief });
      const { events } = await queuePieces(tx, { userId, briefId: id, tasks });
      await publish(tx, userId, { topic: 'brief', data: { type: 'created', id } }, ...events);
    });
    return id;
  } catch (error) {
    if (!isUniqueViolation(error, 'briefs_user_id_client_key_key')) throw error;
    const made = await findByClientKey(sql, userId, clientKey);
    // It was made by this request's twin and deleted since.
    if (!made) throw new AppError('not-found', briefRefusals.gone, { cause: error });
    return made;
  }
}
