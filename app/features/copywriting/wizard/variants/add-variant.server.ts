import { publish } from '~/engine/events/index.server';
import { isUniqueViolation, sql, type Sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { formatById, type FormatId } from '../../formats/formats';
import { type BriefView, MAX_VARIANTS, type VariantView } from '../briefs/brief';
import { type BriefRow, lockBrief } from '../briefs/brief-data.server';
import { openBrief, openVariant } from '../briefs/open-brief.server';
import { briefRefusals } from '../texts';
import {
  type Grounds,
  groundsForBrief,
  groundsForVariant,
  queueVariants,
  taskOf,
  type VariantRequest,
} from './queue-variants.server';
import { lockVariant } from './variant-actions.server';
import { findByClientKey, markReplaced, readVariants } from './variant-data.server';
import { textOf } from './variant-view';

/**
 * Adds one more variant of a format.
 * @throws AppError `not-found`, `invalid` for a format that the brief doesn't have or when there are too many
 * variants, `out-of-tokens`
 */
export async function addVariant(
  userId: UserScope,
  briefId: string | undefined,
  { formatId, clientKey }: { formatId: FormatId; clientKey: string },
): Promise<BriefView> {
  if (!isId(briefId)) throw new AppError('not-found', briefRefusals.gone);
  const grounds = await groundsForBrief(userId, briefId);
  await addOnce({ userId, clientKey, grounds }, async (tx) => {
    const brief = await lockBrief(tx, userId, briefId);
    if (!brief) throw new AppError('not-found', briefRefusals.gone);
    if (!brief.formatIds.includes(formatId)) {
      throw new AppError('invalid', briefRefusals.otherFormat);
    }
    const there = await readVariants(tx, userId, briefId);
    const positions = there.filter(({ format }) => format === formatId).map((one) => one.position);
    if (positions.length >= MAX_VARIANTS) throw new AppError('invalid', briefRefusals.enough);
    return { brief, request: { formatId, position: Math.max(-1, ...positions) + 1 } };
  });
  return openBrief(userId, briefId);
}

/**
 * Regenerates a variant. The previous text can be shown again.
 * @throws AppError `not-found`, `conflict` while it is being written, `out-of-tokens`
 */
export async function regenerateVariant(
  userId: UserScope,
  id: string | undefined,
  { clientKey }: { clientKey: string },
): Promise<VariantView> {
  const grounds = await groundsForVariant(userId, id);
  const created = await addOnce({ userId, clientKey, grounds }, async (tx) => {
    const { variant, brief } = await lockVariant(tx, userId, id);
    const format = formatById(variant.format);
    if (!format) throw new AppError('not-found', briefRefusals.variantGone);
    if (!variant.shown) throw new AppError('conflict', briefRefusals.changedMeanwhile);
    await markReplaced(tx, userId, variant.id);
    return {
      brief,
      request: { formatId: format.id, position: variant.position, earlier: textOf(variant) },
    };
  });
  return openVariant(userId, created);
}

/** Locks a brief through `choose`, queues the variant that it returns, once per key, and returns the variant's id. */
async function addOnce(
  { userId, clientKey, grounds }: { userId: UserScope; clientKey: string; grounds: Grounds },
  choose: (tx: Sql) => Promise<{ brief: BriefRow; request: VariantRequest }>,
): Promise<string> {
  const before = await findByClientKey(sql, userId, clientKey);
  if (before) return before;
  try {
    return await transaction(async (tx) => {
      const { brief, request } = await choose(tx);
      // A concurrent request with the same key may have held the lock first.
      const existing = await findByClientKey(tx, userId, clientKey);
      if (existing) throw new AlreadyCreated(existing);
      const task = taskOf(brief, grounds, request);
      const { ids, events } = await queueVariants(tx, {
        userId,
        briefId: brief.id,
        sources: grounds.sources,
        tasks: [{ task, clientKey, position: request.position }],
      });
      const changed = { type: 'changed' as const, id: brief.id };
      await publish(tx, userId, { topic: 'brief', data: changed }, ...events);
      return ids[0]!;
    });
  } catch (error) {
    if (error instanceof AlreadyCreated) return error.id;
    // A concurrent request came first, so this one found the key used, the position taken, or nothing left to
    // replace.
    if (error instanceof AppError || isUniqueViolation(error, 'pieces_user_id_client_key_key')) {
      const existing = await findByClientKey(sql, userId, clientKey);
      if (existing) return existing;
    }
    throw error;
  }
}

class AlreadyCreated extends Error {
  readonly id: string;

  constructor(id: string) {
    super('a variant was already created with this client key');
    this.id = id;
  }
}
