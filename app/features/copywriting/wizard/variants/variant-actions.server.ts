import { type LiveEvent, publish } from '~/engine/events/index.server';
import { isRunning } from '~/engine/generation';
import { withIgnored } from '~/features/brand/index.server';
import { duplicateCitations } from '~/features/brand/index.server';
import { prismaTransaction, type PrismaTx, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { storable } from '~/lib/text/storable';

import { formatById } from '../../formats/formats';
import { type ContentItem, MAX_CONTENT } from '../../library/content/content';
import { saveContentWithin } from '../../library/content/content-actions.server';
import { readItem } from '../../library/content/content-data.server';
import type { SavedVariant, VariantToSave, VariantView } from '../briefs/brief';
import { type BriefRow, findLook, lockBrief, lockBriefsOf } from '../briefs/brief-data.server';
import { openVariant } from '../briefs/open-brief.server';
import { briefRefusals } from '../texts';
import {
  findVariant,
  findVariants,
  markReplaced,
  markSaved,
  markShown,
  updateEdited,
  updateIgnored,
  type VariantRow,
} from './variant-data.server';
import { textOf, toVariantEvent } from './variant-view';

/**
 * Locks a variant's brief, so that no one else changes the variant before the transaction ends.
 * @throws AppError `not-found`, `conflict` while it is being written
 */
export async function lockVariant(
  tx: Sql,
  userId: UserScope,
  id: string | undefined,
): Promise<{ variant: VariantRow; brief: BriefRow }> {
  const before = isId(id) ? await findVariant(tx, userId, id) : null;
  const brief = before && (await lockBrief(tx, userId, before.briefId));
  // Read again, because it may have changed while waiting for the lock.
  const variant = brief && (await findVariant(tx, userId, before.id));
  if (!variant) throw new AppError('not-found', briefRefusals.variantGone);
  if (isRunning(variant.state)) throw new AppError('conflict', briefRefusals.busy);
  return { variant, brief };
}

/**
 * Shows another text that was written at the same position; the one that was shown can be shown again.
 * @throws AppError `not-found`, `conflict` while either is being written
 */
export async function chooseVariant(
  userId: UserScope,
  id: string | undefined,
): Promise<VariantView> {
  const variantId = await prismaTransaction(async (tx, sql) => {
    const { variant, brief } = await lockVariant(sql, userId, id);
    if (variant.shown) return variant.id;
    const others = await findVariants(sql, userId, variant.versions);
    const present = others.find(({ shown }) => shown);
    if (present && isRunning(present.state)) throw new AppError('conflict', briefRefusals.busy);
    if (present) await markReplaced(sql, userId, present.id);
    await markShown(tx, userId, variant.id);
    await publish(sql, userId, { topic: 'brief', data: { type: 'changed', id: brief.id } });
    return variant.id;
  });
  return openVariant(userId, variantId);
}

/**
 * Stores the user's own text; the model's text is kept below it.
 * @throws AppError `not-found`, `invalid` when it is too long, `conflict` while it is being written or when it was
 * changed since that version
 */
export async function editVariant(
  userId: UserScope,
  id: string | undefined,
  edit: { text: string; version: number },
): Promise<VariantView> {
  const text = storable(edit.text).replace(/\r\n?/g, '\n');
  if (text.length > MAX_CONTENT) throw new AppError('invalid', briefRefusals.tooLong);
  const variantId = await prismaTransaction(async (tx, sql) => {
    const { variant } = await lockVariant(sql, userId, id);
    const at = { userId, id: variant.id, version: edit.version };
    if (!(await updateEdited(tx, at, text))) {
      // The response to the same edit was lost.
      const done = variant.version === edit.version + 1 && variant.edited === text;
      if (!done) throw new AppError('conflict', briefRefusals.changedMeanwhile);
      return variant.id;
    }
    const changed = { ...toVariantEvent(variant), version: edit.version + 1 };
    await publish(sql, userId, { topic: 'variant', data: changed });
    return variant.id;
  });
  return openVariant(userId, variantId);
}

/**
 * Ignores a finding of the brand check in a variant, or no longer.
 * @throws AppError `not-found`, `invalid` when too many are ignored, `conflict` while it is being written
 */
export async function ignoreInVariant(
  userId: UserScope,
  id: string | undefined,
  change: { key: string; ignored: boolean },
): Promise<string[]> {
  return prismaTransaction(async (tx, sql) => {
    const { variant } = await lockVariant(sql, userId, id);
    const keys = withIgnored(variant.ignoredFindings, change);
    await updateIgnored(tx, userId, variant.id, keys);
    await publish(sql, userId, { topic: 'variant', data: toVariantEvent(variant) });
    return keys;
  });
}

/**
 * Saves variants as content in their formats' categories, all or none. A variant that is already saved as it is now
 * isn't saved twice.
 * @throws AppError `not-found`, `conflict` while one is being written, `invalid` for one without a title or text;
 * `fields` names the variant
 */
export async function saveVariants(
  userId: UserScope,
  variants: readonly VariantToSave[],
): Promise<SavedVariant[]> {
  const ids = variants.map(({ id }) => id);
  return prismaTransaction(async (tx, sql) => {
    await lockBriefsOf(sql, userId, ids);
    const rows = new Map((await findVariants(sql, userId, ids)).map((row) => [row.id, row]));
    const saved: SavedVariant[] = [];
    const events: LiveEvent[] = [];
    const briefIds = new Set<string>();
    for (const variant of variants) {
      const row = rows.get(variant.id);
      const content = await atVariant(variant.id, () => saveOne(tx, sql, userId, variant, row));
      saved.push({ variantId: variant.id, content });
      events.push({ topic: 'saved-content', data: { type: 'changed', item: content } });
      briefIds.add(row!.briefId);
    }
    for (const id of briefIds) events.push({ topic: 'brief', data: { type: 'changed', id } });
    await publish(sql, userId, ...events);
    return saved;
  });
}

async function saveOne(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  { title, folderId }: VariantToSave,
  row: VariantRow | undefined,
): Promise<ContentItem> {
  const format = formatById(row?.format);
  if (!row || !format) throw new AppError('not-found', briefRefusals.variantGone);
  if (isRunning(row.state)) throw new AppError('conflict', briefRefusals.busySeveral);
  if (row.savedId !== null && row.savedVersion === row.version) {
    const there = await readItem(tx, userId, row.savedId);
    if (there) return there;
  }
  const content = textOf(row);
  if (content.trim() === '') throw new AppError('invalid', briefRefusals.empty);
  const item = await saveContentWithin(tx, sql, userId, {
    category: format.category,
    folderId,
    title,
    content,
    format: format.id,
    demo: row.demo,
    ...(await findLook(tx, userId, row.briefId)),
    ignoredFindings: row.ignoredFindings,
  });
  await markSaved(tx, userId, row, item.id);
  await duplicateCitations(sql, userId, row.id, item.id);
  return item;
}

/** Adds the id of the refused variant to the error. */
async function atVariant<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, userMessage } = error;
    throw new AppError(code, userMessage, { cause: error, fields: { [id]: userMessage } });
  }
}
